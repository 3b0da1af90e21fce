const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const BYTE_ORDER_MARK = '\ufeff'

const LINE_END_RE = /\r\n?/g

/** The text of UTF-8 bytes, byte order mark and line ends as they are; nothing where they are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes)
  } catch {
    return undefined
  }
}

/** The number of bytes before the first that cannot be UTF-8. */
export function validBytes(bytes: Uint8Array): number {
  let low = 0
  let high = bytes.length
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (isValidStart(bytes.subarray(0, middle))) low = middle
    else high = middle - 1
  }
  return low
}

function isValidStart(bytes: Uint8Array): boolean {
  try {
    // A character that is cut off at the end is no mistake yet.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Without byte order mark, line ends `\n`: what positions count in. */
export function normalised(raw: string): string {
  const text = raw.startsWith(BYTE_ORDER_MARK) ? raw.slice(1) : raw
  return text.includes('\r') ? text.replace(LINE_END_RE, '\n') : text
}

/** Where an offset of the {@link normalised} text stands in the raw one. */
export function rawOffset(raw: string, offset: number): number {
  let at = raw.startsWith(BYTE_ORDER_MARK) ? 1 : 0
  if (!raw.includes('\r')) return at + offset
  for (let passed = 0; passed < offset; passed++) at += raw.startsWith('\r\n', at) ? 2 : 1
  return at
}

/** The line end that a text uses. */
export function lineEndOf(raw: string): string {
  const first = raw.indexOf('\n')
  if (first > 0 && raw[first - 1] === '\r') return '\r\n'
  return first === -1 && raw.includes('\r') ? '\r' : '\n'
}

const BARE_RE = /^[\w./@+-]+$/

/** A path as a word of a command. */
export function asWord(path: string): string {
  return BARE_RE.test(path) ? path : JSON.stringify(path)
}

const BLANKS_RE = /\s+/g
const SPREAD_RE = /[^\S ]|  /

/** One line, blanks collapsed. */
export function oneLine(text: string): string {
  return (SPREAD_RE.test(text) ? text.replaceAll(BLANKS_RE, ' ') : text).trim()
}
