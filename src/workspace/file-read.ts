import fs from 'node:fs'
import type { Reporter } from '../diagnostics/index.ts'
import { reason } from './reason.ts'

/** Time stamps of files lag behind the clock by up to a tick of the kernel. */
export const TICK_MS = 20

/** By name, the runtime would make an object of it for each file. */
const UTF8 = { encoding: 'utf8', flag: 'r' } as const

/**
 * Reads a text in one call of the runtime, a third of the time of the careful way. Nothing where that is not enough:
 * the file cannot be read, may not be UTF-8, or was changed so lately that somebody may be writing it.
 */
export function readQuickly(real: string, opened: number): { text: string; stats: fs.Stats } | undefined {
  try {
    const text = fs.readFileSync(real, UTF8)
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
export function readStable(file: string, real: string, report: Reporter): StableRead | undefined {
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

export function describe(stats: fs.Stats): string {
  return `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.ino}`
}

export function signatureOf(real: string): string | undefined {
  try {
    const stats = fs.statSync(real, { throwIfNoEntry: false })
    return stats && describe(stats)
  } catch {
    return undefined
  }
}
