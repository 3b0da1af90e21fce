import { parentOf } from './paths.ts'
import { lstat } from './disk.ts'

/**
 * What stands where a directory is wanted.
 * `absent`: nothing, or files of ours that go; `top` is the outermost directory that is missing.
 * `blocked`: `by` is a file, a symlink or the like.
 */
export type Folder =
  | { readonly kind: 'present' }
  | { readonly kind: 'absent'; readonly top: string }
  | { readonly kind: 'blocked'; readonly by: string }

const PRESENT: Folder = { kind: 'present' }

/** The directories inside one output directory; each is looked at once, and a symlink is never gone through. */
export class Folders {
  readonly #dir: string
  readonly #leaving: ReadonlySet<string>
  readonly #known = new Map<string, Folder>()
  readonly #rootPresent: boolean
  #last: { path: string; folder: Folder } | undefined

  /** @param leaving files that will be removed, so that a directory may take their place */
  constructor(dir: string, leaving: ReadonlySet<string> = new Set()) {
    this.#dir = dir
    this.#leaving = leaving
    this.#rootPresent = lstat(dir) !== undefined
  }

  get rootPresent(): boolean {
    return this.#rootPresent
  }

  /** @param path a directory relative to the output directory, which itself is the empty path */
  at(path: string): Folder {
    if (path === '') return PRESENT
    // Mostly they are asked for again and again, one after the other.
    if (path === this.#last?.path) return this.#last.folder
    let folder = this.#known.get(path)
    if (folder === undefined) {
      folder = this.#look(path)
      this.#known.set(path, folder)
    }
    this.#last = { path, folder }
    return folder
  }

  /** Whether nothing can stand at a path, so that there is nothing to look for. */
  isVacant(path: string): boolean {
    return !this.#rootPresent || this.at(parentOf(path)).kind === 'absent'
  }

  #look(path: string): Folder {
    const above = this.at(parentOf(path))
    if (above.kind !== 'present') return above
    const stats = this.#rootPresent ? lstat(`${this.#dir}/${path}`) : undefined
    if (stats === undefined) return { kind: 'absent', top: path }
    if (stats.isDirectory()) return PRESENT
    return stats.isFile() && this.#leaving.has(path)
      ? { kind: 'absent', top: path }
      : { kind: 'blocked', by: path }
  }
}
