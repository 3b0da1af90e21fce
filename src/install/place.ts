import { readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
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
  return ownTarget(place) !== undefined || ownNames(place.versions).length > 0
}

/** Removes all versions but the one that the link names, and what a killed run left. What has another name is not ours. */
export function sweepVersions(place: Place): void {
  const current = ownTarget(place)
  for (const name of ownNames(place.versions)) {
    const entry = path.join(place.versions, name)
    if (entry !== current) rmSync(entry, { recursive: true, force: true })
  }
}

/**
 * Reports what stands where a directory of ours belongs, below our own. A link is refused too: what lies behind it
 * may be anybody's, and is neither written nor removed.
 */
export function blocked({ link, versions, base }: Place): Report[] {
  const dirs = [path.dirname(link), versions].flatMap((dir) => below(base, dir))
  const wrong = isNoDirectory(base) ? [base] : [...new Set(dirs)].filter(isBlocked)
  return wrong.map((dir) => ({
    code: 'output-foreign',
    message: `${JSON.stringify(dir)} is not a directory; one is needed here`,
    hint: 'move it away',
    at: { file: dir },
  }))
}

/** The directories from one above to one below, the last included. */
function below(base: string, dir: string): string[] {
  const names = path.relative(base, dir).split(path.sep)
  return names.map((_, index) => path.join(base, ...names.slice(0, index + 1)))
}

/** Our own directory may lie elsewhere, as whoever made the link wants it. */
function isNoDirectory(base: string): boolean {
  return statSync(base, { throwIfNoEntry: false })?.isDirectory() === false
}

function isBlocked(dir: string): boolean {
  try {
    return lstat(dir)?.isDirectory() === false
  } catch (error) {
    // Told of the place above it.
    if (isErrno(error, 'ENOTDIR')) return false
    throw error
  }
}

/** The link of our own plugin's hook (`hooks/link.sh`); anything else of that name is somebody's own. */
const LIVE = 'live'
/** Versions, the link that a killed run has not moved to its place, and the hook's. */
const OWN_RE = /^(?:\d+|link|live)$/

function ownNames(versions: string): string[] {
  return namesIn(versions).filter(
    (name) =>
      OWN_RE.test(name) && (name !== LIVE || lstat(path.join(versions, name))?.isSymbolicLink() === true),
  )
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
