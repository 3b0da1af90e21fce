import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import path from 'node:path'

/** Where the system watches whole trees by itself. */
const WHOLE = process.platform === 'darwin' || process.platform === 'win32'

/** Never sources; some are large. */
const SKIPPED = new Set(['.git', 'node_modules', '__pycache__', '.venv'])

interface Watched {
  readonly watcher: FSWatcher
  /** Entries that matter; nothing: all. */
  names: Set<string> | undefined
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
  #added = false

  /**
   * @param onChange called at each change, perhaps several times for one
   * @param onError told when the system refuses to watch
   */
  constructor(onChange: () => void, onError: (error: unknown) => void) {
    this.#onChange = onChange
    this.#onError = onError
  }

  /**
   * @param paths absolute; they replace those of the call before
   * @returns whether something is watched that was not: what changed there before is not told
   */
  watch(paths: readonly string[]): boolean {
    this.#paths = paths
    this.#added = false
    this.#refresh()
    return this.#added
  }

  close(): void {
    for (const directory of this.#directories.keys()) this.#forget(directory)
  }

  /** Watches each path's folder for it, and all below it; where it is not there, for what leads to it. */
  #refresh(): void {
    const wanted = new Map<string, Set<string>>()
    for (const file of this.#paths) {
      if (isDirectory(file)) this.#addTree(file)
      const [directory, name] = nearest(file)
      wanted.set(directory, (wanted.get(directory) ?? new Set()).add(name))
    }
    for (const [directory, watched] of this.#directories) {
      const names = wanted.get(directory)
      // A watcher that is closed and opened again misses what happens between.
      if (watched.names !== undefined && names !== undefined) watched.names = names
      else if (watched.names !== undefined) this.#forget(directory)
    }
    for (const [directory, names] of wanted)
      if (!this.#directories.has(directory)) this.#add(directory, names)
  }

  #addTree(directory: string): void {
    const known = this.#directories.get(directory)
    if (known !== undefined && known.names === undefined) return
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
      this.#added = true
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
    if (event === 'rename' || name === null) this.#remake(place, names === undefined)
    this.#onChange()
  }

  /**
   * What was made, removed or replaced: an old folder's watcher would stay with the old folder.
   * @param isWithin whether all below the folder that tells is watched
   */
  #remake(place: string, isWithin: boolean): void {
    for (const directory of this.#directories.keys()) {
      if (directory === place || directory.startsWith(place + path.sep)) this.#forget(directory)
    }
    if (isWithin && !SKIPPED.has(path.basename(place)) && isDirectory(place)) this.#addTree(place)
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
