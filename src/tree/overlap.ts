import { readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { lstat } from './disk.ts'
import { isErrno } from './failure.ts'

/** As many links as Linux follows in one path. */
const MOST_LINKS = 40

/** Whether a directory, existing or not, is one of these, contains one or lies within one, by whatever links. */
export function overlaps(dir: string, sources: readonly string[]): boolean {
  const real = realPlace(dir)
  return sources.some((source) => {
    const other = realPlace(source)
    return isWithin(real, other) || isWithin(other, real)
  })
}

function isWithin(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner)
  return relative === '' || (relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative))
}

/** Where a path leads: links are followed as far as there is something, the rest is kept. */
export function realPlace(file: string, links = MOST_LINKS): string {
  const absolute = path.resolve(file)
  try {
    return realpathSync.native(absolute)
  } catch (error) {
    if (!isErrno(error, 'ENOENT', 'ENOTDIR')) return absolute
  }
  const parent = path.dirname(absolute)
  if (parent === absolute) return absolute
  const place = path.join(realPlace(parent, links), path.basename(absolute))
  if (links === 0 || !isLink(place)) return place
  return realPlace(path.resolve(path.dirname(place), readlinkSync(place)), links - 1)
}

/** Also where it leads nowhere. */
export function isLink(file: string): boolean {
  try {
    return lstat(file)?.isSymbolicLink() === true
  } catch {
    return false
  }
}
