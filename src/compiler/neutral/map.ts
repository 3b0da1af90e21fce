import type { PathSpec, TokenMap } from '../../workspace/token-map.ts'
import { NEUTRAL } from './harness.ts'

/**
 * The token map as documents for no client see it: a tool has its canonical name, a path is what all clients give
 * alike. What each has for itself has no value.
 */
export function neutralMap(map: TokenMap, clients: readonly string[]): TokenMap {
  const tools = new Map([...map.tools.keys()].map((key) => [key, new Map([[NEUTRAL, key]])]))
  const paths = new Map([...map.paths].map(([key, row]) => [key, column(row, clients)]))
  return { ...map, tools, paths }
}

function column(row: ReadonlyMap<string, PathSpec>, clients: readonly string[]): Map<string, PathSpec> {
  const [first, ...others] = clients.map((id) => row.get(id))
  const isShared = first !== undefined && others.every((spec) => isSame(spec, first))
  return new Map(isShared ? [[NEUTRAL, first]] : [])
}

function isSame(a: PathSpec | undefined, b: PathSpec): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b
  return a.base === b.base && a.relative === b.relative
}

/** The canonical name of what a client calls a tool; of several rows, the first. */
export function canonicalName(map: TokenMap, client: string, tool: string): string {
  if (map.tools.has(tool)) return tool
  for (const [key, row] of map.tools) if (row.get(client) === tool) return key
  return tool
}
