import { didYouMean, type Reporter } from '../diagnostics/index.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import type { Harness } from './harness.ts'
import { PLUGIN_ROOT } from './paths.ts'
import { doubtAbout, isKnownTool } from './tools.ts'

/** Contract §4: each row has the columns of the built harnesses, and each value is a tool that the client has. */
export function checkMap(map: TokenMap, harnesses: readonly Harness[], report: Reporter): void {
  // Of a map that is nobody's file, what is missing is told where it is asked for.
  if (map.document === undefined) return
  for (const [tool, row] of map.tools) {
    for (const harness of harnesses) {
      const cell = row.get(harness.id)
      if (cell === undefined) {
        // A cell of a wrong type is told as such.
        if (map.states(['tools', tool, harness.id])) continue
        report({
          code: 'map-column-missing',
          message: `${JSON.stringify(tool)} has no column for ${harness.id}`,
          hint: 'null says that the harness has no such tool',
          harness: harness.id,
          at: map.keyPlace(['tools', tool]),
        })
        continue
      }
      if (cell !== null) checkCell(map, tool, harness, cell, report)
    }
  }
}

function checkCell(map: TokenMap, tool: string, harness: Harness, cell: string, report: Reporter): void {
  const { id, client, nativeTools } = harness
  const found = (message: string, hint: string): void =>
    report({ code: 'tool-not-native', message, hint, harness: id, at: map.place(['tools', tool, id]) })
  const doubt = doubtAbout(harness, cell)
  if (doubt !== undefined) found(doubt.message, doubt.hint)
  if (isKnownTool(map, harness, cell)) return
  found(
    `${client.name} ${client.version} has no tool ${JSON.stringify(cell)}`,
    didYouMean(cell, nativeTools.names) ??
      `write null, or what brings it: "provides": {"${id}": {"${cell}": "…"}}`,
  )
}

/** Keys of the map that sources name. */
export interface UsedRows {
  tools: Set<string>
  paths: Set<string>
}

/** A row that no source names: info. */
export function reportUnusedRows(map: TokenMap, used: Readonly<UsedRows>, report: Reporter): void {
  if (map.document === undefined) return
  // Every PATH that names a path rests on the root, and a project may have none.
  const bases = basesOf(map, used.paths).add(PLUGIN_ROOT)
  for (const table of ['tools', 'paths'] as const) {
    // The built-in rows are nobody's to remove.
    if (!map.states([table])) continue
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
