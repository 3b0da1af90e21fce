import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Builder, type Outcome } from '../../src/build/build.ts'
import { compareOutputs } from '../../src/build/compare.ts'
import type { AgentCortexOptions } from '../../src/compiler/index.ts'
import { defineHarness } from '../../src/harness/index.ts'
import { COPILOT_PLAN, project } from '../support/project.ts'
import { put } from '../support/trees.ts'

const COPIES: AgentCortexOptions = { committed: { copilot: 'agents' } }

function build(root: string, options: AgentCortexOptions = COPIES, harness?: string[]): Outcome {
  return new Builder({ root, options, flags: harness === undefined ? {} : { harness } }, false).build()
}

/** Codes and files of what was reported, without info. */
function told({ compilation }: Outcome): [string, string | undefined][] {
  return compilation.diagnostics.list('warning').map(({ code, file }) => [code, file])
}

/** Files directly in a folder. */
function files(root: string, folder = 'agents'): Record<string, string> {
  const entries = fs.readdirSync(path.join(root, folder), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  return Object.fromEntries(
    names.map((name) => [name, fs.readFileSync(path.join(root, folder, name), 'utf8')]),
  )
}

/** A project whose agent copilot gets as a native file. */
function nativeProject(): string {
  const root = project({ 'agents-native/plan.md': native('One.') })
  const map = JSON.parse(fs.readFileSync(path.join(root, 'token-map.json'), 'utf8'))
  map.agents.deferred = { plan: ['copilot'] }
  put(root, { 'token-map.json': JSON.stringify(map) })
  return root
}

function native(body: string): string {
  return `---\nname: "demo:plan"\ndescription: "By hand."\n---\n\n${body}\n`
}

test('O-6: a copy has the bytes of the tree', () => {
  const root = project()
  expect(build(root).written).toBe(true)
  expect(files(root)).toEqual({ 'plan.agent.md': COPILOT_PLAN })
})

test('O-6: a stale copy with the marker goes, files without it stay', () => {
  const stale = COPILOT_PLAN.replaceAll('plan', 'gone')
  const mine = { 'README.md': 'Mine.\n', 'mine.agent.md': '---\nname: mine\n---\n\nMine.\n' }
  const root = project({
    'agents/gone.agent.md': stale,
    'agents/README.md': mine['README.md'],
    'agents/mine.agent.md': mine['mine.agent.md'],
  })
  expect(build(root).written).toBe(true)
  expect(files(root)).toEqual({ ...mine, 'plan.agent.md': COPILOT_PLAN })
})

test('O-6: a copy that was edited by hand is ours by its marker', () => {
  const root = project({ 'agents/plan.agent.md': `${COPILOT_PLAN}By hand.\n` })
  expect(build(root).written).toBe(true)
  expect(files(root)).toEqual({ 'plan.agent.md': COPILOT_PLAN })
})

test('lesson 31: a file without the marker at a path of ours is told, and nothing is written', () => {
  const root = project({ 'agents/plan.agent.md': '---\nname: mine\n---\n\nMine.\n' })
  const outcome = build(root)
  expect(outcome.written).toBe(false)
  expect(told(outcome)).toEqual([['output-foreign', 'agents/plan.agent.md']])
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})

test('O-6: with --harness lacking copilot, copies are neither written nor compared', () => {
  const root = project({ 'agents/plan.agent.md': `${COPILOT_PLAN}By hand.\n` })
  const outcome = build(root, COPIES, ['pi'])
  expect(outcome).toMatchObject({ written: true, plans: { committed: [] } })
  expect(files(root)['plan.agent.md']).toBe(`${COPILOT_PLAN}By hand.\n`)
})

test('the copies of a harness that is built no longer go', () => {
  const root = project()
  build(root)
  build(root, { ...COPIES, harnesses: ['pi'] })
  expect(files(root)).toEqual({})
})

test('two harnesses share a directory: neither takes the copies of the other for stale', () => {
  const root = project()
  const options = { committed: { claude: 'agents', copilot: 'agents' } }
  build(root, options)
  expect(Object.keys(files(root))).toEqual(['plan.agent.md', 'plan.md'])
  build(root, options, ['claude'])
  build(root, options, ['copilot'])
  expect(Object.keys(files(root))).toEqual(['plan.agent.md', 'plan.md'])
})

test('two harnesses whose copies have the same names cannot share a directory', () => {
  const root = project()
  const outcome = build(root, { committed: { claude: 'copies', pi: './copies/' } })
  expect(outcome.written).toBe(false)
  expect(told(outcome)).toEqual([['option-value', undefined]])
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})

test("a project's own harness has copies by its own layout", () => {
  const root = project({ 'agents/plan/own/frontmatter.json': '{}\n', 'copies/old.own.md': COPILOT_PLAN })
  const map = JSON.parse(fs.readFileSync(path.join(root, 'token-map.json'), 'utf8'))
  map.tools.bash.own = 'bash'
  map.paths.plugin_root.own = '/own'
  put(root, { 'token-map.json': JSON.stringify(map) })
  const own = defineHarness({
    id: 'own',
    nativeTools: { names: ['bash'] },
    layout: { agent: (name) => `deep/agents/${name}.own.md` },
  })
  const outcome = build(root, { harnesses: [own], committed: { own: 'copies' } })
  expect(told(outcome)).toEqual([])
  expect(Object.keys(files(root, 'copies'))).toEqual(['plan.own.md'])
})

test('a native agent is copied byte for byte, and its copy is known by what the last build wrote', () => {
  const root = nativeProject()
  expect(told(build(root))).toEqual([])
  expect(files(root)).toEqual({ 'plan.agent.md': native('One.') })

  put(root, { 'agents-native/plan.md': native('Two.') })
  expect(told(build(root))).toEqual([])
  expect(files(root)).toEqual({ 'plan.agent.md': native('Two.') })
})

test('the copy of an agent that is native no longer is replaced; of one that is gone, removed', () => {
  const root = nativeProject()
  build(root)
  const map = JSON.parse(fs.readFileSync(path.join(root, 'token-map.json'), 'utf8'))
  map.agents.deferred = {}
  put(root, { 'token-map.json': JSON.stringify(map) })
  fs.rmSync(path.join(root, 'agents-native'), { recursive: true })
  expect(told(build(root))).toEqual([])
  expect(files(root)).toEqual({ 'plan.agent.md': COPILOT_PLAN })

  const other = nativeProject()
  build(other)
  fs.rmSync(path.join(other, 'agents/plan/copilot'), { recursive: true })
  const without = JSON.parse(fs.readFileSync(path.join(other, 'token-map.json'), 'utf8'))
  without.agents.deferred = {}
  put(other, { 'token-map.json': JSON.stringify(without) })
  fs.rmSync(path.join(other, 'agents-native'), { recursive: true })
  expect(told(build(other))).toEqual([])
  expect(files(other)).toEqual({})
})

test('lesson 31: what a native agent would replace is not ours when it was never built', () => {
  const root = nativeProject()
  put(root, { 'agents/plan.agent.md': native('Mine.') })
  const outcome = build(root)
  expect(told(outcome)).toEqual([['output-foreign', 'agents/plan.agent.md']])
  expect(files(root)).toEqual({ 'plan.agent.md': native('Mine.') })
})

test('a changed copy of a native agent is a difference', () => {
  const root = nativeProject()
  build(root)
  fs.rmSync(path.join(root, 'dist'), { recursive: true })
  fs.appendFileSync(path.join(root, 'agents/plan.agent.md'), 'By hand.\n')
  const { compilation, plans } = new Builder({ root, options: COPIES, flags: {} }, false).check()
  const { diff } = compareOutputs(plans, path.join(root, 'dist'), compilation.diagnostics.report)
  expect(diff).toBe(`\
--- agents/plan.agent.md
+++ agents/plan.agent.md
@@ -4,4 +4,3 @@
 ---
 
 One.
-By hand.
`)
})

test.each([
  ['../elsewhere', 'lies outside the project'],
  ['/tmp/elsewhere', 'lies outside the project'],
  ['skills', 'is, contains or lies within skills/, which holds sources'],
  ['skills/made', 'is, contains or lies within skills/, which holds sources'],
  ['agents-native', 'is, contains or lies within agents-native/, which holds sources'],
  ['agents/plan', 'lies within an agent'],
])('O-6: copies may not go to %s', (folder, why) => {
  const root = project()
  const { compilation, written } = build(root, { committed: { copilot: folder } })
  expect(written).toBe(false)
  expect(compilation.diagnostics.list('error').map(({ code, message }) => `${code}: ${message}`)).toEqual([
    `option-value: option "committed.copilot": ${JSON.stringify(folder)} ${why}`,
  ])
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})
