/** Project paths: relative to the root, `/`-separated. */

export const TRAILING_SLASH_RE = /\/+$/

/** The directory that holds a path; '' for the top. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
