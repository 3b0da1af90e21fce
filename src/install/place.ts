import { readdirSync, readlinkSync, rmSync } from 'node:fs'
import path from 'node:path'
import { exists, lstat, removeEmpty } from '../tree/disk.ts'
import { isErrno } from '../tree/failure.ts'

/** A folder that clients read in place: a link to one of several versions, so that one rename replaces it all. */
export interface Place {
  /** What clients are told of. */
  readonly link: string
  /** Holds one directory per version, named by number; kills may leave more than the current one. */
  readonly versions: string
  /** Above both; directories below it go when they are empty. */
  readonly base: string
}

/** Directory of the current version; nothing where the link is missing, leads nowhere, or is not ours. */
export function currentVersion(place: Place): string | undefined {
  const target = ownTarget(place)
  return target !== undefined && lstat(target)?.isDirectory() === true ? target : undefined
}

/** What the link leads to, there or not; nothing where it is not ours. */
export function ownTarget({ link, versions }: Place): string | undefined {
  if (lstat(link)?.isSymbolicLink() !== true) return undefined
  const target = path.resolve(path.dirname(link), readlinkSync(link))
  return path.dirname(target) === versions ? target : undefined
}

/** Whether anything of ours is there. */
export function isPlaced(place: Place): boolean {
  return ownTarget(place) !== undefined || namesIn(place.versions).length > 0
}

/** Removes all versions but the current, and what a killed run left. */
export function sweepVersions(place: Place): void {
  const current = currentVersion(place)
  for (const name of namesIn(place.versions)) {
    const entry = path.join(place.versions, name)
    if (entry !== current) rmSync(entry, { recursive: true, force: true })
  }
}

export function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

/** Directories that were made for the folder go when they are empty. */
export function prune({ versions, link, base }: Place): void {
  for (const start of [versions, path.dirname(link)]) {
    for (let dir = start; dir !== base && (!exists(dir) || removeEmpty(dir)); dir = path.dirname(dir));
  }
}
