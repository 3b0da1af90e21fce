import { describe, expect, test } from 'vitest'
import type { CompileOptions } from '../../src/compiler/index.ts'
import { compileIn, describeDiagnostics } from '../support/fixture.ts'
import { build, demo, HEAD } from '../support/demo.ts'

describe('S-6: any .md file is a section, whatever its name begins with', () => {
  test('in an agent, in its harness, and in the shared ones', () => {
    const root = demo({
      'agents/plan/agent.md': '{{SECTION:_a}}\n{{SECTION:.b}}\n{{SECTION:_c}}\n{{SECTION:.d}}\n',
      'agents/plan/_a.md': 'A.\n',
      'agents/plan/claude/.b.md': 'B.\n',
      'agents/_sections/_c.md': 'C.\n',
      'agents/_sections/claude/.d.md': 'D.\n',
    })
    expect(build(root)).toEqual({ told: [], files: { 'agents/plan.md': `${HEAD}A.\nB.\nC.\nD.\n` } })
  })

  test('T-11: one that no token names is told', () => {
    expect(build(demo({ 'agents/plan/_a.md': 'A.\n', 'agents/plan/_a.txt': 'A' })).told).toEqual([
      'warning section-unused agents/plan/_a.md:1:1-1 no token of this agent names the section "_a" -- write {{SECTION:_a}} where it belongs, or remove the file',
    ])
  })
})

test('S-3: the harness that is proposed is one that is built', () => {
  const root = demo({ 'agents/test/agent.md': 'Test.\n' })
  expect(build(root).told).toEqual([
    'error frontmatter-missing agents/test/agent.md test ships to no harness: it has no <harness>/frontmatter.json -- write agents/test/claude/frontmatter.json; {} takes all from agents/test/frontmatter.json',
  ])
})

describe('S-1: flat agents', () => {
  const FLAT = '---\nname: ralph\ndescription: Loops\n---\n\nLoop.\n'
  const FILES = {
    'token-map.json':
      '{"version": 1, "harnesses": ["copilot", "claude"], "agents": {"deferred": {"ralph": ["copilot"]}}}',
    'agents/ralph/agent.md': 'Loop.\n',
    'agents/ralph/copilot/frontmatter.json': '{"description": "Loops", "tools": ["*"]}',
    'agents-native/ralph.md': FLAT,
    'agents/ralph.agent.md': FLAT,
  }
  const told = (options: CompileOptions): string[] =>
    describeDiagnostics(compileIn(demo(FILES), options)).filter((line) => line.includes('flat-agent'))
  const flat =
    'info flat-agent agents/ralph.agent.md this flat agent is not built: an agent is a directory that holds agent.md -- move its text to agents/ralph/agent.md and its fields to agents/ralph/<harness>/frontmatter.json; this version has no agent-cortex import that does so'

  test('a committed copy of a native agent, which bears no marker, is none', () => {
    expect(told({ committed: { copilot: 'agents' } })).toEqual([])
    expect(told({ committed: { copilot: './agents/' } })).toEqual([])
    // Nor where this run does not write it.
    expect(told({ committed: { copilot: 'agents' }, only: ['claude'] })).toEqual([])
  })

  test('any other is told', () => {
    expect(told({})).toEqual([flat])
    expect(told({ committed: { copilot: 'copies' } })).toEqual([flat])
    expect(told({ committed: { claude: 'agents' } })).toEqual([flat])
  })
})
