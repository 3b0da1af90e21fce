import { cut, KIND, RUN, type Text } from './origins.ts'

const FENCE_RE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(`{3,}|~{3,})(.*)$/
/** What may stand before the text of a list item, quotation or heading: a blank there is part of the mark. */
const MARK_RE = /^\s*(?:(?:[-*+]|\d+[.)]|>|#{1,6})\s+)+(?:\[[ xX]\]\s+)?$/
const LONGEST_MARK = 40
const BLANK_RE = /[^\S\n]/
const PUNCTUATION_RE = /[.,;:!?)]/
const PAIRS: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['**', '**'],
  ['__', '__'],
  ['*', '*'],
  ['_', '_'],
]

/**
 * Rule T-4: takes away what a dropped token leaves behind, touching only what stood next to it.
 * An emptied code span or pair of quotes goes, two blanks become one, a blank before punctuation goes.
 */
export function tidy(text: Text): Text {
  const drops: number[] = []
  for (let at = 0; at < text.runs.length; at += RUN) {
    if (text.runs[at + 4] === KIND.dropped) drops.push(text.runs[at]!)
  }
  if (drops.length === 0) return text
  const ranges: [number, number][] = []
  const fences = new Fences(text.text)
  for (let first = 0; first < drops.length;) {
    const line = fences.lineOf(drops[first]!)
    let last = first + 1
    while (last < drops.length && drops[last]! <= line.end) last++
    if (!line.fenced) {
      const tidied = new Line(text.text.slice(line.start, line.end))
      for (const drop of drops.slice(first, last)) tidied.drop(drop - line.start)
      for (const at of tidied.gone()) ranges.push([at + line.start, at + line.start + 1])
    }
    first = last
  }
  return cut(text, ranges)
}

/** Walks the lines of a text once, forwards, and knows which lie in a code fence. */
class Fences {
  readonly #text: string
  #start = 0
  #fence: string | undefined

  constructor(text: string) {
    this.#text = text
  }

  lineOf(offset: number): { start: number; end: number; fenced: boolean } {
    for (;;) {
      const newline = this.#text.indexOf('\n', this.#start)
      const end = newline === -1 ? this.#text.length : newline
      if (offset <= end)
        return { start: this.#start, end, fenced: this.#fence !== undefined || this.#opens(end) }
      this.#pass(end)
      this.#start = end + 1
    }
  }

  #opens(end: number): boolean {
    return FENCE_RE.test(this.#text.slice(this.#start, end))
  }

  #pass(end: number): void {
    // Most lines are told from a fence by their first characters.
    const match = FENCE_RE.exec(this.#text.slice(this.#start, Math.min(end, this.#start + 200)))
    if (match === null) return
    const [, mark, rest] = match
    if (this.#fence === undefined) {
      if (!(mark!.startsWith('`') && rest!.includes('`'))) this.#fence = mark
    } else if (mark!.startsWith(this.#fence) && rest!.trim() === '') this.#fence = undefined
  }
}

/** One line, of which characters are struck out; the tokens themselves are no longer in it. */
class Line {
  readonly #text: string
  readonly #struck: Uint8Array
  #ink = 0

  constructor(text: string) {
    this.#text = text
    this.#struck = new Uint8Array(text.length)
  }

  drop(offset: number): void {
    while (this.#dropPair(offset)) {
      // A code span in quotes empties both.
    }
    // At a line's start nothing but the token goes: what stands there is indentation.
    if (this.#firstInk() >= offset) return
    const left = this.#left(offset)
    const right = this.#right(offset)
    if (left === -1 || right === this.#text.length || !BLANK_RE.test(this.#text[left]!)) return
    if (BLANK_RE.test(this.#text[right]!)) this.#struck[right] = 1
    else if (PUNCTUATION_RE.test(this.#text[right]!) && !this.#isMark(offset)) this.#struck[left] = 1
  }

  gone(): number[] {
    return [...this.#struck.keys()].filter((at) => this.#struck[at] === 1)
  }

  #dropPair(offset: number): boolean {
    const ticks = Math.min(this.#count(offset, '`', -1), 99)
    if (ticks > 0) return ticks === this.#count(offset, '`', 1) && this.#strike(offset, ticks, ticks)
    for (const [open, close] of PAIRS) {
      if (this.#matches(offset, open, close)) return this.#strike(offset, open.length, close.length)
    }
    return false
  }

  #count(offset: number, character: string, direction: 1 | -1): number {
    let count = 0
    let at = direction === 1 ? this.#right(offset) : this.#left(offset)
    while (this.#text[at] === character) {
      count++
      at = direction === 1 ? this.#right(at + 1) : this.#left(at)
    }
    return count
  }

  #matches(offset: number, open: string, close: string): boolean {
    let left = offset
    for (const character of [...open].toReversed()) {
      left = this.#left(left)
      if (this.#text[left] !== character) return false
    }
    let right = this.#right(offset)
    for (const character of close) {
      if (this.#text[right] !== character) return false
      right = this.#right(right + 1)
    }
    return true
  }

  #strike(offset: number, open: number, close: number): true {
    for (let count = 0, at = offset; count < open; count++) {
      at = this.#left(at)
      this.#struck[at] = 1
    }
    for (let count = 0, at = offset; count < close; count++) {
      at = this.#right(at)
      this.#struck[at] = 1
    }
    return true
  }

  #firstInk(): number {
    while (
      this.#ink < this.#text.length &&
      (this.#struck[this.#ink] === 1 || BLANK_RE.test(this.#text[this.#ink]!))
    ) {
      this.#ink++
    }
    return this.#ink
  }

  /** Whether what is left before an offset is only the mark of a list item, quotation or heading. */
  #isMark(offset: number): boolean {
    if (offset - this.#ink > LONGEST_MARK) return false
    const before = this.#text
      .slice(0, offset)
      .split('')
      .filter((_, at) => this.#struck[at] === 0)
    return MARK_RE.test(before.join(''))
  }

  /** Index of the nearest character left before an offset; -1 at the line's start. */
  #left(offset: number): number {
    let at = offset - 1
    while (at >= 0 && this.#struck[at] === 1) at--
    return at
  }

  /** Index of the nearest character left from an offset on; the length at the line's end. */
  #right(offset: number): number {
    let at = offset
    while (at < this.#text.length && this.#struck[at] === 1) at++
    return at
  }
}
