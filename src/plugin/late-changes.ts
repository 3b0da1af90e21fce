import fs from 'node:fs'
import path from 'node:path'

/** Time stamps of files lag behind the clock by up to a tick of the kernel. */
const TICK_MS = 20

/**
 * Whether anything at or below some paths was changed after a moment. Links are not followed.
 * @param paths absolute; what is not there counts as changed
 * @param since milliseconds of `Date.now()`
 */
export function changedSince(paths: readonly string[], since: number): boolean {
  return paths.some((file) => isChanged(file, since - TICK_MS))
}

function isChanged(file: string, since: number): boolean {
  try {
    const stats = fs.lstatSync(file)
    if (stats.ctimeMs >= since) return true
    return stats.isDirectory() && fs.readdirSync(file).some((name) => isChanged(path.join(file, name), since))
  } catch {
    return true
  }
}
