import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Reporter } from '../diagnostics/index.ts'
import { removeEmpty } from '../tree/disk.ts'
import { isObject } from '../workspace/json.ts'
import { segment } from './names.ts'
import type { Ask } from './client.ts'
import { foreignMarket } from './ours.ts'
import { isSamePlace, jsonIn, type Registrar, type State, type Target } from './registrar.ts'
import { readSettings, valueAt } from './settings.ts'

/**
 * Claude Code: a marketplace of a local directory, whose plugins are read in place. `marketplace add` re-points by itself;
 * `marketplace remove` would delete the plugin's options and data (2.1.110 to 2.1.332, run 2026-11-30).
 */
export const claude: Registrar = { id: 'claude', look }

function look(target: Target, report: Reporter): State | undefined {
  const { names, homes, dir, link } = target
  const read = (file: string) => readSettings(path.join(homes.claude, file), false, report)
  const settings = read('settings.json')
  const known = read('plugins/known_marketplaces.json')
  const installed = read('plugins/installed_plugins.json')
  if (settings === undefined || known === undefined || installed === undefined) return undefined
  const sources = [
    valueAt(settings.value, 'extraKnownMarketplaces', names.market, 'source'),
    valueAt(known.value, names.market, 'source'),
  ]
  const id = `${names.plugin}@${names.market}`
  const points = sources.map((source) => isSamePlace(valueAt(source, 'path'), dir))
  const isInstalled = valueAt(installed.value, 'plugins', id) !== undefined
  const enabled = valueAt(settings.value, 'enabledPlugins', id)
  // Where the marketplace was taken away by hand, what is left of the plugin is still ours.
  const isOurs = points.includes(true) || sources.every((source) => source === undefined)
  return {
    losing: [],
    warnings: [],
    refusal: sources.flatMap((source) => foreignMarket('claude', source, target) ?? [])[0],
    holds: (isLast) => isOurs && (isInstalled || enabled !== undefined || (isLast && points.includes(true))),
    toInstall: [
      ...(points.includes(false) ? [['plugin', 'marketplace', 'add', dir]] : []),
      ...(isInstalled && enabled === true ? [] : [['plugin', 'install', id]]),
      // It reads the folder in any case; this keeps the version that it lists honest.
      ...(isInstalled ? [['plugin', 'update', id]] : []),
    ],
    // To re-point takes nothing away.
    toRestore: [],
    toUninstall: (isLast) => [
      ...(isInstalled ? [['plugin', 'uninstall', id]] : []),
      ...(isLast && points.includes(true) ? [['plugin', 'marketplace', 'remove', names.market]] : []),
    ],
    confirm: (ask) => confirm(ask, id, link),
    actualRoot: () => Promise.resolve(undefined),
    tidy: () => void (isOurs && tidy(target)),
  }
}

async function confirm(ask: Ask, id: string, link: string): Promise<string | undefined> {
  const { stdout } = await ask(['plugin', 'list', '--json'])
  const list = jsonIn(stdout)
  const entry = Array.isArray(list) ? list.filter(isObject).find((one) => one['id'] === id) : undefined
  if (entry === undefined) return `it does not list ${id}`
  const { enabled, errors, readFromFolder = link } = entry
  if (Array.isArray(errors) && errors.length > 0) return String(errors[0])
  if (enabled !== true) return `it lists ${id} as not enabled`
  return isSamePlace(readFromFolder, link) ? undefined : `it reads ${id} from ${String(readFromFolder)}`
}

/** The copy of each version, which it makes and never reads, stays after an uninstall. */
function tidy({ homes, names }: Target): void {
  const cache = path.join(homes.claude, 'plugins/cache', segment(names.market))
  rmSync(path.join(cache, segment(names.plugin)), { recursive: true, force: true })
  removeEmpty(cache)
}
