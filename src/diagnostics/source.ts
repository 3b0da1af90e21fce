/** A place in a text: line and column from 1, columns in UTF-16 code units. */
export interface Position {
  line: number
  column: number
}

/** A run of characters in one {@link Source}; `end` is exclusive. */
export interface Span {
  readonly source: Source
  readonly start: number
  readonly end: number
}

/**
 * One text input as the compiler sees it: UTF-8 decoded, without a byte order mark, line ends `\n`.
 * Offsets are UTF-16 code units into `text`.
 */
export class Source {
  /** Path relative to the project's root, `/`-separated. */
  readonly file: string
  #text: string | undefined
  readonly #reload: (() => string) | undefined
  #lineStarts: number[] | undefined
  /** What a lexer made of the text, for as long as the text is kept. */
  lexed: unknown

  /** @param reload gets the text once more after {@link release}; without it the text stays */
  constructor(file: string, text: string, reload?: () => string) {
    this.file = file
    this.#text = text
    this.#reload = reload
  }

  get text(): string {
    return (this.#text ??= this.#reload!())
  }

  /** Lets the text go until somebody asks for it: of thousands of sources, few are ever shown. */
  release(): void {
    if (this.#reload === undefined) return
    this.#text = undefined
    this.#lineStarts = undefined
    this.lexed = undefined
  }

  span(start: number, end: number = start): Span {
    return { source: this, start, end }
  }

  /** Line and column of an offset; one outside the text counts as the nearest inside. */
  position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length))
    const starts = this.lineStarts
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (starts[middle]! <= at) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: at - starts[low]! + 1 }
  }

  /** Text of a line (from 1), without its line end; empty beyond the last. */
  line(number: number): string {
    const starts = this.lineStarts
    const start = starts[number - 1]
    if (start === undefined) return ''
    const next = starts[number]
    return this.text.slice(start, next === undefined ? this.text.length : next - 1)
  }

  get lineCount(): number {
    return this.lineStarts.length
  }

  get lineStarts(): readonly number[] {
    if (this.#lineStarts === undefined) {
      const starts = [0]
      for (let at = this.text.indexOf('\n'); at !== -1; at = this.text.indexOf('\n', at + 1))
        starts.push(at + 1)
      this.#lineStarts = starts
    }
    return this.#lineStarts
  }
}
