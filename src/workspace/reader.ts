import { isAscii, isUtf8 } from 'node:buffer'
import fs from 'node:fs'
import path from 'node:path'
import { type Reporter, Source } from '../diagnostics/index.ts'
import { namesIn, type Sightings } from './sightings.ts'

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
  /** Milliseconds; what changed since may change while it is read. */
  readonly #opened = Date.now()

  /** @param keeps false: for one run only */
  constructor(root: string, keeps = true, sightings?: Sightings) {
    this.root = fs.realpathSync(root)
    this.#keeps = keeps
    this.sightings = sightings
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
    if (!this.#keeps) return new Source(file, text)
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

/** Time stamps of files lag behind the clock by up to a tick of the kernel. */
const TICK_MS = 20

/**
 * Reads a text in one call of the runtime, a third of the time of the careful way. Nothing where that is not enough:
 * the file cannot be read, may not be UTF-8, or was changed so lately that somebody may be writing it.
 */
function readQuickly(real: string, opened: number): { text: string; stats: fs.Stats } | undefined {
  try {
    const text = fs.readFileSync(real, 'utf8')
    const stats = fs.statSync(real)
    if (stats.ctimeMs > opened - TICK_MS || text.includes('\ufffd')) return undefined
    return { text: text.startsWith('\ufeff') ? text.slice(1) : text, stats }
  } catch {
    return undefined
  }
}

interface StableRead {
  /** Valid until the next read: all share one buffer. */
  bytes: Buffer
  stats: fs.Stats
}

let shared = Buffer.allocUnsafeSlow(1 << 18)

/** Reads a file that nobody is writing. */
function readStable(file: string, real: string, report: Reporter): StableRead | undefined {
  let handle: number | undefined
  try {
    // Not blocking, so that a named pipe is found by its kind instead of waited for.
    handle = fs.openSync(real, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
    return readHandle(handle, file, report)
  } catch (error) {
    report({ code: 'unreadable', message: `this cannot be read: ${reason(error)}`, at: { file } })
    return undefined
  } finally {
    if (handle !== undefined) fs.closeSync(handle)
  }
}

function readHandle(handle: number, file: string, report: Reporter): StableRead | undefined {
  const before = fs.fstatSync(handle)
  if (!before.isFile()) {
    const kind = before.isDirectory() ? 'a directory' : 'no regular file'
    report({ code: 'not-a-file', message: `this is ${kind}; a file is expected here`, at: { file } })
    return undefined
  }
  const length = readAll(handle, before.size)
  // Size and time stamps are the same before and after: nobody wrote in between.
  const after = fs.fstatSync(handle)
  if (length === after.size && before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs) {
    return { bytes: shared.subarray(0, length), stats: after }
  }
  report({
    code: 'file-changed',
    message: 'this file changed while it was read',
    hint: 'build again when nothing writes to it',
    at: { file },
  })
  return undefined
}

function readAll(handle: number, size: number): number {
  if (shared.length <= size) shared = Buffer.allocUnsafeSlow(size + 1)
  let length = 0
  // Up to the expected size and, where the file grows, one buffer beyond.
  while (length < shared.length) {
    const count = fs.readSync(handle, shared, length, shared.length - length, null)
    if (count === 0) return length
    length += count
    if (length === size) return length
  }
  return length
}

function describe(stats: fs.Stats): string {
  return `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.ino}`
}

function signatureOf(real: string): string | undefined {
  try {
    const stats = fs.statSync(real, { throwIfNoEntry: false })
    return stats && describe(stats)
  } catch {
    return undefined
  }
}

const LINE_END_RE = /\r\n?/g
const FINAL_NEWLINES_RE = /\n+$/

function decode(bytes: Buffer): string | undefined {
  let text: string
  if (isAscii(bytes)) text = bytes.toString('latin1')
  else if (isUtf8(bytes)) text = bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
  else return undefined
  return normalise(text)
}

function normalise(given: string): string {
  const text = given.includes('\r') ? given.replace(LINE_END_RE, '\n') : given
  if (text.endsWith('\n\n')) return text.replace(FINAL_NEWLINES_RE, '\n')
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function firstBadByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'), 'utf8')
  let index = 0
  while (index < bytes.length && bytes[index] === again[index]) index++
  return index
}

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'it is not there',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
  ELOOP: 'its symbolic links run in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is no regular file',
}

/** A file-system error in words. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return (
    (code !== undefined && REASONS[code]) || code || String((error as Error | undefined)?.message ?? error)
  )
}
