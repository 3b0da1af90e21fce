import { expect, test } from 'vitest'
import { adopt, loadAgentHarness, memoryFiles, PRESETS, startOf } from '../../src/agent-harness/index.ts'
import { described, skill } from '../support/harness.ts'

test.each(PRESETS)('the start %s has nothing to be told', (preset) => {
  const files = memoryFiles(startOf(preset, 'A "B"', 'Helps people with their texts.'))
  const { diagnostics, harness } = loadAgentHarness(files, '')
  expect(diagnostics.list('warning')).toEqual([])
  expect(harness).toMatchObject({ name: 'A "B"', description: 'Helps people with their texts.' })
})

const DISK = {
  'skills/a/SKILL.md': skill('a'),
  'skills/b/SKILL.md': skill('b'),
  'roles/x/agent.md': 'X.\n',
  'roles/y/agent.md': 'Y.\n',
  'roles/z/agent.md': 'Z.\n',
  'roles/x/README.md': '',
  'roles/y/README.md': '',
  'roles/z/README.md': '',
  'tools/TOOLS.md': described('tools'),
  'tools/p/TOOLS.md': described('p'),
  'tools/q/TOOLS.md': described('q'),
  'node_modules/m/x.md': '',
  ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`data/rows/deep/${index}.csv`, ''])),
}

test('what is alike becomes a rule, a store a leaf, the top a list', () => {
  const { files, why } = adopt(memoryFiles(DISK), '', 'Adopted', 'Helps with what is here.')
  expect(files['.leaf-detectors']).toBe('skill=SKILL.md\nagent=agent.md\n')
  expect(why['.leaf-detectors']).toBe('2 directories with SKILL.md, 3 directories with agent.md')
  expect(files['data/rows/.harnessleaf']).toBe('store\n')
  expect(files['HARNESS.md']).toContain('- `data/`\n- `roles/`\n- `skills/`\n- `tools/` (see TOOLS.md)\n')
  expect(Object.keys(files)).toHaveLength(3)
  const { diagnostics } = loadAgentHarness(memoryFiles({ ...DISK, ...files }), '')
  expect(diagnostics.list('error')).toEqual([])
})

test('what is there already is not proposed', () => {
  const there = { 'HARNESS.md': 'mine', '.leaf-detectors': '# mine\n', 'data/rows/.harnessleaf': 'mine\n' }
  expect(adopt(memoryFiles({ ...DISK, ...there }), '', 'A', 'B').files).toEqual({})
})
