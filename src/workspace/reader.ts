import fs from 'node:fs'
import path from 'node:path'
import { type Reporter, Source } from '../diagnostics/index.ts'
import { describe, readQuickly, readStable, signatureOf, TICK_MS } from './file-read.ts'
import { reason } from './reason.ts'
import { namesIn, type Sightings } from './sightings.ts'
import { decode, firstBadByte, normalise } from './text-form.ts'

export interface FileBytes {
  bytes: Buffer
  executable: boolean
}

interface CacheEntry {
  source: Source
  signature: string
  trusted: boolean
}

/** A change within this many milliseconds before reading may share its time stamp with a later one. */
const RACE_MS = 50

/**
 * Reads the project's files. One reader may serve many builds: a text whose file has not changed is the same
 * {@link Source} as before, so that what was computed from it can be kept.
 */
export class Reader {
  /** Absolute, links resolved. */
  readonly root: string
  /** Absolute paths that symbolic links led to. */
  readonly followed = new Set<string>()
  /** What was looked at; nothing is noted where it is not asked for. */
  readonly sightings: Sightings | undefined
  readonly #cache = new Map<string, CacheEntry>()
  readonly #keeps: boolean
  #unseen: Reader | undefined
  /** Milliseconds; what changed since may change while it is read. */
  readonly #opened = Date.now()

  /** @param keeps false: for one run only */
  constructor(root: string, keeps = true, sightings?: Sightings) {
    this.root = fs.realpathSync(root)
    this.#keeps = keeps
    this.sightings = sightings
  }

  /** Reads the same files, and notes nothing of it. */
  get unseen(): Reader {
    this.#unseen ??= new Reader(this.root, false)
    return this.#unseen
  }

  absolute(file: string): string {
    return this.root + path.sep + file
  }

  /** Whether something stands there, be it a broken link. */
  exists(file: string): boolean {
    try {
      const stats = fs.lstatSync(this.absolute(file), { throwIfNoEntry: false })
      if (stats === undefined) this.sightings?.missing(this.absolute(file))
      return stats !== undefined
    } catch {
      // Unreadable parents: the reading that follows says why.
      return true
    }
  }

  /** What stands there; links are followed. */
  kind(file: string): 'file' | 'directory' | 'other' | undefined {
    try {
      const stats = fs.statSync(this.absolute(file), { throwIfNoEntry: false })
      if (stats === undefined) this.sightings?.missing(this.absolute(file))
      if (stats === undefined) return undefined
      return stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : 'other'
    } catch {
      // Unreadable parents: the reading that follows says why.
      return 'other'
    }
  }

  /** Names in a directory that a pattern finds; none when it cannot be read. */
  names(directory: string, pattern: RegExp): string[] {
    const at = this.absolute(directory)
    const names = namesIn(at, pattern)
    this.sightings?.names(at, pattern, names)
    return names
  }

  /**
   * Rule S-8: UTF-8, no byte order mark, `\n` line ends, one final newline.
   * @param real where it is known to be a regular file: then it may be read in the quick way
   */
  text(file: string, report: Reporter, real?: string): Source | undefined {
    const at = real ?? this.absolute(file)
    const cached = this.#cache.get(file)
    if (cached?.trusted && cached.signature === signatureOf(at)) return cached.source
    const quick = real === undefined ? undefined : readQuickly(real, this.#opened)
    if (quick !== undefined) {
      this.sightings?.file(at, quick.stats)
      return this.#source(file, normalise(quick.text), quick.stats)
    }
    // Changed lately, or odd.
    this.sightings?.doubt()
    const read = readStable(file, at, report)
    if (read === undefined) return undefined
    const text = decode(read.bytes)
    if (text === undefined) {
      report({
        code: 'not-utf8',
        message: `this file is not UTF-8 from byte ${firstBadByte(read.bytes)} on`,
        hint: 'save it as UTF-8',
        at: { file },
      })
      return undefined
    }
    return this.#source(file, text, read.stats)
  }

  #source(file: string, text: string, stats: fs.Stats): Source {
    if (!this.#keeps) return new Source(file, text, () => this.unseen.text(file, () => {})?.text ?? '')
    const known = this.#cache.get(file)?.source
    const source = known?.text === text ? known : new Source(file, text)
    const trusted = Date.now() - stats.ctimeMs > RACE_MS
    this.#cache.set(file, { source, signature: describe(stats), trusted })
    return source
  }

  bytes(file: string, report: Reporter, real = this.absolute(file)): FileBytes | undefined {
    const read = readStable(file, real, report)
    if (read === undefined || read.stats.ctimeMs > this.#opened - TICK_MS) this.sightings?.doubt()
    else this.sightings?.file(real, read.stats)
    return read && { bytes: Buffer.from(read.bytes), executable: (read.stats.mode & 0o100) !== 0 }
  }
}

/** A reader of a project's directory; nothing, with a report, where there is no such directory. */
export function openProject(
  root: string,
  keeps: boolean,
  report: Reporter,
  sightings?: Sightings,
): Reader | undefined {
  try {
    const reader = new Reader(root, keeps, sightings)
    if (fs.statSync(reader.root).isDirectory()) return reader
    report({ code: 'not-a-file', message: `${root} is no directory` })
  } catch (error) {
    report({
      code: 'unreadable',
      message: `the project's directory ${root} cannot be read: ${reason(error)}`,
    })
  }
  return undefined
}
