import { didYouMean, type Source, type Span } from '../diagnostics/index.ts'
import type { Token } from '../template/lexer.ts'
import { render } from '../template/shape.ts'
import { lexed } from '../template/template.ts'
import { type Context, toolOf } from './context.ts'
import { appendRuns, KIND, type OriginTable, slice, type Text } from './origins.ts'
import { resolvePath } from './paths.ts'
import type { SectionLookup } from './sections.ts'

/** Includes can double a text at each level; nobody means a text of this many characters and tokens. */
const LARGEST_TEXT = 32_000_000
/** Sections in sections in sections: nobody means that many, and the call stack holds them. */
const DEEPEST = 500
/** Files of a cycle that its message names. */
const LONGEST_CHAIN = 20
const SECTION_NAME_RE = /^(?!\.{1,2}$)[^/\\]+$/
const BLANK_TO_LINE_START_RE = /(?:^|\n)([^\S\n]*)$/
const BLANK_TO_LINE_END_RE = /[^\S\n]*(?:\n|$)/y
const INK_RE = /\S/

const NOTHING: Text = { text: '', runs: [] }

/** Resolves the tokens of one document for one harness. */
export class TextComposer {
  /** Whether a mistake left a token without a value, so that text is missing. */
  lost = false
  readonly #context: Context
  readonly #origins: OriginTable
  readonly #sections: SectionLookup | undefined
  readonly #done = new Map<Source, Text>()
  #size = 0

  /** @param sections nothing in a skill, where nothing would resolve them (rule T-10) */
  constructor(context: Context, origins: OriginTable, sections: SectionLookup | undefined) {
    this.#context = context
    this.#origins = origins
    this.#sections = sections
  }

  /** @param trail the sources whose sections led here, outermost first */
  compose(source: Source, trail: readonly Source[] = []): Text {
    const { tokens, issues } = lexed(source)
    for (const { code, message, hint, start, end } of issues)
      this.#report(code, source.span(start, end), message, hint)
    const document = new Document(source, this.#origins.source(source))
    const inner = [...trail, source]
    for (const token of tokens) this.#token(document, token, inner)
    return document.finish()
  }

  #token(document: Document, token: Token, trail: readonly Source[]): void {
    switch (token.type) {
      case 'ESCAPE':
        return document.value(token, token.name, KIND.escape)
      case 'TOOL':
        return this.#tool(document, token)
      case 'PATH':
        return this.#path(document, token)
      default:
        return this.#section(document, token, trail)
    }
  }

  #tool(document: Document, token: Token): void {
    const tool = toolOf(this.#context, token.name)
    const row = this.#origins.row(`tools.${token.name}`)
    if (typeof tool === 'string') return document.value(token, tool, KIND.tool, row)
    document.value(token, '', KIND.dropped, row)
    if (tool === undefined) this.lost = true
    const { map } = this.#context
    if (tool === null) {
      const message = `no counterpart of ${JSON.stringify(token.name)} here: the token is dropped`
      this.#report(
        'tool-null',
        document.span(token),
        message,
        'say it in a section of the harnesses that have it',
      )
    } else if (!map.tools.has(token.name) && !map.broken) {
      const hint = didYouMean(token.name, map.tools.keys()) ?? 'add a row to "tools" in token-map.json'
      this.#report('tool-unknown', document.span(token), `unknown tool ${JSON.stringify(token.name)}`, hint)
    }
  }

  #path(document: Document, token: Token): void {
    const found = resolvePath(this.#context, token.name, (code, message, hint) =>
      this.#report(code, document.span(token), message, hint),
    )
    if (found === undefined) this.lost = true
    document.value(token, found?.text ?? '', KIND.path, found ? this.#origins.row(found.row) : -1)
  }

  #section(document: Document, token: Token, trail: readonly Source[]): void {
    const at = document.span(token)
    const quoted = JSON.stringify(token.name)
    if (this.#sections === undefined) {
      this.#report(
        'section-in-skill',
        at,
        `a skill has no sections: nothing would resolve ${quoted}`,
        'write the text here',
      )
    } else if (SECTION_NAME_RE.test(token.name)) {
      const source = this.#sections.find(token.name)
      if (source !== undefined) return this.#insert(document, token, this.#include(source, at, trail))
      this.#report('section-missing', at, `there is no section ${quoted}`, this.#sections.hint(token.name))
    } else {
      this.#report(
        'section-name',
        at,
        `${quoted} is no section name`,
        'a section is named by one path segment, without .md',
      )
    }
    this.lost = true
    document.value(token, '', KIND.literal)
  }

  #include(source: Source, at: Span, trail: readonly Source[]): Text {
    const known = this.#done.get(source)
    if (known !== undefined) return known
    if (trail.includes(source)) {
      const chain = chainOf([...trail.slice(trail.indexOf(source)), source])
      this.#report('section-cycle', at, `this section includes itself: ${chain}`)
      return this.#lose()
    }
    if (trail.length > DEEPEST) {
      this.#report('body-too-large', at, `sections lie in sections more than ${DEEPEST} levels deep`)
      return this.#lose()
    }
    const text = this.compose(source, trail)
    this.#done.set(source, text)
    return text
  }

  #insert(document: Document, token: Token, section: Text): void {
    const indent = document.standaloneIndent(token)
    const before = this.#size
    this.#size += sizeOf(section, indent ?? '')
    if (this.#size <= LARGEST_TEXT) return document.section(token, section, indent)
    const message = `with section ${JSON.stringify(token.name)} the text is too large: over ${LARGEST_TEXT} characters and tokens`
    // Said once: all that would follow is too much as well.
    if (before <= LARGEST_TEXT) this.#report('body-too-large', document.span(token), message)
    document.section(token, this.#lose(), indent)
  }

  #lose(): Text {
    this.lost = true
    return NOTHING
  }

  #report(code: Parameters<Context['report']>[0]['code'], at: Span, message: string, hint?: string): void {
    this.#context.report({ code, at, message, hint, harness: this.#context.harness.id })
  }
}

/** One text while its tokens are replaced: pieces with the sections between them, and where all of it came from. */
class Document {
  readonly #source: Source
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
    this.#runs.push(this.#length, text.length, this.#index, token.start, kind, row)
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

/** A chain of includes; of a long one, its ends. */
function chainOf(sources: readonly Source[]): string {
  const files = sources.map(({ file }) => file)
  const left = files.length - LONGEST_CHAIN
  if (left > 0) files.splice(LONGEST_CHAIN / 2, left, `… ${left} more …`)
  return files.join(' → ')
}

/** What an include adds to a text, in characters and runs. */
function sizeOf({ text, runs }: Text, indent: string): number {
  let size = text.length + runs.length
  if (indent === '') return size
  for (let at = 0; at !== -1; at = text.indexOf('\n', at + 1)) size += indent.length
  return size
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
      runs.push(length, indent.length, source, start - indent.length, KIND.indent, -1)
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
