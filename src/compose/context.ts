import type { Reporter, Source } from '../diagnostics/index.ts'
import type { SharedSections } from '../workspace/sources.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import type { Harness } from './harness.ts'
import type { PathIndex } from './path-index.ts'
import type { NamedPaths } from './paths.ts'

/** What all documents of one harness are composed with. */
export interface Context {
  harness: Harness
  map: TokenMap
  /** The map's named paths, resolved for this harness. */
  named: NamedPaths
  index: PathIndex
  shared: SharedSections
  /** A tool of a list that neither the map nor the client knows stays in it: something else may bring it. Default: an error. */
  passUnknownTools?: boolean
  report: Reporter
  /** Only where documents are for no client. */
  clientless?: Clientless
  /** Notes what a document looked up, so that it can be kept as long as nothing of that changes. */
  look: (kind: Look['kind'], name: string, found: Look['found']) => void
}

/** What stands beside documents that are made for no client: they get what all clients share. */
export interface Clientless {
  /** Ids of the project's clients, in build order. */
  readonly ids: readonly string[]
  /** Of those that are built. */
  readonly contexts: readonly Context[]
  /** The map with the clients' columns. */
  readonly map: TokenMap
}

/** The same, for work that is done again: nothing of it is told. */
export function silent(context: Context): Context {
  return { ...context, report: () => {}, look: () => {} }
}

/**
 * One look-up: of a row of `tools`, a PATH or a shared section, and what it found. A row of `tools` without the
 * harness's column is `''`, which no cell is.
 */
export interface Look {
  kind: 'tool' | 'path' | 'shared'
  name: string
  found: string | Source | null | undefined
}

/** The column of a row of `tools`; nothing when there is no such row, or no such column. */
export function toolOf(context: Context, name: string): string | null | undefined {
  const found = toolColumn(context, name)
  context.look('tool', name, found)
  return found === '' ? undefined : found
}

/** What a {@link Look} at a row of `tools` finds. */
export function toolColumn({ map, harness }: Context, name: string): string | null | undefined {
  const row = map.tools.get(name)
  const found = row?.get(harness.id)
  return found === undefined && row !== undefined ? '' : found
}
