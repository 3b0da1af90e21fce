import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { applyEdits, modify } from 'jsonc-parser'
import type { Report, Reporter } from '../diagnostics/index.ts'
import { removeEmpty } from '../tree/disk.ts'
import { isObject, type JsonObject } from '../workspace/json.ts'
import { type Ask, isOlder } from './client.ts'
import { segment } from './names.ts'
import { foreignMarket } from './ours.ts'
import { isSamePlace, jsonIn, type Registrar, type State, type Target } from './registrar.ts'
import { readSettings, valueAt } from './settings.ts'

/** From this version on a plugin of a local marketplace is read in place; 1.0.40 and 1.0.70 copy it (run 2026-11-30). */
const LIVE = '1.0.102'

/**
 * Copilot CLI: a local marketplace, named by its absolute path. `marketplace add` refuses a name that it knows, so
 * another path takes a removal first; `install` every time, for older versions copy (1.0.40 to 1.0.102, run 2026-11-30).
 */
export const copilot: Registrar = { id: 'copilot', look }

/** Where a version of the client is going to read a plugin from. */
export function copilotRoot(version: string | null, { homes, names, link }: Target): string {
  if (readsInPlace(version)) return link
  return path.join(homes.copilot, 'installed-plugins', names.market, names.plugin)
}

/** Whether a version reads a plugin of a local marketplace where it lies; one that is not known is taken for a new one. */
export function readsInPlace(version: string | null): boolean {
  return version === null || !isOlder(version, LIVE)
}

function look(target: Target, report: Reporter): State | undefined {
  const { names, homes, dir } = target
  const settings = readSettings(path.join(homes.copilot, 'settings.json'), true, report)
  const config = readSettings(path.join(homes.copilot, 'config.json'), true, report)
  if (settings === undefined || config === undefined) return undefined
  const source = valueAt(settings.value, 'extraKnownMarketplaces', names.market, 'source')
  const id = `${names.plugin}@${names.market}`
  const points = isSamePlace(valueAt(source, 'path'), dir)
  const enabled = valueAt(settings.value, 'enabledPlugins', id)
  const before = valueAt(source, 'path')
  const isCopied = copyOf(config.value, names.plugin, names.market) !== undefined
  // Where the marketplace was taken away by hand, what is left of the plugin is still ours.
  const isOurs = points || source === undefined
  return {
    refusal: foreignMarket('copilot', source, target),
    losing: settings.hasComments ? [settings.file] : [],
    warnings: directReports(config.value, target),
    holds: (isLast) => isOurs && (enabled === true || isCopied || (isLast && points)),
    toInstall: [
      ...(source === undefined || points
        ? []
        : [['plugin', 'marketplace', 'remove', names.market, '--force']]),
      ...(points ? [] : [['plugin', 'marketplace', 'add', dir]]),
      ['plugin', 'install', id],
    ],
    toRestore: typeof before === 'string' && !points ? [['plugin', 'marketplace', 'add', before]] : [],
    toUninstall: (isLast) => [
      ...(enabled === true || isCopied ? [['plugin', 'uninstall', id]] : []),
      ...(isLast && points ? [['plugin', 'marketplace', 'remove', names.market]] : []),
    ],
    confirm: (ask) => confirm(ask, target),
    actualRoot: (ask) => actualRoot(ask, target),
    tidy: () => void (isOurs && tidy(settings.file, id, target)),
  }
}

/** A plugin that the client copied; the marketplace of a direct installation is empty. */
function copyOf(config: JsonObject, plugin: string, market: string): JsonObject | undefined {
  const list = config['installedPlugins']
  const entries = Array.isArray(list) ? list.filter(isObject) : []
  return entries.find((entry) => entry['name'] === plugin && (entry['marketplace'] ?? '') === market)
}

function directReports(config: JsonObject, { names }: Target): Report[] {
  if (copyOf(config, names.plugin, '') === undefined) return []
  return [
    {
      code: 'install-duplicate',
      message: `Copilot CLI has a ${JSON.stringify(names.plugin)} that was installed from a path, and that one wins`,
      hint: `run: agent-cortex uninstall copilot; copilot plugin uninstall ${names.plugin}; agent-cortex install copilot`,
      harness: 'copilot',
    },
  ]
}

async function confirm(ask: Ask, target: Target): Promise<string | undefined> {
  const { names, dir, homes } = target
  const { plugin, market } = names
  const settings = readSettings(path.join(homes.copilot, 'settings.json'), true, () => {})
  const source = valueAt(settings?.value, 'extraKnownMarketplaces', market, 'source', 'path')
  if (!isSamePlace(source, dir)) return `its marketplace ${JSON.stringify(market)} is not ${dir}`
  const entry = await listed(ask, target)
  if (entry === 'no list')
    return copied(target) === undefined ? `it has no copy of ${plugin}@${market}` : undefined
  // A plugin that it cannot load is missing from the list without a word.
  if (entry === undefined) return `it does not list ${plugin}@${market}`
  return entry['enabled'] === true ? undefined : `it lists ${plugin}@${market} as not enabled`
}

async function listed(ask: Ask, { names }: Target): Promise<JsonObject | 'no list' | undefined> {
  const { stdout } = await ask(['plugin', 'list', '--json'])
  const list = jsonIn(stdout)
  // Versions before 1.0.102 may have no --json.
  if (!Array.isArray(list)) return 'no list'
  return list
    .filter(isObject)
    .find((one) => one['name'] === names.plugin && one['marketplace'] === names.market)
}

function copied({ homes, names }: Target): string | undefined {
  const config = readSettings(path.join(homes.copilot, 'config.json'), true, () => {})
  const place = config && copyOf(config.value, names.plugin, names.market)?.['cache_path']
  return typeof place === 'string' && existsSync(place) ? place : undefined
}

async function actualRoot(ask: Ask, target: Target): Promise<string | undefined> {
  const entry = await listed(ask, target)
  return isObject(entry) && entry['source'] === 'live' ? undefined : copied(target)
}

/** Its own uninstall leaves `enabledPlugins["x@y"]: false` for ever, and an empty directory of copies. */
function tidy(file: string, id: string, { homes, names }: Target): void {
  removeEmpty(path.join(homes.copilot, 'installed-plugins', segment(names.market)))
  const settings = readSettings(file, true, () => {})
  if (valueAt(settings?.value, 'enabledPlugins', id) === undefined) return
  const text = readFileSync(file, 'utf8')
  const isOnly = Object.keys(valueAt(settings?.value, 'enabledPlugins') ?? {}).length === 1
  const edits = isOnly
    ? modify(text, ['enabledPlugins'], {}, {})
    : modify(text, ['enabledPlugins', id], undefined, {})
  // A link in its place, to a file that is kept elsewhere, stays one.
  const place = realpathSync(file)
  writeFileSync(`${place}.new`, applyEdits(text, edits))
  renameSync(`${place}.new`, place)
}
