import { expect, test } from 'vitest'
import { build, demo } from '../support/demo.ts'

const lost = (name: string): string =>
  `error internal agents/${name} [claude] nothing could be composed of agents/${name}, and no error says why -- where the option "severity" silences the error, mend what it is about; else please report this`

test.each([
  [
    'a name',
    {
      'agents/P_1/agent.md': 'x',
      'agents/P_1/claude/frontmatter.json': '{"description": "x", "tools": ["*"]}',
    },
    'name-slug',
    'P_1',
  ],
  [
    'a tool',
    { 'agents/plan/claude/frontmatter.json': '{"description": "x", "tools": ["Bsah"]}' },
    'tool-unknown',
    'plan',
  ],
  [
    'a missing field',
    { 'agents/plan/claude/frontmatter.json': '{"tools": ["*"]}' },
    'frontmatter-value',
    'plan',
  ],
] as const)('O-3: an agent does not vanish because its error is silenced: %s', (_, files, code, name) => {
  expect(build(demo(files), { severity: { [code]: 'off' } }).told).toEqual([lost(name)])
})

test('with an error told, nothing more is said of the agent', () => {
  const { told } = build(
    demo({ 'agents/plan/claude/frontmatter.json': '{"description": "x", "tools": ["Bsah"]}' }),
  )
  expect(told.map((line) => line.split(' ')[1])).toEqual(['tool-unknown'])
})
