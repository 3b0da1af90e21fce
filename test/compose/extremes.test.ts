import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compileIn, describeDiagnostics, project, treeFiles } from '../support/fixture.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-extremes-'))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

const MAP = {
  version: 1,
  harnesses: ['claude'],
  tools: { bash: { claude: 'Bash' } },
  paths: { plugin_root: { claude: '/x' } },
}

let count = 0

/** Builds one agent and one skill for claude; returns what came of them, and what was told. */
function build(files: Record<string, string>): {
  agent: string | undefined
  skill: string | undefined
  told: string[]
} {
  const directory = project(path.join(root, String(count++)), {
    'plugin.json': '{"name": "demo", "version": "1.0.0", "description": "A demo", "author": {"name": "Me"}}',
    'token-map.json': JSON.stringify(MAP),
    'agents/plan/agent.md': 'x\n',
    'agents/plan/claude/frontmatter.json': '{"description": "Plans", "tools": ["*"]}',
    ...files,
  })
  const compilation = compileIn(directory)
  const tree = compilation.trees.get('claude')
  const built = tree === undefined ? {} : treeFiles(tree)
  return {
    agent: built['agents/plan.md']?.split('\n---\n\n')[1],
    skill: built['skills/tdd/SKILL.md'],
    told: describeDiagnostics(compilation, 'warning'),
  }
}

const MEGA = 1 << 20

describe('texts of ten megabytes', () => {
  test.each<[string, string, string]>([
    ['one line', `${'a'.repeat(10 * MEGA)} {{TOOL:bash}}\n`, `${'a'.repeat(10 * MEGA)} Bash\n`],
    ['blank lines first', `${'\n'.repeat(10 * MEGA)}{{TOOL:bash}}\n`, 'Bash\n'],
    ['blank lines last', `{{TOOL:bash}}\n${'\n'.repeat(10 * MEGA)}`, 'Bash\n'],
    ['a rule that no other follows', `---\n${'a\n'.repeat(5 * MEGA)}`, `---\n${'a\n'.repeat(5 * MEGA)}`],
    ['lines that may be fences', `${'``` ` \n'.repeat(MEGA)}x\n`, `${'``` ` \n'.repeat(MEGA)}x\n`],
    [
      'tokens',
      `${'{{TOOL:bash}} '.repeat(MEGA / 4)}${'a'.repeat(6 * MEGA)}\n`,
      `${'Bash '.repeat(MEGA / 4)}${'a'.repeat(6 * MEGA)}\n`,
    ],
  ])('an agent: %s', (_, text, expected) => {
    const { agent, told } = build({ 'agents/plan/agent.md': text })
    expect(told).toEqual([])
    expect(agent === expected).toBe(true)
  })

  test('a skill: frontmatter that nothing closes', () => {
    const { told } = build({ 'skills/tdd/SKILL.md': `---\n${'a\n'.repeat(5 * MEGA)}` })
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('error skill-frontmatter skills/tdd/SKILL.md:')
  })

  test('a skill: tokens after its frontmatter', () => {
    const head = '---\nname: tdd\ndescription: Tests\n---\n\n'
    const { skill, told } = build({ 'skills/tdd/SKILL.md': `${head}${'{{TOOL:bash}}\n'.repeat(MEGA / 4)}` })
    expect(told).toEqual([])
    expect(skill === `${head}${'Bash\n'.repeat(MEGA / 4)}`).toBe(true)
  })
})

describe('line ends and byte order marks', () => {
  const body = 'a\n  {{SECTION:s}}\nUse {{TOOL:bash}}.\n'

  test.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['CR', (text: string) => text.replaceAll('\n', '\r')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
    ['no newline at the end', (text: string) => text.trimEnd()],
  ])('T-8: %s makes no difference, nor to a place', (_, change) => {
    const files = {
      'agents/plan/agent.md': change(body),
      'agents/plan/s.md': change('\nx\n\ny\n'),
      'token-map.json': change(JSON.stringify(MAP, null, 2)),
    }
    expect(build(files)).toMatchObject({ agent: 'a\n  x\n\n  y\nUse Bash.\n', told: [] })
    const wrong = { ...files, 'agents/plan/s.md': change('x\ny {{TOOL:bsh}}\n') }
    expect(build(wrong).told).toEqual([
      'error tool-unknown agents/plan/s.md:2:3-15 [claude] unknown tool "bsh" -- did you mean "bash"?',
    ])
  })
})

describe('T-12: no token comes in by an option', () => {
  test.each(['/x/{{TOOL:bash}}', '/x\ny'])('pluginRoot: %j', (value) => {
    const directory = project(path.join(root, String(count++)), {
      'plugin.json': '{"name": "demo"}',
      'skills/tdd/SKILL.md': '---\nname: tdd\ndescription: x\n---\n',
    })
    const told = describeDiagnostics(
      compileIn(directory, { pluginRoot: { claude: value } }),
      'warning',
    ).filter((line) => line.startsWith('error'))
    expect(told).toEqual([
      'error option-value option "pluginRoot.claude" must stand on one line and hold no {{',
    ])
  })
})
