import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { project } from '../support/project.ts'
import { put, scratch } from '../support/trees.ts'

/** No client is on this PATH. */
const NOWHERE = { PATH: scratch() }

test('nothing built: the mend, exit 1', () => {
  const { code, stderr } = run(project(), ['verify'], NOWHERE)
  expect(code).toBe(1)
  expect(stderr)
    .toBe(`error: nothing is built: there is no tree for copilot, claude, pi in "dist" (output-missing)
  hint: run agent-cortex build

1 error
`)
})

test('a client that is not found is told; it is an error only where it is named', () => {
  const root = project()
  expect(run(root, ['build'])).toMatchObject({ code: 0 })
  const all = run(root, ['verify'], NOWHERE)
  expect(all.code).toBe(0)
  expect(all.stderr).toContain(
    'warning: Claude Code is not found: no claude on PATH (client-missing) [claude]',
  )
  expect(all.stderr).toContain('hint: see --client claude=FILE')
  expect(all.stderr).toContain('3 warnings')
  expect(run(root, ['verify', 'claude'], NOWHERE)).toMatchObject({ code: 1 })
  const named = run(root, ['verify', '--client', 'pi=none', '--format', 'json'], NOWHERE)
  expect(named.code).toBe(1)
  const { ok, diagnostics, clients } = JSON.parse(named.stdout) as {
    ok: boolean
    diagnostics: { message: string; severity: string }[]
    clients: object
  }
  expect(ok).toBe(false)
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([
    'pi coding agent is not found: "none" is no file',
  ])
  expect(clients).toEqual({})
})

test('a client that does not start, and one that is none', () => {
  const root = project()
  expect(run(root, ['build'])).toMatchObject({ code: 0 })
  const dir = scratch()
  put(dir, { broken: '#!/bin/sh\necho "no such libc" >&2\nexit 127\n', other: '#!/bin/sh\necho 1.0.0\n' })
  for (const name of ['broken', 'other']) chmodSync(path.join(dir, name), 0o755)
  const broken = run(root, ['verify', 'claude', '--client', `claude=${dir}/broken`])
  expect(broken.code).toBe(1)
  expect(broken.stderr).toContain(
    `Claude Code at ${dir}/broken does not start: no such libc (client-missing)`,
  )
  for (const id of ['claude', 'copilot', 'pi']) {
    const other = run(root, ['verify', id, '--client', `${id}=${dir}/other`])
    expect(other.code).toBe(1)
    expect(other.stderr).toContain('does not load the tree')
    expect(other.stderr).toContain('(client-refused)')
  }
})

/** Answers as Claude Code 2.1.110 does: whatever an agent lists, its session has all tools. */
const SHOWS_ALL = `#!/bin/sh
if [ "$1" = --version ]; then echo '2.1.110 (Claude Code)'; exit; fi
if [ "$1" = plugin ]; then exit 1; fi
echo '{"type":"system","subtype":"init","agents":["demo:plan"],"skills":["demo:tidy"],"tools":["Bash","Read"]}'
`

test('a Claude Code that shows all tools to every agent does not tell, and that is told', () => {
  const root = project({ 'agents/plan/frontmatter.json': '{"description": "Plans", "tools": ["bash"]}\n' })
  expect(run(root, ['build'])).toMatchObject({ code: 0 })
  const file = path.join(scratch(), 'claude')
  put(path.dirname(file), { claude: SHOWS_ALL })
  chmodSync(file, 0o755)
  const { stdout, stderr, code } = run(root, ['verify', 'claude', '--client', `claude=${file}`])
  expect(stdout).toContain('  agent   demo:plan   this client does not tell its tools\n')
  expect(stderr).toContain(
    'warning: this version shows all tools to every agent, so what an agent gets of its list cannot be told (client-problem)',
  )
  expect(code).toBe(0)
})

test.each([
  [['claud'], 'unknown client "claud"'],
  [['--client', 'claude'], '--client: "claude" is not HARNESS=FILE'],
  [['--client', 'cursor=x'], 'unknown client "cursor"'],
])('%j is no call', (words, message) => {
  const { code, stderr } = run(project(), ['verify', ...words], NOWHERE)
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test('a pipe in a tree is told, and nobody waits for it', () => {
  const root = project()
  expect(run(root, ['build'])).toMatchObject({ code: 0 })
  const dir = scratch()
  put(dir, { pi: '#!/bin/sh\necho 1.6.0\n' })
  chmodSync(path.join(dir, 'pi'), 0o755)
  execFileSync('mkfifo', [path.join(root, 'dist/pi/agents/more.md')])
  const { code, stderr } = run(root, ['verify', 'pi', '--client', `pi=${dir}/pi`])
  expect(code).toBe(1)
  expect(stderr).toContain('dist/pi/agents/more.md: error: this is no file, and a client')
  expect(stderr).toContain('(not-a-file) [pi]')
})
