import path from 'node:path'

/** A directory as users know it: relative to the root, `/`-separated; `.` for the root itself. */
export function labelOf(root: string, dir: string): string {
  return path.relative(root, dir).split(path.sep).join('/') || '.'
}
