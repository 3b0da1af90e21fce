import path from 'node:path'
import fastGlob from 'fast-glob'
import { order } from '../diagnostics/index.ts'
import { MANIFEST } from '../tree/paths.ts'

/**
 * Names of the directories in an output directory that hold a list of what is ours; no link is gone through. What is not
 * there, or not to be read, holds none.
 */
export function treesIn(out: string): string[] {
  const lists = fastGlob.globSync(`*/${MANIFEST}`, {
    cwd: out,
    dot: true,
    followSymbolicLinks: false,
    suppressErrors: true,
  })
  return lists.map((list) => path.posix.dirname(list)).toSorted(order)
}
