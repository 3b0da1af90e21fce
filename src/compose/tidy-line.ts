import { type CodeSpan, codeSpans } from './code-spans.ts'

/** What may stand before the text of a list item, quotation or heading: a blank there is part of the mark. */
const MARK_RE = /^\s*(?:(?:[-*+]|\d+[.)]|>|#{1,6})\s+)+(?:\[[ xX]\]\s+)?$/
const LONGEST_MARK = 40
const BLANK_RE = /[^\S\n]/
const PUNCTUATION_RE = /[.,;:!?)…]/
const WORD_RE = /[\p{L}\p{N}]/u

interface Pair {
  open: string
  close: string
  /** It is one only where no letter or digit touches it from outside: `a_b`, `users'`. */
  loose: boolean
}

const PAIRS: readonly Pair[] = [
  ...['""', '“”', '„“', '„”', '‘’', '‚‘', '«»', '»«', '‹›', '›‹'].map((pair) => pairOf(pair[0]!, pair[1]!)),
  pairOf("'", "'", true),
  pairOf('**', '**'),
  pairOf('__', '__', true),
  pairOf('*', '*'),
  pairOf('_', '_', true),
]

function pairOf(open: string, close: string, loose = false): Pair {
  return { open, close, loose }
}

/**
 * One line whose dropped tokens are no longer in it. It is gone through once, from left to right: what stands left of
 * a token is a stack, so that a line takes time in proportion to its length, however many tokens it held.
 */
export class TidyLine {
  readonly #text: string
  readonly #struck: number[] = []
  /** Offsets of the characters that stay, left of `#at`. */
  readonly #kept: number[] = []
  /** For each of these, how many of them there are up to the last one that is no blank. */
  readonly #ink: number[] = []
  readonly #spans: CodeSpan[]
  #at = 0
  #span = 0
  #blanksEnd = 0

  /** @param drops offsets in the line where a token stood, in order */
  constructor(text: string, drops: readonly number[]) {
    this.#text = text
    this.#spans = codeSpans(text, drops)
    for (const drop of drops) {
      while (this.#at < drop) this.#keep()
      this.#drop(drop)
    }
  }

  /** Offsets of the characters that go, in order. */
  struck(): number[] {
    return this.#struck.toSorted((a, b) => a - b)
  }

  #keep(): void {
    this.#kept.push(this.#at)
    this.#ink.push(BLANK_RE.test(this.#text[this.#at]!) ? this.#lastInk() : this.#kept.length)
    this.#at++
  }

  #drop(drop: number): void {
    while (this.#dropSpan(drop) || this.#dropPair()) {
      // A code span in quotes empties both.
    }
    // At a line's start nothing but the token goes: what stands there is indentation.
    if (this.#lastInk() === 0) return
    const right = this.#text[this.#at]
    if (right === undefined || !BLANK_RE.test(this.#left(1))) return
    if (BLANK_RE.test(right)) this.#strikeRight(1)
    else if (PUNCTUATION_RE.test(right) && !this.#isMark()) this.#strikeLeft(1)
  }

  /** Strikes out the code span around a token when nothing is left in it but blanks. */
  #dropSpan(drop: number): boolean {
    while (this.#spans[this.#span] !== undefined && this.#spans[this.#span]!.end <= drop) this.#span++
    const span = this.#spans[this.#span]
    if (span === undefined || span.start >= drop || this.#at >= span.end) return false
    const last = this.#kept[this.#lastInk() - 1]
    if (last !== span.start + span.ticks - 1 || this.#inkFrom(this.#at) !== span.end - span.ticks)
      return false
    while (this.#kept.length > 0 && this.#kept.at(-1)! >= span.start) this.#strikeLeft(1)
    this.#strikeRight(span.end - this.#at)
    return true
  }

  #dropPair(): boolean {
    const pair = PAIRS.find(
      ({ open, close, loose }) =>
        this.#left(open.length) === open &&
        this.#text.startsWith(close, this.#at) &&
        !(loose && (this.#isWord(this.#kept.at(-open.length - 1)) || this.#isWord(this.#at + close.length))),
    )
    if (pair === undefined) return false
    this.#strikeLeft(pair.open.length)
    this.#strikeRight(pair.close.length)
    return true
  }

  /** The last characters that stay. */
  #left(count: number): string {
    let text = ''
    for (const at of this.#kept.slice(-count)) text += this.#text[at]
    return text
  }

  #isWord(at: number | undefined): boolean {
    return at !== undefined && WORD_RE.test(this.#text[at] ?? '')
  }

  #lastInk(): number {
    return this.#ink.at(-1) ?? 0
  }

  /** Offset of the first character from here on that is no blank. */
  #inkFrom(at: number): number {
    this.#blanksEnd = Math.max(this.#blanksEnd, at)
    while (this.#blanksEnd < this.#text.length && BLANK_RE.test(this.#text[this.#blanksEnd]!))
      this.#blanksEnd++
    return this.#blanksEnd
  }

  /** Whether what is left before a token is only the mark of a list item, quotation or heading. */
  #isMark(): boolean {
    return this.#kept.length <= LONGEST_MARK && MARK_RE.test(this.#left(LONGEST_MARK))
  }

  #strikeLeft(count: number): void {
    this.#ink.length -= count
    this.#struck.push(...this.#kept.splice(-count))
  }

  #strikeRight(count: number): void {
    for (const end = this.#at + count; this.#at < end; this.#at++) this.#struck.push(this.#at)
  }
}
