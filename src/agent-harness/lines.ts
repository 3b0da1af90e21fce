const FENCE_RE = /^ {0,3}(`{3,}|~{3,})/
/** Nobody looks for anything beyond in a line. */
const LONGEST_LINE = 10_000

/** A line of a Markdown text. */
export interface Line {
  readonly line: string
  /** Offset in the text. */
  readonly start: number
  /** `code` is what stands in a fenced block, `fence` what opens or closes it. */
  readonly kind: 'text' | 'code' | 'fence'
}

/**
 * The lines of a Markdown text, each cut off where it is over 10,000 characters long.
 * @param from offset of the first line
 */
export function linesOf(text: string, from: number): { lines: Line[]; isOpen: boolean } {
  const lines: Line[] = []
  let fence: string | undefined
  for (let start = from; start < text.length;) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    const line = text.slice(start, Math.min(end, start + LONGEST_LINE))
    const [, mark] = FENCE_RE.exec(line) ?? []
    const opens = fence === undefined && mark !== undefined
    const closes = fence !== undefined && mark?.startsWith(fence) === true && line.trim() === mark
    lines.push({ line, start, kind: opens || closes ? 'fence' : fence === undefined ? 'text' : 'code' })
    if (opens) fence = mark
    else if (closes) fence = undefined
    start = end + 1
  }
  return { lines, isOpen: fence !== undefined }
}
