import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** Editors and `git checkout` make many changes at once; the build starts when they have paused. */
const PAUSE_MS = 30

/**
 * Notices when paths appear that were not there. Rolldown watches only what exists when it is registered, so the
 * nearest directory above each missing path is watched here, itself alone, and what appears is told to rolldown by a
 * change of the {@link signal}, a file that the build registers instead.
 */
export class Arrivals {
  /** Absolute. */
  readonly signal: string
  /** Where the signal is when Vite's directory cannot be written to. */
  readonly #ownDirectory: string | undefined
  readonly #watchers = new Map<string, fs.FSWatcher>()
  #missing: readonly string[] = []
  #timer: NodeJS.Timeout | undefined
  #signals = 0

  /** @param cacheDir Vite's, where plugins may keep files */
  constructor(cacheDir: string) {
    const file = path.join(cacheDir, 'agent-cortex', 'arrived')
    this.#ownDirectory = isWritable(file) ? undefined : temporaryDirectory()
    this.signal = this.#ownDirectory === undefined ? file : path.join(this.#ownDirectory, 'arrived')
    this.#write()
  }

  /** @param missing absolute paths; they replace those of the call before */
  expect(missing: readonly string[]): void {
    this.#missing = missing
    const wanted = new Set(missing.map(nearestDirectory))
    for (const directory of this.#watchers.keys()) if (!wanted.has(directory)) this.#forget(directory)
    for (const directory of wanted) this.#watch(directory)
    // What came before its directory was watched.
    if (missing.some(exists)) this.rebuild()
  }

  /** Makes rolldown build again. */
  rebuild(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#write(), PAUSE_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const directory of this.#watchers.keys()) this.#forget(directory)
    if (this.#ownDirectory !== undefined) fs.rmSync(this.#ownDirectory, { recursive: true, force: true })
  }

  #write(): void {
    try {
      fs.mkdirSync(path.dirname(this.signal), { recursive: true })
      fs.writeFileSync(this.signal, `${++this.#signals}\n`)
    } catch {
      // No rights, or a full disk: what appeared waits for the next change.
    }
  }

  #watch(directory: string): void {
    if (this.#watchers.has(directory)) return
    try {
      const watcher = fs.watch(directory, () => this.#look())
      watcher.on('error', () => this.#forget(directory))
      this.#watchers.set(directory, watcher)
    } catch {
      // It went away, or the system has no watchers left: what appears there waits for the next change.
    }
  }

  #forget(directory: string): void {
    this.#watchers.get(directory)?.close()
    this.#watchers.delete(directory)
  }

  #look(): void {
    if (this.#missing.some(exists)) this.rebuild()
    else if (this.#missing.some((file) => !this.#watchers.has(nearestDirectory(file))))
      this.expect(this.#missing)
  }
}

function isWritable(file: string): boolean {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, '')
    return true
  } catch {
    return false
  }
}

/** Nothing where none can be made: what appears then waits for the next change. */
function temporaryDirectory(): string | undefined {
  try {
    return fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-'))
  } catch {
    return undefined
  }
}

function exists(file: string): boolean {
  return fs.existsSync(file)
}

/** The nearest directory above a path that is there. */
function nearestDirectory(file: string): string {
  const parent = path.dirname(file)
  return parent === file || exists(parent) ? parent : nearestDirectory(parent)
}
