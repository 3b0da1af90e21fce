import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { exists, lstat } from '../tree/disk.ts'
import { isObject, type JsonObject } from '../workspace/json.ts'

/** One plugin in a marketplace's file. */
type Entry = JsonObject & { name?: unknown; source?: unknown }

/** A marketplace that we keep above the plugins' folders, in the client's format. */
export interface Market {
  readonly dir: string
  /** Its file, relative to the directory. */
  readonly file: string
}

/**
 * The marketplace's file with one plugin of a tree in it, and all that it offered besides.
 * @param own the marketplace's file of the tree, which offers that plugin alone
 * @param folder name of the plugin's folder in the marketplace's directory
 */
export function marketWith(market: Market, own: string, plugin: string, folder: string): string {
  const value = JSON.parse(own) as JsonObject
  const [entry = {}] = (value['plugins'] as Entry[] | undefined) ?? []
  // The version is read from the folder; written here too, it would be wrong between two steps of an update.
  const { version: _version, ...rest } = entry
  const others = entriesOf(market).filter(({ name }) => name !== plugin)
  const plugins = [...others, { ...rest, name: plugin, source: `./${folder}` }]
  return `${JSON.stringify({ ...value, plugins }, null, 2)}\n`
}

/** The file without a plugin; nothing where it would offer none. */
export function marketWithout(market: Market, plugin: string): string | undefined {
  const value = readMarket(market)
  const plugins = entriesOf(market).filter(({ name }) => name !== plugin)
  return value === undefined || plugins.length === 0
    ? undefined
    : `${JSON.stringify({ ...value, plugins }, null, 2)}\n`
}

/** Entries of plugins that are still there; those of elsewhere are not ours to judge. */
function entriesOf(market: Market): Entry[] {
  const plugins = readMarket(market)?.['plugins']
  const entries = Array.isArray(plugins) ? plugins.filter(isObject) : []
  return entries.filter(
    ({ source }) =>
      typeof source !== 'string' || !source.startsWith('./') || exists(path.join(market.dir, source)),
  )
}

/** What a marketplace's file says; nothing where it is missing or says nothing. */
export function readMarket({ dir, file }: Market): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path.join(dir, file), 'utf8'))
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Makes the file hold a text, whole or not at all; without a text it goes. @returns whether that changed anything */
export function writeMarket({ dir, file }: Market, text: string | undefined): boolean {
  const place = path.join(dir, file)
  if (text === undefined) {
    const top = path.join(dir, topOf(file))
    if (!exists(top)) return false
    rmSync(top, { recursive: true })
    return true
  }
  if (lstat(place)?.isFile() === true && readFileSync(place, 'utf8') === text) return false
  mkdirSync(path.dirname(place), { recursive: true })
  const temporary = `${place}.new`
  writeFileSync(temporary, text)
  renameSync(temporary, place)
  return true
}

function topOf(file: string): string {
  return file.split('/')[0]!
}
