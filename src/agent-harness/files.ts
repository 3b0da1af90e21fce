/** What a directory entry is, links not followed. */
export type EntryKind = 'file' | 'directory' | 'link' | 'other'

export interface HarnessEntry {
  readonly name: string
  readonly kind: EntryKind
}

/** What stands at a path, links followed. */
export interface HarnessStat {
  readonly kind: 'file' | 'directory' | 'other'
  /** Bytes. */
  readonly size: number
  readonly executable: boolean
}

/**
 * The file system as the library needs it: a disk, a map in memory, an editor's buffers. Paths are `/`-separated and
 * relative to whatever the files are of; `''` is that itself.
 */
export interface HarnessFiles {
  /** The entries of a directory, in any order. Throws where it cannot be read. */
  readDir(path: string): readonly HarnessEntry[]
  /** The bytes of a file. Throws where it cannot be read. */
  readFile(path: string): Uint8Array
  /**
   * A quicker way to a text, for files that are plainly UTF-8: the text with its byte order mark, or nothing where
   * the bytes must be looked at.
   */
  readText?(path: string): string | undefined
  /** Nothing where nothing stands, or a link leads nowhere. */
  stat(path: string): HarnessStat | undefined
  /**
   * A name that is the same for all paths that lead to one place, and below a directory begins with that of the
   * directory and `/`. Nothing where a link leads nowhere.
   */
  realPath(path: string): string | undefined
}

/** The path of an entry of a directory. */
export function join(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

/** Whether a path is a directory or lies within it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`)
}

export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
