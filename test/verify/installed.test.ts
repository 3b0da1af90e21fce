import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ClientId, type FoundClient, readTree, Scratch } from '../../src/clients/index.ts'
import { Diagnostics } from '../../src/diagnostics/index.ts'
import { type Found, findInstalled } from '../../src/verify/installed.ts'
import { put, scratch } from '../support/trees.ts'

const json = (value: unknown): string => JSON.stringify(value)
/** As Copilot CLI 1.0.102 begins its `config.json`. */
const HEAD = '// User settings belong in settings.json.\n// This file is managed automatically.\n'

let home: string
let own: Scratch
let told: string[]

beforeEach(() => {
  home = scratch()
  own = new Scratch()
  vi.stubEnv('HOME', home)
  for (const name of ['COPILOT_HOME', 'PI_CODING_AGENT_DIR']) vi.stubEnv(name, undefined)
})
afterEach(() => {
  own.remove()
  vi.unstubAllEnvs()
})

async function find(id: ClientId, version: string | null = null): Promise<Found> {
  const diagnostics = new Diagnostics()
  const client: FoundClient = { id, path: 'none', version, command: [] }
  const found = await findInstalled(client, 'demo', own, diagnostics.report)
  told = diagnostics
    .list()
    .map(({ code, file, line }) => `${code} ${path.relative(home, file ?? '')}:${line}`)
  return found
}

/** A market of this machine that offers the plugin, and settings with a comment that name it. */
function market(): string {
  const dir = path.join(home, 'market')
  put(dir, {
    'marketplace.json': json({ name: 'm', plugins: [{ name: 'demo', source: './demo' }] }),
    'demo/plugin.json': '{}',
  })
  const settings = `{
  // mine
  "enabledPlugins": { "demo@m": true },
  "extraKnownMarketplaces": { "m": { "source": { "source": "directory", "path": ${json(dir)} } } },
}
`
  put(home, { '.copilot/settings.json': settings })
  return dir
}

const record = (marketplace: string, dir: string): object => ({
  name: 'demo',
  marketplace,
  version: '1.0.0',
  enabled: true,
  cache_path: dir,
})

test('copilot: settings with comments and final commas name a plugin that is read in place', async () => {
  const dir = market()
  put(home, { '.copilot/config.json': `${HEAD}{}\n` })
  expect(await find('copilot')).toEqual({ dir: path.join(dir, 'demo') })
  expect(told).toEqual([])
})

test('copilot: a direct installation wins; a copy of a local marketplace counts for older clients', async () => {
  const live = path.join(market(), 'demo')
  const [direct, copy] = [path.join(home, 'direct'), path.join(home, 'copy')]
  for (const dir of [direct, copy]) put(dir, { 'plugin.json': '{}' })
  const records = (list: object[]): void =>
    put(home, { '.copilot/config.json': `${HEAD}${json({ installedPlugins: list })}\n` })
  records([record('m', copy)])
  expect(await find('copilot', '1.0.102')).toEqual({ dir: live })
  expect(await find('copilot', '1.0.70')).toEqual({ dir: copy })
  records([record('m', copy), record('', direct)])
  expect(await find('copilot')).toEqual({ dir: direct })
  expect(await find('copilot', '1.0.70')).toEqual({ dir: direct })
  fs.rmSync(direct, { recursive: true })
  expect(await find('copilot')).toEqual({ why: `there is no ${direct}` })
})

test('copilot: of a marketplace that is elsewhere there is a copy', async () => {
  const copy = path.join(home, 'copy')
  put(copy, { 'plugin.json': '{}' })
  const source = { source: 'github', repo: 'me/m' }
  put(home, {
    '.copilot/settings.json': json({
      enabledPlugins: { 'demo@m': true },
      extraKnownMarketplaces: { m: { source } },
    }),
    '.copilot/config.json': `${HEAD}${json({ installedPlugins: [record('m', copy)] })}\n`,
  })
  expect(await find('copilot')).toEqual({ dir: copy })
  put(home, { '.copilot/settings.json': json({ enabledPlugins: { 'demo@m': false } }) })
  expect(await find('copilot')).toEqual({ why: 'it is switched off' })
})

test('copilot: a file that cannot be read is told with its place, and nothing is taken for installed', async () => {
  market()
  put(home, { '.copilot/config.json': `${HEAD}{ "installedPlugins": [ }\n` })
  expect(await find('copilot')).toEqual({ why: 'what it keeps of plugins cannot be read' })
  expect(told).toEqual(['settings-json .copilot/config.json:3'])
})

const list = (...files: string[]): string =>
  json({ version: 1, harness: 'pi', files: Object.fromEntries(files.map((file) => [file, { sha256: 'x' }])) })

test('pi: what an installation wrote beside the package and is gone', async () => {
  put(home, {
    'package/package.json': json({ name: '@me/demo' }),
    '.pi/agent/settings.json': json({ packages: ['~/package'] }),
    '.pi/agent/.agent-cortex/demo.json': list('agents/plan.md', 'agents/other.md'),
    '.pi/agent/agents/other.md': 'Other.\n',
  })
  expect(await find('pi')).toEqual({
    dir: path.join(home, 'package'),
    shared: { dir: path.join(home, '.pi/agent'), gone: ['agents/plan.md'] },
  })
})

test('pi: materialised files are looked at without those of others', async () => {
  put(home, {
    '.pi/agent/settings.json': json({}),
    '.pi/agent/.agent-cortex/demo.json': list('agents/plan.md', 'agents/gone.md'),
    '.pi/agent/agents/plan.md': 'Plan.\n',
    '.pi/agent/agents/theirs.md': 'Theirs.\n',
  })
  const found = await find('pi')
  expect(found).toMatchObject({ copyOf: path.join(home, '.pi/agent') })
  const { agents, gone } = readTree('pi', 'dir' in found ? found.dir : '')
  expect([agents.map(({ file }) => file), gone]).toEqual([['agents/plan.md'], ['agents/gone.md']])
})

test('empty variables count as none; ~ is the home for pi alone, as the clients have it', async () => {
  put(home, {
    'package/package.json': json({ name: 'demo' }),
    '.pi/agent/settings.json': json({ packages: ['~/package'] }),
    'other/settings.json': json({ packages: [] }),
  })
  vi.stubEnv('PI_CODING_AGENT_DIR', '')
  expect(await find('pi')).toEqual({ dir: path.join(home, 'package') })
  vi.stubEnv('PI_CODING_AGENT_DIR', '~/other')
  expect(await find('pi')).toMatchObject({ absent: true })
  const dir = market()
  vi.stubEnv('COPILOT_HOME', '')
  expect(await find('copilot')).toEqual({ dir: path.join(dir, 'demo') })
  fs.renameSync(path.join(home, '.copilot'), path.join(home, 'cop'))
  vi.stubEnv('COPILOT_HOME', '~/cop')
  expect(await find('copilot')).toMatchObject({ absent: true })
  vi.stubEnv('COPILOT_HOME', path.join(home, 'cop'))
  expect(await find('copilot')).toEqual({ dir: path.join(dir, 'demo') })
})
