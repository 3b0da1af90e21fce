import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { type ClientId, type FoundClient, readObject, runClient, type Scratch } from '../clients/index.ts'
import type { Reporter } from '../diagnostics/index.ts'
import { readsInPlace } from '../install/copilot.ts'
import { type Homes, readHomes } from '../install/homes.ts'
import { readSettings } from '../install/settings.ts'
import { inPi, type Shared } from './installed-pi.ts'

type Plain = Readonly<Record<string, unknown>>

/** Where a client has a plugin. */
export interface Place {
  /** What is looked at. */
  dir: string
  /** What {@link dir} is a copy of, where it is one. */
  copyOf?: string
  /** What lies elsewhere besides. */
  shared?: Shared
}

/** Where a client has a plugin; or why it does not, and whether that is just because nobody installed it. */
export type Found = Place | { why: string; absent?: true }

/** What a finder works with. */
export interface Search {
  client: FoundClient
  /** The plugin's. */
  name: string
  homes: Homes
  scratch: Scratch
  report: Reporter
}

/**
 * Directory of a plugin as a client has it installed for the user. The client is asked about a copy of its state files in the
 * scratch directory; the user's own are only read.
 * @param report is told of settings that cannot be read
 */
export async function findInstalled(
  client: FoundClient,
  name: string,
  scratch: Scratch,
  report: Reporter,
): Promise<Found> {
  const homes = readHomes(process.env)
  const found = await FINDERS[client.id]({ client, name, homes, scratch, report })
  return 'dir' in found && !existsSync(found.dir) ? { why: `there is no ${found.dir}` } : found
}

type Finder = (search: Search) => Promise<Found>

const FINDERS: Readonly<Record<ClientId, Finder>> = { claude: inClaude, copilot: inCopilot, pi: inPi }

/** `plugin list --json` on a copy of settings and lists; a plugin of a local marketplace is read in place. */
async function inClaude({ client, name, homes, scratch }: Search): Promise<Found> {
  const copy = scratch.folder('claude-installed')
  const state = ['settings.json', 'plugins/known_marketplaces.json', 'plugins/installed_plugins.json']
  copyState(homes.claude, copy, state)
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

/**
 * The settings say what is switched on, the records what was copied: a direct installation, which wins over all, and plugins
 * of marketplaces that are elsewhere; by older clients those of local ones too, whose copies 1.0.102 forgets (run
 * 2026-11-30). Copilot takes comments in both files, and begins its own `config.json` with two lines of them.
 */
async function inCopilot({ client, name, homes, report }: Search): Promise<Found> {
  const config = readSettings(path.join(homes.copilot, 'config.json'), true, report)
  const settings = readSettings(path.join(homes.copilot, 'settings.json'), true, report)
  if (config === undefined || settings === undefined)
    return { why: 'what it keeps of plugins cannot be read' }
  const records = recordsIn(config.value, name)
  const direct = placeOf(records.find(isDirect))
  if (direct !== undefined) return { dir: direct }
  const { enabledPlugins, extraKnownMarketplaces } = settings.value
  const switched = Object.entries((enabledPlugins ?? {}) as Plain).filter(([id]) => id.startsWith(`${name}@`))
  const off = switched.filter(([, on]) => on === false).map(([id]) => id)
  const copy = records.find((one) => !isDirect(one) && !off.includes(`${name}@${String(one['marketplace'])}`))
  const [id = copy && `${name}@${String(copy['marketplace'])}`] = switched.find(([, on]) => on === true) ?? []
  if (id === undefined)
    return off.length > 0
      ? { why: 'it is switched off' }
      : { why: 'its settings do not name it', absent: true }
  const market = placeIn((extraKnownMarketplaces ?? {}) as Plain, id.slice(name.length + 1))
  const live = market && entryOf(market, name)
  const copied = placeOf(copy)
  const dir = readsInPlace(client.version) ? (live ?? copied) : (copied ?? live)
  return dir === undefined ? { why: `its marketplace is not found: ${id}` } : { dir }
}

function recordsIn({ installedPlugins }: Plain, name: string): Plain[] {
  const list = Array.isArray(installedPlugins) ? (installedPlugins as (Plain | null)[]) : []
  return list.filter((one): one is Plain => one?.['name'] === name && one['enabled'] !== false)
}

function placeOf(record: Plain | undefined): string | undefined {
  const place = record?.['cache_path']
  return typeof place === 'string' ? place : undefined
}

function isDirect(record: Plain): boolean {
  return (record['marketplace'] ?? '') === ''
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
