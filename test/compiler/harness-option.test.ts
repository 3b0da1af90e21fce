import { expect, test } from 'vitest'
import { defineHarness } from '../../src/harness/index.ts'
import { compileIn, describeDiagnostics, treeFiles } from '../support/fixture.ts'
import { build, demo } from '../support/demo.ts'

test('S-2: the harnesses option replaces the list of the map, and brings harnesses of its own', () => {
  const zap = defineHarness({
    id: 'zap',
    nativeTools: { names: ['run', 'see'] },
    schema: {},
    layout: { agent: (name) => `modes/${name}.md` },
  })
  const root = demo({
    'token-map.json':
      '{"version": 1, "harnesses": ["claude"], "tools": {"bash": {"claude": "Bash", "zap": "run"}}}',
    'agents/plan/agent.md': 'Use {{TOOL:bash}}.',
    'agents/plan/zap/frontmatter.json': '{"description": "Zaps", "tools": ["bash", "see"], "model": "m"}',
    'agents/plan/pi/frontmatter.json': '{}',
  })
  const compilation = compileIn(root, { harnesses: [zap] })
  expect(describeDiagnostics(compilation)).toEqual([
    'info harness-not-built agents/plan/claude claude is not among the harnesses that are built -- add it to the option "harnesses"',
    'info harness-not-built agents/plan/pi pi is not among the harnesses that are built -- add it to the option "harnesses"',
  ])
  expect([...compilation.trees.keys()]).toEqual(['zap'])
  expect(treeFiles(compilation.trees.get('zap')!)).toEqual({
    'modes/plan.md': [
      '---',
      '# Generated from agents/plan/ by agent-cortex. Do not edit.',
      'name: "plan"',
      'description: "Zaps"',
      'tools: run, see',
      'model: "m"',
      '---',
      '',
      'Use run.',
      '',
    ].join('\n'),
  })
})

test('S-2: without the option, a harness of the project is no harness', () => {
  expect(build(demo({ 'agents/plan/zap/frontmatter.json': '{}' })).told).toEqual([
    'error harness-unknown agents/plan/zap "zap" is no harness -- known: copilot, claude, pi; a directory whose name starts with _ is ignored',
  ])
})

test('S-2: an id in the option that has no adapter is an error', () => {
  expect(build(demo(), { harnesses: ['claude', 'cluade'] }).told).toEqual([
    'error harness-unknown option "harnesses": "cluade" is no harness -- did you mean "claude"?',
  ])
})

test('S-2: a part of the harnesses can be built; nobody is told of the others', () => {
  const root = demo({
    'token-map.json': '{"version": 1, "harnesses": ["claude", "pi"], "tools": {}}',
    'agents/plan/pi/frontmatter.json': '{"nonsense": 1}',
  })
  expect(build(root, { only: ['claude'] }).told).toEqual([])
})
