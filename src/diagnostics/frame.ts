import type { Span } from './source.ts'
import { columns, isPlain, visible } from './visible.ts'

/** Columns of text shown of one line; a longer one is cut around the caret. */
const WIDTH = 110

/** Columns kept before the caret where a line is cut. */
const LEAD = 40

/** What a tab counts for when a line is cut; the terminal has its own idea. */
const TAB_WIDTH = 4

/**
 * The first line of a span with a caret line beneath, and its neighbours:
 *
 *     11 | before
 *     12 | the {{TOOL:tsk}} tool
 *        |     ^^^^^^^^^^^^
 *     13 | after
 *
 * Work and result are bounded, however long the line is.
 */
export function codeFrame(span: Span): string {
  const { source } = span
  const { line, column } = source.position(span.start)
  const isLast = line >= source.lineCount || (line + 1 === source.lineCount && source.line(line + 1) === '')
  const gutter = String(isLast ? line : line + 1).length
  const row = (label: string, text: string): string => `${label.padStart(gutter)} | ${text}`.trimEnd()
  const { text, carets } = marked(source.line(line), column - 1, span.end - span.start)
  const rows = [row(String(line), visible(text)), row('', carets)]
  if (line > 1) rows.unshift(row(String(line - 1), visible(head(source.line(line - 1)))))
  if (!isLast) rows.push(row(String(line + 1), visible(head(source.line(line + 1)))))
  return rows.join('\n')
}

/** The shown part of a span's first line, and the carets that lie under it. */
function marked(whole: string, offset: number, length: number): { text: string; carets: string } {
  const start = boundary(whole, offset)
  const end = Math.max(start, Math.min(whole.length, offset + length))
  const [from, to] = shownPart(whole, start)
  const before = from > 0 ? '…' : ''
  const after = to < whole.length ? '…' : ''
  const pad = blank(before + whole.slice(from, start), ' ')
  const carets = blank(whole.slice(start, Math.min(end, to)), '^').trim()
  return { text: before + whole.slice(from, to) + after, carets: pad + (carets || '^') }
}

function shownPart(line: string, caret: number): [from: number, to: number] {
  if (fits(line)) return [0, line.length]
  const width = WIDTH - 2
  const from = back(line, caret, LEAD)
  const to = forward(line, from, width)
  return to === line.length ? [back(line, to, width), to] : [from, to]
}

function head(line: string): string {
  if (fits(line)) return line
  return `${line.slice(0, forward(line, 0, WIDTH - 1))}…`
}

function fits(line: string): boolean {
  if (line.length <= WIDTH && isPlain(line)) return true
  return forward(line, 0, WIDTH) === line.length
}

/** As many of `fill` as the text is wide; tabs stay, so that what follows lines up wherever the tab stops are. */
function blank(text: string, fill: string): string {
  if (isPlain(text)) return fill.repeat(text.length)
  let result = ''
  for (const character of visible(text)) {
    result += character === '\t' ? character : fill.repeat(columns(character))
  }
  return result
}

/** The offset that is `width` columns after another, at most the line's end. */
function forward(line: string, offset: number, width: number): number {
  let at = offset
  for (let left = width; at < line.length;) {
    const character = String.fromCodePoint(line.codePointAt(at)!)
    left -= cost(character)
    if (left < 0) break
    at += character.length
  }
  return at
}

/** The offset that is `width` columns before another, at least 0. */
function back(line: string, offset: number, width: number): number {
  let at = offset
  for (let left = width; at > 0;) {
    const before = boundary(line, at - 1)
    left -= cost(line.slice(before, at))
    if (left < 0) break
    at = before
  }
  return at
}

/** At least 1, so that a run of marks without width is bounded too. */
function cost(character: string): number {
  return character === '\t' ? TAB_WIDTH : Math.max(1, columns(character))
}

/** The offset, or the one before where it would split a surrogate pair. */
function boundary(line: string, offset: number): number {
  return offset > 0 && line.codePointAt(offset - 1)! > 0xffff ? offset - 1 : offset
}
