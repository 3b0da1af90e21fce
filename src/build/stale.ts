import path from 'node:path'
import type { Compilation } from '../compiler/index.ts'
import { plan, type Plan, readManifest } from '../tree/index.ts'
import { labelOf } from './label.ts'
import type { Location } from './outputs.ts'
import { treesIn } from './trees-in.ts'

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

/** A copy of a tree under another name is somebody's own. */
function isTreeOf(dir: string, id: string): boolean {
  return readManifest(dir)?.harness === id
}
