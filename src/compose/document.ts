import type { Source, Span } from '../diagnostics/index.ts'
import type { Token } from '../template/lexer.ts'
import { render } from '../template/shape.ts'
import { appendRuns, KIND, slice, type Text } from './origins.ts'

const BLANK_TO_LINE_START_RE = /(?:^|\n)([^\S\n]*)$/
const BLANK_TO_LINE_END_RE = /[^\S\n]*(?:\n|$)/y
const INK_RE = /\S/

/** One text while its tokens are replaced: pieces with the sections between them, and where all of it came from. */
export class Document {
  readonly #source: Source
  /** Index of the source in the table of origins; -1: nobody wants to know where the text came from. */
  readonly #index: number
  readonly #runs: number[] = []
  readonly #pieces: string[] = []
  readonly #sections: string[] = []
  #piece = ''
  #length = 0
  /** How far the source has been taken over. */
  #at = 0

  constructor(source: Source, index: number) {
    this.#source = source
    this.#index = index
  }

  span(token: Token): Span {
    return this.#source.span(token.start, token.end)
  }

  value(token: Token, text: string, kind: number, row = -1): void {
    this.#literal(token.start)
    if (this.#index !== -1) this.#runs.push(this.#length, text.length, this.#index, token.start, kind, row)
    this.#add(text)
    this.#at = token.end
  }

  /** @param indent that of the token's line, where it stands alone on it */
  section(token: Token, section: Text, indent: string | undefined): void {
    if (indent === undefined) {
      this.#literal(token.start)
      const start = section.text.length - section.text.trimStart().length
      this.#insert(slice(section, start, Math.max(start, section.text.trimEnd().length)))
      this.#at = token.end
      return
    }
    const lines = withoutOuterBlankLines(section)
    this.#literal(token.start - indent.length)
    this.#insert(indented(lines, indent, this.#index, token.start))
    BLANK_TO_LINE_END_RE.lastIndex = token.end
    const rest = BLANK_TO_LINE_END_RE.exec(this.#source.text)![0]
    // The section's text takes the line; with none, the line goes too.
    this.#at = token.end + rest.length - (lines.text !== '' && rest.endsWith('\n') ? 1 : 0)
  }

  finish(): Text {
    this.#literal(this.#source.text.length)
    return { text: render([...this.#pieces, this.#piece], this.#sections), runs: this.#runs }
  }

  /** The blanks before a token that stands alone on its line (rule T-8). */
  standaloneIndent(token: Token): string | undefined {
    const { text } = this.#source
    BLANK_TO_LINE_END_RE.lastIndex = token.end
    if (!BLANK_TO_LINE_END_RE.test(text)) return undefined
    const line = text.slice(text.lastIndexOf('\n', token.start - 1) + 1, token.start)
    return BLANK_TO_LINE_START_RE.exec(line)?.[1]
  }

  #literal(end: number): void {
    if (end > this.#at) {
      if (this.#index !== -1)
        this.#runs.push(this.#length, end - this.#at, this.#index, this.#at, KIND.literal, -1)
      this.#add(this.#source.text.slice(this.#at, end))
    }
    this.#at = end
  }

  #add(text: string): void {
    this.#piece += text
    this.#length += text.length
  }

  #insert(section: Text): void {
    appendRuns(this.#runs, section.runs, 0, section.text.length, this.#length, true)
    this.#pieces.push(this.#piece)
    this.#sections.push(section.text)
    this.#piece = ''
    this.#length += section.text.length
  }
}

function withoutOuterBlankLines(section: Text): Text {
  const { text } = section
  const first = text.search(INK_RE)
  if (first === -1) return slice(section, 0, 0)
  const newline = text.indexOf('\n', text.trimEnd().length)
  return slice(section, text.lastIndexOf('\n', first) + 1, newline === -1 ? text.length : newline)
}

/** Puts the indent of an include's line before each non-blank line of what is included. */
function indented(section: Text, indent: string, source: number, start: number): Text {
  if (indent === '' || section.text === '') return section
  const parts: string[] = []
  const runs: number[] = []
  let length = 0
  for (let at = 0; at <= section.text.length;) {
    const newline = section.text.indexOf('\n', at)
    const end = newline === -1 ? section.text.length : newline + 1
    const line = section.text.slice(at, end)
    if (line.trim() !== '') {
      parts.push(indent)
      if (source !== -1) runs.push(length, indent.length, source, start - indent.length, KIND.indent, -1)
      length += indent.length
    }
    parts.push(line)
    appendRuns(runs, section.runs, at, end, length, newline === -1)
    length += line.length
    if (newline === -1) break
    at = end
  }
  return { text: parts.join(''), runs }
}
