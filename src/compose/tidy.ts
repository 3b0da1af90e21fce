import { cut, KIND, RUN, type Text } from './origins.ts'
import { TidyLine } from './tidy-line.ts'

const OPENING_FENCE_RE = /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)*(?:(`{3,})[^`]*|(~{3,}).*)$/
const CLOSING_FENCE_RE = /^[\s>]*(`{3,}|~{3,})\s*$/
/** Most lines are told from a fence by their first characters; only this many are looked at. */
const LONGEST_FENCE = 200

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
    const { start, end, fenced } = fences.lineOf(drops[first]!)
    let last = first + 1
    while (last < drops.length && drops[last]! <= end) last++
    if (!fenced) {
      const own = drops.slice(first, last).map((drop) => drop - start)
      for (const at of new TidyLine(text.text.slice(start, end), own).struck())
        ranges.push([at + start, at + start + 1])
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
        return {
          start: this.#start,
          end,
          fenced: this.#fence !== undefined || this.#opens(end) !== undefined,
        }
      this.#pass(end)
      this.#start = end + 1
    }
  }

  #opens(end: number): string | undefined {
    const match = OPENING_FENCE_RE.exec(
      this.#text.slice(this.#start, Math.min(end, this.#start + LONGEST_FENCE)),
    )
    return match?.[1] ?? match?.[2]
  }

  #pass(end: number): void {
    if (this.#fence === undefined) {
      this.#fence = this.#opens(end)
      return
    }
    const line = this.#text.slice(this.#start, Math.min(end, this.#start + LONGEST_FENCE))
    if (CLOSING_FENCE_RE.exec(line)?.[1]?.startsWith(this.#fence)) this.#fence = undefined
  }
}
