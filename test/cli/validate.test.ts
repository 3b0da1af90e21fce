import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { project } from '../support/project.ts'
import { disk, put } from '../support/trees.ts'

test('valid sources are told in one line; nothing is written, and dist is not looked at', () => {
  const root = project({ 'dist/pi/agents/plan.md': 'Mine.\n' })
  const before = disk(root)
  expect(run(root, ['validate'])).toEqual({
    code: 0,
    stdout: 'no errors: copilot (1 agent, 1 skill), claude (1 agent, 1 skill), pi (1 agent, 1 skill)\n',
    stderr: '',
  })
  expect(disk(root)).toEqual(before)
})

/** A mistake in the agent, one in the skill and one in the map. */
function mistaken(): string {
  const root = project()
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), '{{TOOL:bsh}}\n')
  fs.appendFileSync(path.join(root, 'skills/tidy/SKILL.md'), '{{PATH:skills/tydi/SKILL.md}}\n')
  const map = JSON.parse(fs.readFileSync(path.join(root, 'token-map.json'), 'utf8'))
  put(root, { 'token-map.json': JSON.stringify({ ...map, extra: 1 }) })
  return root
}

test.each([
  [[], 1, ['agents/plan/agent.md', 'skills/tidy/SKILL.md', 'token-map.json']],
  [['.'], 1, ['agents/plan/agent.md', 'skills/tidy/SKILL.md', 'token-map.json']],
  [['agents'], 1, ['agents/plan/agent.md']],
  [['agents/plan/'], 1, ['agents/plan/agent.md']],
  [['skills', 'token-map.json'], 1, ['skills/tidy/SKILL.md', 'token-map.json']],
  [['token-map.json'], 0, ['token-map.json']],
  [['agents/plan/claude'], 0, []],
])('PATHs restrict what is shown, and the exit code with it: %j', (words, exit, files) => {
  const { code, stdout } = run(mistaken(), ['validate', ...words, '--format', 'json'])
  const { diagnostics, ...rest } = JSON.parse(stdout) as { diagnostics: { file: string }[] }
  expect(diagnostics.map(({ file }) => file)).toEqual(files)
  expect(rest).toEqual({ version: 1, ok: exit === 0, outputs: {} })
  expect(code).toBe(exit)
})

test('PATHs are found from where the call is made, and from --root', () => {
  const root = mistaken()
  expect(run(path.join(root, 'agents'), ['validate', '--root', '..', 'plan']).code).toBe(1)
  const { code, stdout } = run(path.dirname(root), ['validate', '--root', root, 'token-map.json'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'no errors in token-map.json\n' })
})

test.each([
  [['agents/plna'], 'there is no "agents/plna"'],
  [['..'], '".." lies outside the project'],
  [['README.md'], '"README.md" is no source of this project'],
  [['other'], '"other" is no source of this project'],
  [['agents', 'other/agents'], '"other/agents" is no source of this project'],
  [['vite.config.mjs'], '"vite.config.mjs" is no source of this project'],
])('a PATH that is none ends with 2: %j', (words, message) => {
  const others = {
    'README.md': '',
    'vite.config.mjs': 'export default {}',
    'other/agents/x/agent.md': '{{TOOL:bsh}}\n',
  }
  const { code, stdout, stderr } = run(project(others), ['validate', ...words])
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr.split('\n')[0]).toBe(`agent-cortex: ${message}`)
})

test('an Agent Harness is validated by its own rules, with paths from the root', () => {
  const root = project({
    'h/HARNESS.md': '---\nname: H\n---\nBody.\n',
    'h/tools/TOOLS.md': '---\ndescription: What the agent can do.\n---\nText.\n',
  })
  const { code, stderr } = run(root, ['validate', 'h'])
  expect(code).toBe(1)
  expect(stderr).toContain('h/HARNESS.md:2:1: error: "description" is missing (harness-description)')
  expect(run(root, ['validate', 'h', 'agents']).code).toBe(2)
})

test('--strict takes warnings for errors', () => {
  const { code, stderr } = run(mistaken(), ['validate', 'token-map.json', '--strict'])
  expect(code).toBe(1)
  expect(stderr).toContain('(map-key-unknown)')
})

test('every kind of source may be a PATH', () => {
  const root = project({
    'plugin.json': '{}',
    'marketplace.json': '{}',
    'pi-extras/a/b.txt': '',
    'share/hooks/run.sh': '',
    'vite.config.mjs': `export default { plugins: [{ name: 'agent-cortex', api: { options: { copy: { pi: { 'share/hooks': 'hooks' } } } } }] }`,
  })
  const paths = [
    'plugin.json package.json marketplace.json token-map.json pi-extras/a/b.txt pi-extras',
    'skills/tidy/SKILL.md agents/plan/claude/frontmatter.json share/hooks/run.sh share',
  ].flatMap((line) => line.split(' '))
  const { code, stderr } = run(root, ['validate', ...paths])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})

test('O-3: a broken token map is an error of every PATH', () => {
  const root = project({ 'token-map.json': '{"version": 1,}' })
  for (const place of ['agents', 'skills/tidy', 'package.json']) {
    const { code, stderr } = run(root, ['validate', place])
    expect(code).toBe(1)
    expect(stderr).toContain('token-map.json:1:')
    expect(stderr).toContain('(map-json)')
  }
})

test('S-9: a PATH that is a link is the link, as diagnostics name it', () => {
  const root = project({ 'shared/text.md': '{{TOOL:bsh}}\n' })
  fs.rmSync(path.join(root, 'agents/plan/agent.md'))
  fs.symlinkSync('../../shared/text.md', path.join(root, 'agents/plan/agent.md'))
  const { code, stderr } = run(root, ['validate', 'agents/plan/agent.md'])
  expect(code).toBe(1)
  expect(stderr).toContain('agents/plan/agent.md:1:1: error: unknown tool "bsh"')
})
