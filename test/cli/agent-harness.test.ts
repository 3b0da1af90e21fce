import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { project } from '../support/project.ts'

const DESK = {
  'harnesses/desk/HARNESS.md':
    '---\nname: Desk\ndescription: Keeps the desk of a small shop.\n---\n\nYou keep the desk.\n\n- `house/` — how we write\n',
  'harnesses/desk/house/HOUSE.md':
    '---\ndescription: Rules of style for the shop.\n---\n\nRead before writing.\n',
  'harnesses/desk/house/old.md': '---\ndescription: How the shop wrote before.\n---\n\nLong ones.\n',
}

const LIB = pathToFileURL(path.resolve(import.meta.dirname, '../../lib/index.js')).href

const COST_RE =
  /^harnesses\/desk, tree: \d+(?: to \d+)? tokens at the start and \d+ on the way to a file; flat: \d+(?: to \d+)? at the start \(o200k_base\)$/m

test('a build tells what an Agent Harness costs, also where it has nothing to do', () => {
  const root = project(DESK)
  const first = run(root, ['build'])
  const second = run(root, ['build'])
  expect([first.code, second.code, first.stderr]).toEqual([0, 0, ''])
  expect(first.stdout).toMatch(COST_RE)
  expect(second.stdout).toMatch(COST_RE)
  expect(COST_RE.exec(second.stdout)?.[0]).toBe(COST_RE.exec(first.stdout)?.[0])
  expect(run(root, ['build', '--format', 'json']).stdout).not.toContain('tokens')
})

test('what is gone from it goes from the trees, and check sees what was changed there', () => {
  const root = project(DESK)
  const out = (file: string): string => path.join(root, 'dist/claude/harnesses/desk/house', file)
  expect(run(root, ['build']).code).toBe(0)
  expect(fs.existsSync(out('old.md'))).toBe(true)
  fs.rmSync(path.join(root, 'harnesses/desk/house/old.md'))
  expect(run(root, ['build']).code).toBe(0)
  expect(fs.existsSync(out('old.md'))).toBe(false)

  expect(run(root, ['check']).code).toBe(0)
  fs.appendFileSync(out('HOUSE.md'), 'By hand.\n')
  const { code, stdout } = run(root, ['check'])
  expect(code).toBe(1)
  expect(stdout).toContain('\n-By hand.\n')
})

test('--harness takes the tree for no client by its name, where the option makes one', () => {
  const config = `import { agentCortex } from ${JSON.stringify(LIB)}
export default { plugins: [agentCortex({ agentHarness: true })] }
`
  const root = project({ 'vite.config.mjs': config })
  const built = run(root, ['build', '--harness', 'agent-harness'])
  expect([built.code, fs.readdirSync(path.join(root, 'dist'))]).toEqual([0, ['agent-harness']])
  expect(run(root, ['check', '--harness', 'agent-harness'])).toMatchObject({ code: 0 })
  expect(run(root, ['build', '--harness', 'agent-harnes']).stderr).toContain('did you mean "agent-harness"?')

  const without = run(project(), ['build', '--harness', 'agent-harness'])
  expect(without.code).toBe(2)
  expect(without.stderr).toContain('agent-harness is not built here\n  hint: set the option "agentHarness"')
})
