import { hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import type { TreeFile } from './tree.ts'

const ROOM = 256 * 1024
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const MOST_BYTES_PER_UNIT = 3

// Allocating a buffer for each of thousands of small files costs as much as reading them.
const encoded = Buffer.allocUnsafe(ROOM)
const read = Buffer.allocUnsafe(ROOM)

/** The bytes of a file's content; good until the next call. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  if (typeof content !== 'string') return content
  if (content.length * MOST_BYTES_PER_UNIT > ROOM) return Buffer.from(content)
  return encoded.subarray(0, encoded.write(content))
}

/** Whether a file on disk, of the given size, holds exactly the bytes of one of a tree. */
export function sameBytes(path: string, size: number, file: TreeFile): boolean {
  const wanted = bytesOf(file.content)
  if (size !== wanted.byteLength) return false
  const found = readBytes(path, size)
  if (!found.equals(wanted)) return false
  remember(file, found)
  return true
}

/** The first bytes of a file; good until the next call. Fewer when it has become shorter. */
function readBytes(path: string, size: number): Buffer {
  const target = size > ROOM ? Buffer.allocUnsafe(size) : read
  const handle = openSync(path, 'r')
  try {
    let filled = 0
    while (filled < size) {
      const count = readSync(handle, target, filled, size - filled, null)
      if (count === 0) break
      filled += count
    }
    return target.subarray(0, filled)
  } finally {
    closeSync(handle)
  }
}

/** By the file, and by its bytes, which several trees may share. */
const digests = new WeakMap<object, string>()

/** SHA-256 of a file's bytes, in hexadecimal. */
export function digestOf(file: TreeFile): string {
  return digests.get(file) ?? remember(file, bytesOf(file.content))
}

/** Works the digest out while the bytes are at hand. */
export function remember(file: TreeFile, bytes: Uint8Array): string {
  let digest = digests.get(file) ?? digests.get(bytes)
  if (digest === undefined) {
    digest = hash('sha256', bytes)
    digests.set(bytes, digest)
  }
  digests.set(file, digest)
  return digest
}
