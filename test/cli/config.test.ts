import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { project } from '../support/project.ts'
import { disk } from '../support/trees.ts'

const LIB = pathToFileURL(path.resolve(import.meta.dirname, '../../lib/index.js')).href

/** A configuration that uses our plugin. @param plugins how it is put there */
function config(options: string, plugins = `agentCortex(${options})`): string {
  return `import { agentCortex } from ${JSON.stringify(LIB)}\nexport default { plugins: [${plugins}] }\n`
}

test.each(['vite.config.ts', 'vite.config.mts', 'vite.config.js', 'vite.config.mjs'])(
  'the options of %s hold for build, check and validate',
  (file) => {
    const root = project({ [file]: config(`{ out: 'made', harnesses: ['pi'] }`) })
    expect(run(root, ['validate']).stdout).toBe('no errors: pi (1 agent, 1 skill)\n')
    const { code, stdout, stderr } = run(root, ['build'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^pi {3}1 agent {3}1 skill {3}3 files {3}3 written {3}made\/pi\nbuilt in .*\n$/)
    expect(run(root, ['check']).stdout).toBe('up to date: made/pi\n')
  },
)

test('both hosts write the same bytes', () => {
  const root = project()
  run(root, ['build', '--out', 'alone'])
  fs.writeFileSync(path.join(root, 'vite.config.ts'), config(''))
  run(root, ['build', '--out', 'hosted'])
  const alone = disk(path.join(root, 'alone'))
  // Eleven files, and each tree's list of its own.
  expect(Object.keys(alone)).toHaveLength(14)
  expect(disk(path.join(root, 'hosted'))).toEqual(alone)
})

test('flags win over options', () => {
  const root = project({ 'vite.config.ts': config(`{ out: 'made', pluginRoot: { pi: '/a' } }`) })
  const words = ['build', '--out', 'other', '--harness', 'pi', '--plugin-root', 'pi=/b', '--format', 'json']
  const { code, stdout, stderr } = run(root, words)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout).outputs).toEqual({
    pi: { dir: 'other/pi', files: 3, added: 3, changed: 0, removed: 0, unchanged: 0 },
  })
  expect(fs.existsSync(path.join(root, 'made'))).toBe(false)
  expect(disk(path.join(root, 'other'))['pi/agents/plan.md']).toContain('by /b/skills/tidy/SKILL.md')
})

test('the plugin is found in nested and promised arrays', () => {
  const nested = config('', `[[null, Promise.resolve([agentCortex({ out: 'made' })])], false]`)
  const root = project({ 'vite.config.mjs': nested })
  expect(run(root, ['build', '--harness', 'pi'])).toMatchObject({ code: 0, stderr: '' })
  expect(fs.readdirSync(path.join(root, 'made'))).toEqual(['pi'])
})

test('a configuration without our plugin means its defaults, and Vite builds nothing', () => {
  const other = `export default { plugins: [{ name: 'other', buildStart() { throw new Error('built') } }] }\n`
  const root = project({ 'vite.config.js': other })
  const { code, stderr } = run(root, ['build'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(fs.readdirSync(path.join(root, 'dist')).toSorted()).toEqual(['claude', 'copilot', 'pi'])
})

test("the configuration's root is the project's", () => {
  const root = project({ 'site/vite.config.mjs': config('').replace('{ plugins', `{ root: '..', plugins`) })
  expect(run(root, ['build', '--root', 'site', '--harness', 'pi'])).toMatchObject({ code: 0, stderr: '' })
  expect(fs.existsSync(path.join(root, 'dist/pi'))).toBe(true)
})

test.each(['build', 'check', 'validate'])(
  '%s: a configuration that throws is told without a stack',
  (command) => {
    const root = project({ 'vite.config.mjs': `throw new Error('no luck')\n` })
    expect(run(root, [command])).toEqual({
      code: 1,
      stdout: '',
      stderr: `\
vite.config.mjs: error: this configuration cannot be loaded: no luck (config-failed)

1 error
`,
    })
  },
)

test('a plugin of others that fails is told as one diagnostic', () => {
  const failing = `{ name: 'other', buildStart() { throw new Error('no luck') } }`
  const root = project({ 'vite.config.mjs': config('', `agentCortex(), ${failing}`) })
  const { code, stdout } = run(root, ['build', '--format', 'json'])
  expect(code).toBe(1)
  const { ok, diagnostics } = JSON.parse(stdout)
  expect({ ok, codes: diagnostics.map(({ code: one }: { code: string }) => one) }).toEqual({
    ok: false,
    codes: ['config-failed'],
  })
  expect(diagnostics[0].message).toContain('no luck')
})

test('a mistake in the sources is told once', () => {
  const root = project({ 'vite.config.mjs': config('') })
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), '{{TOOL:bsh}}\n')
  const { code, stdout, stderr } = run(root, ['build'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^agents\/plan\/agent\.md:2:1: error: [^]*\n1 error\nnothing was written\n$/)
  expect(stderr.split('unknown tool')).toHaveLength(2)
})

test('an option that there is not is told with the nearest', () => {
  const root = project({ 'vite.config.mjs': config(`{ committd: {} }`) })
  const { code, stderr } = run(root, ['check'])
  expect(code).toBe(1)
  expect(stderr).toContain(
    'error: there is no option "committd" (option-unknown)\n  hint: did you mean "committed"?',
  )
})

test('O-6: committed copies are written by build and compared by check', () => {
  const root = project({ 'vite.config.mjs': config(`{ committed: { copilot: 'agents' } }`) })
  expect(run(root, ['build']).stdout).toContain('\n1 copy for copilot in agents, 1 written\n')
  const copy = path.join(root, 'agents/plan.agent.md')
  expect(fs.readFileSync(copy)).toEqual(fs.readFileSync(path.join(root, 'dist/copilot/agents/plan.agent.md')))
  fs.rmSync(path.join(root, 'dist'), { recursive: true })
  expect(run(root, ['check']).stdout).toBe('up to date: agents\n')
  fs.appendFileSync(copy, 'By hand.\n')
  const { code, stdout } = run(root, ['check'])
  expect(code).toBe(1)
  expect(stdout).toContain('--- agents/plan.agent.md\n+++ agents/plan.agent.md\n')
  expect(stdout).toContain('\n-By hand.\n')
  expect(run(root, ['check', '--harness', 'pi']).code).toBe(0)
})

test.each(['build', 'check', 'validate'])('%s: a plugin that was not called is an error', (command) => {
  const root = project({ 'vite.config.mjs': config('', 'agentCortex') })
  expect(fs.readFileSync(path.join(root, 'vite.config.mjs'), 'utf8')).toContain('[agentCortex]')
  const { code, stderr } = run(root, [command])
  expect(code).toBe(1)
  expect(stderr).toContain('a plugin is what agentCortex() returns: write agentCortex(), not agentCortex')
})
