import {
  closeSync,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  rmdirSync,
  type Stats,
  writeSync,
} from 'node:fs'
import type { TreeFile } from './tree.ts'

const OWNER_EXECUTES = 0o100
const WINDOWS = process.platform === 'win32'

/** What stands at a path, links not followed; nothing there is no error. */
export function lstat(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

export function exists(path: string): boolean {
  return lstat(path) !== undefined
}

/** Only the owner's bit counts, as in git: the others depend on the umask. */
export function isExecutable(stats: Stats): boolean {
  return (stats.mode & OWNER_EXECUTES) !== 0
}

export function sameMode(stats: Stats, file: TreeFile): boolean {
  return WINDOWS || isExecutable(stats) === file.executable
}

/** Makes a new file; one that exists is an error (`EEXIST`). */
export function writeNew(path: string, bytes: Uint8Array, executable = false): void {
  const handle = openSync(path, 'wx', executable ? 0o755 : 0o644)
  try {
    for (let written = 0; written < bytes.byteLength;) written += writeSync(handle, bytes, written)
    // The umask may have taken the bit.
    if (executable && !WINDOWS) fchmodSync(handle, (fstatSync(handle).mode & 0o777) | OWNER_EXECUTES)
  } finally {
    closeSync(handle)
  }
}

/** Removes a directory if it is there and empty. */
export function removeEmpty(path: string): boolean {
  try {
    rmdirSync(path)
    return true
  } catch {
    return false
  }
}
