import { didYouMean, type Reporter } from '../diagnostics/index.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import type { Harness } from './harness.ts'
import { isNativeTool } from './tools.ts'

/** Contract §4: each row has the columns of the built harnesses, and each value is a tool that the client has. */
export function checkMap(map: TokenMap, harnesses: readonly Harness[], report: Reporter): void {
  if (map.document === undefined) return
  const raw = map.document.value as { tools?: Record<string, object> }
  for (const [tool, row] of map.tools) {
    for (const harness of harnesses) {
      const cell = row.get(harness.id)
      if (cell === undefined) {
        // A cell of a wrong type is told as such.
        if (Object.hasOwn(Object(raw.tools?.[tool]), harness.id)) continue
        report({
          code: 'map-column-missing',
          message: `${JSON.stringify(tool)} has no column for ${harness.id}`,
          hint: 'null says that the harness has no such tool',
          harness: harness.id,
          at: map.keyPlace(['tools', tool]),
        })
      } else if (cell !== null && !isNativeTool(harness, cell) && !map.provides.get(harness.id)?.has(cell)) {
        const { client, nativeTools } = harness
        report({
          code: 'tool-not-native',
          message: `${client.name} ${client.version} has no tool ${JSON.stringify(cell)}`,
          hint:
            didYouMean(cell, nativeTools.names) ??
            `null, or "provides": {"${harness.id}": {"${cell}": "what brings it"}}`,
          harness: harness.id,
          at: map.place(['tools', tool, harness.id]),
        })
      }
    }
  }
}

/** Keys of the map that sources name. */
export interface UsedRows {
  tools: Set<string>
  paths: Set<string>
}

/** A row that no source names: info. */
export function reportUnusedRows(map: TokenMap, used: Readonly<UsedRows>, report: Reporter): void {
  if (map.document === undefined) return
  const bases = basesOf(map, used.paths)
  for (const table of ['tools', 'paths'] as const) {
    for (const key of map[table].keys()) {
      if (used[table].has(key) || (table === 'paths' && bases.has(key))) continue
      report({
        code: 'map-row-unused',
        message: `no source names ${JSON.stringify(key)}`,
        at: map.keyPlace([table, key]),
      })
    }
  }
}

/** Keys of `paths` on which used ones rest. */
function basesOf(map: TokenMap, used: ReadonlySet<string>): Set<string> {
  const bases = new Set<string>()
  const visit = (key: string): void => {
    for (const spec of map.paths.get(key)?.values() ?? []) {
      if (typeof spec === 'string' || bases.has(spec.base)) continue
      bases.add(spec.base)
      visit(spec.base)
    }
  }
  for (const key of used) visit(key)
  return bases
}
