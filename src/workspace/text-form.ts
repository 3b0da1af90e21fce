import { isAscii, isUtf8 } from 'node:buffer'

const LINE_END_RE = /\r\n?/g

/** Rule S-8; nothing where the bytes are not UTF-8. */
export function decode(bytes: Buffer): string | undefined {
  let text: string
  if (isAscii(bytes)) text = bytes.toString('latin1')
  else if (isUtf8(bytes)) text = bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0)
  else return undefined
  return normalise(text)
}

/** Line ends `\n`, one at the end. */
export function normalise(given: string): string {
  const text = given.includes('\r') ? given.replace(LINE_END_RE, '\n') : given
  if (text.endsWith('\n\n')) return text.slice(0, endOf(text))
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

/** Where all but one of the final newlines begin; from behind, since a pattern would try each run of newlines. */
function endOf(text: string): number {
  let end = text.length
  while (end > 1 && text.charCodeAt(end - 2) === 0x0a) end--
  return end
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

export function firstBadByte(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'), 'utf8')
  let index = 0
  while (index < bytes.length && bytes[index] === again[index]) index++
  return index
}
