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

/**
 * Where a copied file goes, and where the directories go that it lies in, up to the one that was copied as a whole.
 * The top of a tree is no path of its own.
 * @returns pairs of a path of the project and one in the tree, the file's first
 */
export function placesOf(copy: {
  readonly file: string
  readonly target: string
  readonly base?: string
}): [from: string, to: string][] {
  const { file, target, base } = copy
  const places: [from: string, to: string][] = [[file, target]]
  if (base === undefined) return places
  for (
    let from = parentOf(file), to = parentOf(target);
    to !== '';
    from = parentOf(from), to = parentOf(to)
  ) {
    places.push([from, to])
    if (from === base) break
  }
  return places
}
