/** Room for some thousand documents; one larger than this has a slab of its own. */
const SLAB = 4 * 1024 * 1024
/** UTF-8 takes at most three bytes for a UTF-16 code unit. */
const MOST_BYTES_PER_UNIT = 3

const encoder = new TextEncoder()
let slab = new Uint8Array(0)
let used = 0

/**
 * UTF-8 bytes of texts, one after the other. They lie in slabs outside the engine's heap: thousands of texts that live to the end of a
 * build would otherwise be moved about by the garbage collector, which takes longer than composing them.
 */
export function encode(texts: readonly string[]): Uint8Array {
  let most = 0
  for (const text of texts) most += text.length * MOST_BYTES_PER_UNIT
  if (most > SLAB) return encoder.encode(texts.join(''))
  if (used + most > slab.length) {
    slab = new Uint8Array(SLAB)
    used = 0
  }
  const start = used
  for (const text of texts) used += encoder.encodeInto(text, slab.subarray(used)).written
  return slab.subarray(start, used)
}
