import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

/** Where the system watches whole trees by itself. */
const WHOLE = process.platform === 'darwin' || process.platform === 'win32'

/** Never sources; some are large. */
const SKIPPED = new Set(['.git', 'node_modules', '__pycache__', '.venv'])

interface Watched {
  readonly watcher: FSWatcher
  /** Entries that matter; nothing: all. */
  readonly names: Set<string> | undefined
}

/**
 * Watches files and folders, those that are not there yet included, by the directories that hold them: Node's own
 * recursive watching loses folders that are made, removed and made again while it looks.
 */
export class Watcher {
  readonly #onChange: () => void
  readonly #onError: (error: unknown) => void
  readonly #directories = new Map<string, Watched>()
  #paths: readonly string[] = []

  /**
   * @param onChange called at each change, perhaps several times for one
   * @param onError told when the system refuses to watch
   */
  constructor(onChange: () => void, onError: (error: unknown) => void) {
    this.#onChange = onChange
    this.#onError = onError
  }

  /** @param paths absolute; they replace those of the call before. @returns whether any of them is new and there */
  watch(paths: readonly string[]): boolean {
    const before = new Set(this.#paths)
    this.#paths = paths
    this.#refresh()
    return paths.some((file) => !before.has(file) && existsSync(file))
  }

  close(): void {
    for (const directory of this.#directories.keys()) this.#forget(directory)
  }

  /** Watches each path's folder for it, and all below it; where it is not there, for what leads to it. */
  #refresh(): void {
    for (const [directory, { names }] of this.#directories) if (names !== undefined) this.#forget(directory)
    const wanted = new Map<string, Set<string>>()
    for (const file of this.#paths) {
      if (isDirectory(file)) this.#addTree(file)
      const [directory, name] = nearest(file)
      wanted.set(directory, (wanted.get(directory) ?? new Set()).add(name))
    }
    for (const [directory, names] of wanted)
      if (!this.#directories.has(directory)) this.#add(directory, names)
  }

  #addTree(directory: string): void {
    if (this.#directories.get(directory)?.names === undefined && this.#directories.has(directory)) return
    this.#forget(directory)
    // Before its entries are read, so that none is lost.
    if (!this.#add(directory, undefined) || WHOLE) return
    for (const entry of entriesOf(directory)) {
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) this.#addTree(path.join(directory, entry.name))
    }
  }

  #add(directory: string, names: Set<string> | undefined): boolean {
    try {
      const watcher = watch(directory, { recursive: names === undefined && WHOLE }, (event, name) =>
        this.#see(directory, event, name),
      )
      // A folder that was removed; its parent tells.
      watcher.on('error', () => this.#forget(directory))
      this.#directories.set(directory, { watcher, names })
      return true
    } catch (error) {
      if (isDirectory(directory)) this.#onError(error)
      return false
    }
  }

  #see(directory: string, event: string, name: string | null): void {
    const names = this.#directories.get(directory)?.names
    if (name !== null && names !== undefined && !names.has(name)) return
    const place = name === null ? directory : path.join(directory, name)
    if (event === 'rename' || name === null) this.#remake(place)
    this.#onChange()
  }

  /** What was made, removed or replaced: an old folder's watcher would stay with the old folder. */
  #remake(place: string): void {
    for (const directory of this.#directories.keys()) {
      if (directory === place || directory.startsWith(place + path.sep)) this.#forget(directory)
    }
    const isWithin = this.#directories.get(path.dirname(place))?.names === undefined
    if (!SKIPPED.has(path.basename(place)) && isWithin && isDirectory(place)) this.#addTree(place)
    this.#refresh()
  }

  #forget(directory: string): void {
    this.#directories.get(directory)?.watcher.close()
    this.#directories.delete(directory)
  }
}

/** The nearest directory above a path that is there, and its entry on the way to the path. */
function nearest(file: string): [directory: string, name: string] {
  const parent = path.dirname(file)
  return parent === file || isDirectory(parent) ? [parent, path.basename(file)] : nearest(parent)
}

function entriesOf(directory: string): import('node:fs').Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return []
  }
}

function isDirectory(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
  } catch {
    return false
  }
}
