import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import { readManifest } from '../tree/index.ts'
import { realPlace } from '../tree/overlap.ts'
import { isObject } from '../workspace/json.ts'
import { CLIENT_NAMES, commandText } from './client.ts'
import { readMarket } from './market.ts'
import { isSamePlace, type Target } from './registrar.ts'

/** Where each client's trees keep the marketplace's file. */
export const MARKET_FILES = {
  claude: '.claude-plugin/marketplace.json',
  copilot: '.github/plugin/marketplace.json',
} as const

export type MarketClient = keyof typeof MARKET_FILES

/**
 * Why a marketplace that a client knows by our name must be left alone; nothing where it is ours: our own directory, or
 * a tree that agent-cortex built and that offers this plugin alone.
 * @param source as the client's settings state it
 */
export function foreignMarket(id: MarketClient, source: unknown, target: Target): Report | undefined {
  if (source === undefined) return undefined
  const place = isObject(source) ? source['path'] : undefined
  if (typeof place === 'string' && isOurs(id, place, target)) return undefined
  const { market } = target.names
  return {
    code: 'marketplace-foreign',
    message: `${CLIENT_NAMES[id]} knows another marketplace ${JSON.stringify(market)}, from ${whence(source)}`,
    hint: `give yours another name (option "marketplace"), or remove that one: ${commandText(id, ['plugin', 'marketplace', 'remove', market])}`,
    harness: id,
  }
}

function isOurs(id: MarketClient, place: string, { homes, dir, names }: Target): boolean {
  if (isSamePlace(place, dir) || realPlace(place) === realPlace(dir)) return true
  if (path.resolve(place).startsWith(path.join(homes.own, id) + path.sep)) return true
  // Where a home was moved, the old place is not there any more.
  if (place.endsWith(path.join(path.sep, path.basename(homes.own), id, path.basename(dir)))) return true
  if (readManifest(place)?.harness !== id) return false
  const plugins = readMarket({ dir: place, file: MARKET_FILES[id] })?.['plugins']
  return Array.isArray(plugins) && plugins.every((entry) => isObject(entry) && entry['name'] === names.plugin)
}

function whence(source: unknown): string {
  if (!isObject(source)) return JSON.stringify(source)
  const { path: place, repo, url, package: packaged, source: kind } = source
  const found = [place, repo, url, packaged, kind].find((value) => typeof value === 'string')
  return found === undefined ? 'elsewhere' : String(found)
}
