import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { project } from '../support/project.ts'

const BIN = path.resolve(import.meta.dirname, '../../bin/agent-cortex.mjs')
const ESCAPE = '\u001b['

test.each([
  [{}, false],
  [{ FORCE_COLOR: '1' }, true],
  [{ FORCE_COLOR: '1', CI: 'true' }, true],
  [{ FORCE_COLOR: '0' }, false],
  [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('colours: no terminal and %j', (env, colorful) => {
  const { stdout } = run(project(), ['build'], env)
  expect(stdout.includes(ESCAPE)).toBe(colorful)
  expect(stdout).toContain('dist/claude')
})

test('diagnostics are coloured on stderr alone', () => {
  const root = project()
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), '{{TOOL:bsh}}\n')
  const { stdout, stderr } = run(root, ['build', '--format', 'json'], { FORCE_COLOR: '1' })
  expect(stdout).not.toContain(ESCAPE)
  expect(stderr).toBe('')
  expect(run(root, ['build'], { FORCE_COLOR: '1' }).stderr).toContain(ESCAPE)
})

test.skipIf(process.platform === 'win32')('a reader that stops reading is no failure', () => {
  const root = project()
  const script = `"${process.execPath}" "${BIN}" build --format json | true; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' })
  expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' })
})

test.runIf(fs.existsSync('/dev/full'))('an output that cannot be written ends the command with 1', () => {
  const root = project()
  const full = fs.openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'build', '--format', 'json'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  })
  fs.closeSync(full)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^agent-cortex: the output cannot be written: ENOSPC.*\n$/)
})

const LIB = pathToFileURL(path.resolve(import.meta.dirname, '../../lib/index.js')).href

/** A harness of the project's own whose code throws. */
const FAULTY = `import { agentCortex, defineHarness } from ${JSON.stringify(LIB)}
const layout = { agent() { throw new Error('not foreseen') } }
const own = defineHarness({ id: 'own', nativeTools: { names: ['bash'] }, layout })
export default { plugins: [agentCortex({ harnesses: [own] })] }
`

test.each(['build', 'check', 'validate'])('%s: what nobody foresaw is told without a stack', (command) => {
  const root = project({ 'vite.config.mjs': FAULTY, 'agents/plan/own/frontmatter.json': '{}\n' })
  const { code, stdout, stderr } = run(root, [command])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(
    /^error: .*not foreseen.* \(internal\)\n {2}hint: this is a fault of agent-cortex: please report it\n\n1 error\n$/,
  )
})

test('a stack is shown where it is asked for, and json stays one object', () => {
  const root = project({ 'vite.config.mjs': FAULTY, 'agents/plan/own/frontmatter.json': '{}\n' })
  const { code, stdout, stderr } = run(root, ['check', '--format', 'json'], { DEBUG: 'agent-cortex' })
  expect(code).toBe(1)
  expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: 'internal', message: 'not foreseen' }])
  expect(stderr).toMatch(/^Error: not foreseen\n {4}at /)
})
