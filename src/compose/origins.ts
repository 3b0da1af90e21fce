import type { Source } from '../diagnostics/index.ts'

/** What a run of output is. The numbers stand in {@link OriginTable.runs}. */
export const KIND = {
  literal: 0,
  tool: 1,
  path: 2,
  escape: 3,
  indent: 4,
  frontmatter: 5,
  dropped: 6,
} as const

/** Numbers a run takes: offset, length, source, start in the source, kind, row of the map. */
export const RUN = 6

export interface Text {
  text: string
  /** {@link RUN} numbers a run, by offset. A dropped token has length 0. */
  runs: number[]
}

/** The sources and map rows that a document's runs point to, by index. */
export class OriginTable {
  readonly sources: Source[] = []
  readonly rows: string[] = []
  readonly #sources = new Map<Source, number>()
  readonly #rows = new Map<string, number>()

  source(source: Source): number {
    return indexIn(this.sources, this.#sources, source)
  }

  row(row: string): number {
    return indexIn(this.rows, this.#rows, row)
  }
}

function indexIn<Item>(list: Item[], known: Map<Item, number>, item: Item): number {
  let index = known.get(item)
  if (index === undefined) {
    index = list.push(item) - 1
    known.set(item, index)
  }
  return index
}

/**
 * Appends the runs of `[from, to)` of a text to a list, moved so that `from` lies at `offset`.
 * @param closed whether what was dropped exactly at `to` belongs to it, as at a text's end
 */
export function appendRuns(
  list: number[],
  runs: readonly number[],
  from: number,
  to: number,
  offset: number,
  closed: boolean,
): void {
  for (let at = firstRun(runs, from); at < runs.length && runs[at]! <= to; at += RUN) {
    const start = Math.max(runs[at]!, from)
    const end = Math.min(runs[at]! + runs[at + 1]!, to)
    if (end < start || (end === start && (runs[at + 1]! > 0 || (end === to && !closed)))) continue
    const kind = runs[at + 4]!
    // Only literal text corresponds to its source character by character.
    const skipped = kind === KIND.literal ? start - runs[at]! : 0
    list.push(start - from + offset, end - start, runs[at + 2]!, runs[at + 3]! + skipped, kind, runs[at + 5]!)
  }
}

/** Index of the first run that ends at an offset or after it. */
function firstRun(runs: readonly number[], offset: number): number {
  let low = 0
  let high = runs.length / RUN
  while (low < high) {
    const middle = (low + high) >> 1
    if (runs[middle * RUN]! + runs[middle * RUN + 1]! < offset) low = middle + 1
    else high = middle
  }
  return low * RUN
}

/** A part of a text with its runs. */
export function slice(text: Text, from: number, to: number): Text {
  if (from === 0 && to === text.text.length) return text
  const runs: number[] = []
  appendRuns(runs, text.runs, from, to, 0, true)
  return { text: text.text.slice(from, to), runs }
}

/** Takes ranges out of a text. @param ranges in order, not overlapping */
export function cut(text: Text, ranges: readonly (readonly [number, number])[]): Text {
  if (ranges.length === 0) return text
  const parts: string[] = []
  const runs: number[] = []
  let at = 0
  let length = 0
  for (const [from, to] of [...ranges, [text.text.length, text.text.length] as const]) {
    parts.push(text.text.slice(at, from))
    // What was dropped just before a range is not taken out with it.
    appendRuns(runs, text.runs, at, from, length, true)
    length += from - at
    at = to
  }
  return { text: parts.join(''), runs }
}

/** Where the character at an offset came from. */
export function originAt(
  runs: ArrayLike<number>,
  offset: number,
): { source: number; start: number } | undefined {
  for (let at = runs.length - RUN; at >= 0; at -= RUN) {
    if (runs[at]! > offset) continue
    const within = runs[at + 4] === KIND.literal ? Math.min(offset - runs[at]!, runs[at + 1]!) : 0
    return { source: runs[at + 2]!, start: runs[at + 3]! + within }
  }
  return undefined
}
