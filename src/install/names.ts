import type { ClientId } from '../clients/find.ts'
import type { Report, Reporter } from '../diagnostics/index.ts'
import type { AgentCortexOptions } from '../compiler/index.ts'
import { readMarketplace, readMetadata } from '../compiler/metadata.ts'
import { readRootFiles, type RootFiles } from '../workspace/metadata.ts'
import { openProject } from '../workspace/reader.ts'

/** What a project's plugin is called by one client. */
export interface Names {
  readonly plugin: string
  /** Of the marketplace that offers it; pi has none. */
  readonly market: string
  /** Of the npm package, with its scope, where the project is one. */
  readonly npm: string | undefined
}

function ignore(): void {}

/**
 * Reads the names alone: they hold where the project has errors too. Nothing where there is no name, or where a file
 * that would say one is broken: what the next file says may be the name of another plugin.
 * @param report what is amiss with such files; nothing is told where they do not matter
 */
export function readNames(
  root: string,
  options: AgentCortexOptions,
  client: ClientId,
  report: Reporter = ignore,
): Names | undefined {
  const reader = openProject(root, false, ignore)
  if (reader === undefined) return undefined
  const reports: Report[] = []
  const files = readRootFiles(reader, (one) => reports.push(one))
  const isBroken = (file: keyof typeof ROOT_FILES): boolean =>
    files[file] === undefined && reader.exists(ROOT_FILES[file])
  const own = textOf(options.manifest?.[client]?.['name'])
  if (sayersOf(own, options, client, files).some(isBroken)) {
    for (const one of reports) report(one)
    return undefined
  }
  const metadata = readMetadata(files, options, ignore)
  if (metadata === undefined) return undefined
  const { name: npm } = (files.package?.value ?? {}) as { name?: string }
  return {
    plugin: own ?? metadata.name,
    market: readMarketplace(files, options, metadata).name,
    npm,
  }
}

const ROOT_FILES = {
  plugin: 'plugin.json',
  package: 'package.json',
  marketplace: 'marketplace.json',
} as const

/** The files that are asked for a name, up to the first that has it; a broken one ends the row, for it may. */
function sayersOf(
  own: string | undefined,
  { plugin, marketplace }: AgentCortexOptions,
  client: ClientId,
  files: RootFiles,
): (keyof typeof ROOT_FILES)[] {
  const names = (file: keyof typeof ROOT_FILES): boolean =>
    textOf((files[file]?.value as { name?: unknown } | undefined)?.name) !== undefined
  const isMarketSaid = client === 'pi' || textOf(marketplace?.name) !== undefined
  const isNamed = textOf(plugin?.name) !== undefined
  const needsPlugin = own === undefined || (!isMarketSaid && !names('marketplace'))
  return [
    ...(isMarketSaid ? [] : (['marketplace'] as const)),
    ...(isNamed || !needsPlugin ? [] : (['plugin'] as const)),
    ...(isNamed || !needsPlugin || names('plugin') ? [] : (['package'] as const)),
  ]
}

/** For a project whose plugin has no name. */
export const NAMELESS: Report = {
  code: 'metadata-missing',
  severity: 'error',
  message: 'the plugin has no name, so there is nothing to install it by',
  hint: 'write "name" to plugin.json or package.json',
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** With the escape itself, so that no two names share a segment. */
const UNSAFE_RE = /^\.|[~/\\:\0]/g

/** A name as one segment of a path: `a:b` is `a~3ab`. */
export function segment(name: string): string {
  return name.replace(UNSAFE_RE, (character) => `~${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}
