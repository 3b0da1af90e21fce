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
  report: Reporter
  /** Notes what a document looked up, so that it can be kept as long as nothing of that changes. */
  look: (kind: Look['kind'], name: string, found: Look['found']) => void
}

/** The same, for work that is done again: nothing of it is told. */
export function silent(context: Context): Context {
  return { ...context, report: () => {}, look: () => {} }
}

/** One look-up: of a row of `tools`, a PATH or a shared section, and what it found. */
export interface Look {
  kind: 'tool' | 'path' | 'shared'
  name: string
  found: string | Source | null | undefined
}

/** The column of a row of `tools`; nothing when there is no such row. */
export function toolOf(context: Context, name: string): string | null | undefined {
  const found = context.map.tools.get(name)?.get(context.harness.id)
  context.look('tool', name, found)
  return found
}
