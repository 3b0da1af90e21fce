import path from 'node:path'
import fastGlob from 'fast-glob'
import type { Compilation } from '../compiler/index.ts'
import { order } from '../diagnostics/index.ts'
import { plan, type Plan, readManifest } from '../tree/index.ts'
import { MANIFEST } from '../tree/paths.ts'
import { labelOf } from './label.ts'
import type { Location } from './outputs.ts'

/** Plans that empty the trees of harnesses which are built no longer of all that is ours. */
export function planStale({ trees }: Compilation, { root, out }: Location): Plan[] {
  const base = path.resolve(root, out)
  return treesIn(base)
    .filter((id) => !trees.has(id) && isTreeOf(path.join(base, id), id))
    .map((id) => {
      const dir = path.join(base, id)
      return plan({ harness: id, files: new Map() }, dir, { label: labelOf(root, dir) })
    })
}

/** Directories that hold a list of what is ours. What is not there, or not to be read, holds nothing to be emptied. */
function treesIn(dir: string): string[] {
  const lists = fastGlob.globSync(`*/${MANIFEST}`, {
    cwd: dir,
    dot: true,
    followSymbolicLinks: false,
    suppressErrors: true,
  })
  return lists.map((list) => path.posix.dirname(list)).toSorted(order)
}

/** A copy of a tree under another name is somebody's own. */
function isTreeOf(dir: string, id: string): boolean {
  return readManifest(dir)?.harness === id
}
