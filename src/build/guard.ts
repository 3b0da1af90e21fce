import path from 'node:path'
import { type Compilation, NEUTRAL } from '../compiler/index.ts'
import type { Reporter } from '../diagnostics/index.ts'
import { builtInHarnesses } from '../harness/index.ts'
import { overlaps } from '../tree/index.ts'
import type { Location } from './outputs.ts'

/** Whether trees may be written where the call wants them; if not, that is reported. */
export function checkPlaces(compilation: Compilation, location: Location, report: Reporter): boolean {
  const { root, out } = location
  const built = isAsked(compilation, location.only ?? [], report)
  const hit = sourceFolder(compilation, root, path.resolve(root, out))
  if (hit === undefined) return built
  report({
    code: 'output-foreign',
    message: `the output directory ${JSON.stringify(out)} is, contains or lies within ${hit}/, which holds sources`,
    hint: 'write to a directory of its own, such as dist',
  })
  return false
}

/** The folder of sources that a directory is, contains or lies within. */
export function sourceFolder({ counts }: Compilation, root: string, dir: string): string | undefined {
  const ids = [...builtInHarnesses.map(({ id }) => id), ...counts.keys()]
  const folders = [
    'agents',
    'skills',
    'agents-native',
    'harnesses',
    ...new Set(ids.map((id) => `${id}-extras`)),
  ]
  return folders.find((folder) => overlaps(dir, [path.join(root, folder)]))
}

/** A harness that was asked for and is not among the project's would be left out in silence. @returns whether all are */
export function isAsked({ counts }: Compilation, only: readonly string[], report: Reporter): boolean {
  const missing = only.filter((id) => !counts.has(id))
  for (const id of missing) {
    report({
      code: 'harness-not-built',
      severity: 'error',
      message: `${JSON.stringify(id)} is not among the harnesses that this project is built for`,
      hint:
        id === NEUTRAL
          ? 'set the option "agentHarness"'
          : 'add it to "harnesses" in token-map.json, or to the option of that name',
      harness: id,
    })
  }
  return missing.length === 0
}
