import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type ClientId, type FoundClient, readObject, runClient, type Scratch } from '../clients/index.ts'

type Plain = Readonly<Record<string, unknown>>

/** Where a client has a plugin; or why it does not, and whether that is just because nobody installed it. */
export type Found = { dir: string } | { why: string; absent?: true }

/**
 * Directory of a plugin as a client has it installed for the user. The client is asked about a copy of its state files in the
 * scratch directory; the user's own are only read.
 */
export async function findInstalled(client: FoundClient, name: string, scratch: Scratch): Promise<Found> {
  const found = await FINDERS[client.id](client, name, scratch)
  return 'dir' in found && !existsSync(found.dir) ? { why: `there is no ${found.dir}` } : found
}

const SCOPE_RE = /^@[^/]*\//

type Finder = (client: FoundClient, name: string, scratch: Scratch) => Promise<Found>

const FINDERS: Readonly<Record<ClientId, Finder>> = { claude: inClaude, copilot: inCopilot, pi: inPi }

/** `plugin list --json` on a copy of settings and lists; a plugin of a local marketplace is read in place. */
async function inClaude(client: FoundClient, name: string, scratch: Scratch): Promise<Found> {
  const home = process.env['CLAUDE_CONFIG_DIR'] ?? path.join(os.homedir(), '.claude')
  const copy = scratch.folder('claude-installed')
  const state = ['settings.json', 'plugins/known_marketplaces.json', 'plugins/installed_plugins.json']
  copyState(home, copy, state)
  const env = scratch.environment({ CLAUDE_CONFIG_DIR: copy, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' })
  const run = await runClient(client, ['plugin', 'list', '--json'], { cwd: scratch.cwd, env })
  const plugins = parseList(run.stdout)
  const plugin = plugins?.find(({ id }) => String(id).startsWith(`${name}@`))
  if (plugins === undefined) return { why: `the client does not tell: ${run.stderr.trim().split('\n')[0]}` }
  if (plugin === undefined) return { why: 'the client does not list it', absent: true }
  if (plugin['enabled'] === false) return { why: 'it is switched off' }
  const errors = plugin['errors']
  if (Array.isArray(errors) && errors.length > 0) return { why: String(errors[0]) }
  const market = String(plugin['id']).slice(name.length + 1)
  const source = placeIn(readObject(path.join(copy, 'plugins/known_marketplaces.json')), market)
  const dir = plugin['readFromFolder'] ?? (source && entryOf(source, name)) ?? plugin['installPath']
  return typeof dir === 'string' ? { dir } : { why: 'the client does not tell where' }
}

/** The settings say what is switched on; a direct install has its own record. */
async function inCopilot(_: FoundClient, name: string): Promise<Found> {
  const home = process.env['COPILOT_HOME'] ?? path.join(os.homedir(), '.copilot')
  const { installedPlugins } = readObject(path.join(home, 'config.json'))
  const records = Array.isArray(installedPlugins) ? (installedPlugins as Plain[]) : []
  const record = records.find((one) => one['name'] === name && one['enabled'] !== false)
  // It wins over a plugin of a marketplace, and older clients copy those too.
  if (typeof record?.['cache_path'] === 'string') return { dir: record['cache_path'] }
  const { enabledPlugins, extraKnownMarketplaces } = readObject(path.join(home, 'settings.json'))
  const switched = Object.entries((enabledPlugins ?? {}) as Plain).filter(([id]) => id.startsWith(`${name}@`))
  const [id] = switched.find(([, on]) => on === true) ?? []
  if (id === undefined)
    return switched.length > 0
      ? { why: 'it is switched off' }
      : { why: 'its settings do not name it', absent: true }
  const market = placeIn((extraKnownMarketplaces ?? {}) as Plain, id.slice(name.length + 1))
  const dir = market && entryOf(market, name)
  return dir === undefined ? { why: `its marketplace is not found: ${id}` } : { dir }
}

/** `packages` of the settings: a path is relative to them. */
async function inPi(_: FoundClient, name: string): Promise<Found> {
  const home = process.env['PI_CODING_AGENT_DIR'] ?? path.join(os.homedir(), '.pi/agent')
  const { packages } = readObject(path.join(home, 'settings.json'))
  for (const one of Array.isArray(packages) ? (packages as unknown[]) : []) {
    const source = typeof one === 'string' ? one : String((one as Plain | null)?.['source'] ?? '')
    const npm = NPM_RE.exec(source)?.[1]
    const dir =
      npm === undefined ? path.resolve(home, untilde(source)) : path.join(home, 'npm/node_modules', npm)
    const own = readObject(path.join(dir, 'package.json'))['name']
    if (typeof own === 'string' && own.replace(SCOPE_RE, '') === name) return { dir }
  }
  if (existsSync(path.join(home, '.agent-cortex', `${name}.json`))) {
    return { why: `its files lie in ${home} itself, and verify looks at packages only` }
  }
  return { why: 'its settings name no such package', absent: true }
}

const NPM_RE = /^npm:((?:@[^/@]+\/)?[^@]+)/

function untilde(file: string): string {
  return file.startsWith('~/') ? path.join(os.homedir(), file.slice(2)) : file
}

/** Where a marketplace lies that is a directory of this machine. */
function placeIn(marketplaces: Plain, market: string): string | undefined {
  const entry = marketplaces[market] as { source?: Plain; installLocation?: unknown } | undefined
  const place = entry?.source?.['path'] ?? entry?.installLocation
  return typeof place === 'string' ? place : undefined
}

const MARKETPLACES = [
  'marketplace.json',
  '.plugin/marketplace.json',
  '.github/plugin/marketplace.json',
  '.claude-plugin/marketplace.json',
]

/** The directory that a marketplace names for a plugin. */
function entryOf(market: string, name: string): string | undefined {
  for (const file of MARKETPLACES) {
    const { plugins } = readObject(path.join(market, file))
    const entry = Array.isArray(plugins)
      ? (plugins as Plain[]).find((one) => one['name'] === name)
      : undefined
    if (typeof entry?.['source'] === 'string') return path.resolve(market, entry['source'])
  }
  return undefined
}

function copyState(from: string, to: string, files: readonly string[]): void {
  for (const file of files) {
    const place = path.join(from, file)
    if (!existsSync(place)) continue
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    copyFileSync(place, path.join(to, file))
  }
}

function parseList(text: string): Plain[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? (value as Plain[]) : undefined
  } catch {
    return undefined
  }
}
