import { BYTE_ORDER_MARK, lineEndOf, rawOffset } from './text.ts'

/** A replacement. Offsets are into the text without a byte order mark, line ends `\n`; so is the text put in. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A raw text with edits made; every other byte stays, line ends included. @param edits that do not overlap */
export function withEdits(raw: string, edits: readonly Edit[], stripBom = false): string {
  const lineEnd = lineEndOf(raw)
  let text = raw
  for (const edit of edits.toSorted((a, b) => b.start - a.start)) {
    const [start, end] = [rawOffset(raw, edit.start), rawOffset(raw, edit.end)]
    text = text.slice(0, start) + edit.text.replaceAll('\n', lineEnd) + text.slice(end)
  }
  return stripBom && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text
}

/** A change to a harness's files. Paths are relative to the outermost harness. */
export type Change = Write | Rename

interface Write {
  readonly kind: 'write'
  readonly path: string
  readonly before: string | undefined
  readonly text: string
  readonly why: readonly string[]
}

interface Rename {
  readonly kind: 'rename'
  readonly path: string
  readonly to: string
  readonly why: readonly string[]
}
