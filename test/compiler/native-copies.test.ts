import { expect, test } from 'vitest'
import { build, demo } from '../support/demo.ts'

const NATIVE = '---\nname: plan\ndescription: By hand\n---\nBy hand.\n'
const FILES = {
  'token-map.json':
    '{"version": 1, "harnesses": ["claude"], "tools": {}, "agents": {"deferred": {"plan": ["claude"]}}}',
  'agents-native/plan.md': NATIVE,
  'agents/plan.md': NATIVE,
  'agents/other.md': NATIVE,
}

const flat = (told: string[]): string[] =>
  told.filter((line) => line.includes('flat-agent')).map((line) => line.split(' ')[2]!)

test('S-1, O-6: a committed copy of a native agent is ours and no flat agent', () => {
  const root = demo(FILES)
  expect(flat(build(root, { committed: { claude: 'agents' } }).told)).toEqual(['agents/other.md'])
  expect(flat(build(root, { committed: { claude: './agents/' } }).told)).toEqual(['agents/other.md'])
})

test('S-1: where no copies go there, it is one', () => {
  const root = demo(FILES)
  expect(flat(build(root).told)).toEqual(['agents/other.md', 'agents/plan.md'])
  expect(flat(build(root, { committed: { claude: 'copies' } }).told)).toEqual([
    'agents/other.md',
    'agents/plan.md',
  ])
})
