import fs from 'node:fs'
import path from 'node:path'
import { build, createBuilder, type InlineConfig, resolveConfig } from 'vite'
import { expect, test } from 'vitest'
import { agentCortex, BuildFailure } from '../../src/plugin/index.ts'
import { COPILOT_PLAN, project } from '../support/project.ts'
import { disk, put } from '../support/trees.ts'

function config(root: string, more: InlineConfig = {}): InlineConfig {
  return { root, configFile: false, logLevel: 'silent', plugins: [agentCortex()], ...more }
}

function copilotPlan(root: string): string | undefined {
  return disk(path.join(root, 'dist/copilot'))['agents/plan.agent.md']
}

const TREE_RE = /^(?:copilot|claude|pi)\//

const APP = {
  'index.html': '<!doctype html><script type="module" src="/main.js"></script>\n',
  'main.js': 'document.title = "The app"\n',
  'public/icon.svg': '<svg/>\n',
}

test('an app in the same configuration is built as without us, beside the trees', async () => {
  const [alone, shared] = [project(APP), project(APP)]
  await build(config(alone, { plugins: [] }))
  await build(config(shared))
  expect(copilotPlan(shared)).toBe(COPILOT_PLAN)
  const app = disk(path.join(alone, 'dist'))
  expect(Object.keys(app)).toEqual(expect.arrayContaining(['icon.svg', 'index.html']))
  expect(disk(path.join(shared, 'dist'))).toMatchObject(app)
  const others = Object.keys(disk(path.join(shared, 'dist'))).filter((file) => !TREE_RE.test(file))
  expect(others).toEqual(Object.keys(app))
})

test('an app whose output directory Vite empties still has all trees in it, again and again', async () => {
  const root = project(APP)
  await build(config(root))
  const first = disk(path.join(root, 'dist'))
  await build(config(root))
  expect(disk(path.join(root, 'dist'))).toEqual(first)
})

test('a library in a format that allows one entry only is built', async () => {
  const root = project({ 'main.js': 'export const answer = 42\n' })
  const lib = { entry: 'main.js', name: 'answers', formats: ['umd' as const], fileName: 'answers' }
  await build(config(root, { build: { lib } }))
  expect(Object.keys(disk(path.join(root, 'dist')))).toContain('answers.umd.js')
  expect(copilotPlan(root)).toBe(COPILOT_PLAN)
})

test('an app that imports an agent as text gets the text', async () => {
  const root = project({ 'main.js': 'import text from "./agents/plan/agent.md?raw"\nconsole.log(text)\n' })
  await build(config(root, { build: { rolldownOptions: { input: 'main.js' } } }))
  const [script] = Object.entries(disk(path.join(root, 'dist/assets')))
  expect(script?.[1]).toContain('{{TOOL:bash}}')
})

test('with several environments the trees are written once', async () => {
  const root = project({
    'index.html': APP['index.html'],
    'main.js': '\n',
    'server.js': 'export default 1\n',
  })
  const outcomes: boolean[] = []
  const plugins = agentCortex()
  plugins[0]!.api.override({ onOutcome: ({ written }: { written: boolean }) => outcomes.push(written) })
  const environments = { ssr: { build: { outDir: 'server', rolldownOptions: { input: 'server.js' } } } }
  const builder = await createBuilder({
    ...config(root),
    plugins,
    environments,
    builder: { sharedPlugins: true },
  })
  await builder.buildApp()
  expect(fs.readdirSync(path.join(root, 'server'))).toEqual(['server.mjs'])
  expect(outcomes).toEqual([true])
  expect(copilotPlan(root)).toBe(COPILOT_PLAN)
})

test('an error of ours keeps the app from being built, and has no stack', async () => {
  const root = project({ ...APP, 'agents/plan/agent.md': '{{TOOL:bsh}}\n' })
  const builder = await createBuilder(config(root), null)
  const error: unknown = await builder.buildApp().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BuildFailure)
  expect(error).toMatchObject({ message: '1 error; nothing was written', stack: '' })
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})

test('with write: false nothing is written', async () => {
  const root = project()
  await build(config(root, { build: { write: false } }))
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})

test('api: flags win over options, and the outcome goes to who asks for it', async () => {
  const root = project()
  const plugins = agentCortex({ out: 'trees' })
  const [plugin] = plugins
  expect(plugin!.name).toBe('agent-cortex')
  expect(plugin!.api.options).toEqual({ out: 'trees' })
  const outcomes: { written: boolean }[] = []
  plugin!.api.override({
    out: 'flagged',
    harness: ['pi'],
    onOutcome: (outcome: never) => outcomes.push(outcome),
  })
  await build(config(root, { plugins }))
  expect(outcomes).toMatchObject([{ written: true }])
  expect(fs.readdirSync(path.join(root, 'flagged'))).toEqual(['pi'])
  expect(fs.existsSync(path.join(root, 'trees'))).toBe(false)
})

test('one plugin serves several builds in one process', async () => {
  const root = project()
  const plugins = agentCortex()
  await build(config(root, { plugins }))
  put(root, { 'agents/plan/agent.md': 'New text.\n' })
  await build(config(root, { plugins }))
  expect(copilotPlan(root)).toContain('\nNew text.\n')
})

async function pluginsIn(command: 'serve' | 'build'): Promise<string[]> {
  const { plugins } = await resolveConfig(config(project()), command)
  return plugins.map(({ name }) => name)
}

test('a dev server and a test runner, which read the same configuration, do not start it', async () => {
  expect(await pluginsIn('build')).toContain('agent-cortex')
  expect(await pluginsIn('serve')).not.toContain('agent-cortex')
})
