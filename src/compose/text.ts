import type { Source, Span } from '../diagnostics/index.ts'
import type { Token } from '../template/lexer.ts'
import { lexed } from '../template/template.ts'
import { type Context, toolOf } from './context.ts'
import { Document } from './document.ts'
import { KIND, OriginTable, type Text } from './origins.ts'
import { isOfClients, resolvePath } from './paths.ts'
import type { SectionLookup } from './sections.ts'
import { tidy } from './tidy.ts'
import { missingColumn, toolHint } from './tools.ts'

/** Includes can double a text at each level; nobody means a text of this many characters and tokens. */
const LARGEST_TEXT = 32_000_000
/** Sections in sections in sections: nobody means that many, and the call stack holds them. */
const DEEPEST = 500
/** Files of a cycle that its message names. */
const LONGEST_CHAIN = 20
const SECTION_NAME_RE = /^(?!\.{1,2}$)[^/\\]+$/

/** What to do about a tool that a harness does not have. */
const IN_SECTION = 'say it in a section of the harnesses that have it'
const REWORD = 'reword the sentence so that it stands without the tool'
const REWORD_PATH = 'reword the sentence so that it stands without the path'

const NONE: readonly number[] = []
const NOTHING: Text = { text: '', runs: [] }

/** A document whose tokens are resolved for one harness. */
export interface Resolved {
  text: Text
  /** Where the tokens stand in their sources that a mistake left without a value, so that text is missing. */
  lost: readonly number[]
}

/**
 * Resolves the tokens of a document for one harness.
 * @param sections nothing in a skill, where nothing would resolve them (rule T-10)
 * @param origins filled with where the text came from; without it the text has no runs, which is much quicker
 */
export function resolveTokens(
  context: Context,
  source: Source,
  sections: SectionLookup | undefined,
  origins?: OriginTable,
): Resolved {
  const composer = new TextComposer(context, origins, sections)
  const text = composer.compose(source)
  if (!composer.dropped) return { text, lost: composer.lost }
  // What a dropped token leaves behind is found by where it stood.
  if (origins === undefined) return resolveTokens(context, source, sections, new OriginTable())
  return { text: tidy(text), lost: composer.lost }
}

class TextComposer {
  lost = NONE
  dropped = false
  readonly #context: Context
  readonly #origins: OriginTable | undefined
  readonly #sections: SectionLookup | undefined
  readonly #done = new Map<Source, Text>()
  #size = 0

  constructor(context: Context, origins: OriginTable | undefined, sections: SectionLookup | undefined) {
    this.#context = context
    this.#origins = origins
    this.#sections = sections
  }

  /** @param trail the sources whose sections led here, outermost first */
  compose(source: Source, trail: readonly Source[] = []): Text {
    const { tokens, issues } = lexed(source)
    for (const { code, message, hint, start, end } of issues)
      this.#report(code, source.span(start, end), message, hint)
    const document = new Document(source, this.#origins?.source(source) ?? -1)
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
    const row = this.#origins?.row(`tools.${token.name}`)
    if (typeof tool === 'string') return document.value(token, tool, KIND.tool, row)
    document.value(token, '', KIND.dropped, row)
    this.dropped = true
    if (tool === null) {
      const message = `no counterpart of ${JSON.stringify(token.name)} here: the token is dropped`
      return this.#report('tool-null', document.span(token), message, this.#sections ? IN_SECTION : REWORD)
    }
    this.#lose(token)
    const { map } = this.#context
    if (map.tools.has(token.name)) {
      const missing = missingColumn(this.#context, token.name)
      if (missing !== undefined)
        this.#report(missing.code, document.span(token), missing.message, missing.hint)
    } else if (!map.broken) {
      const message = `unknown tool ${JSON.stringify(token.name)}`
      this.#report('tool-unknown', document.span(token), message, toolHint(map, token.name))
    }
  }

  #path(document: Document, token: Token): void {
    if (isOfClients(this.#context, token.name)) return this.#dropPath(document, token)
    const found = resolvePath(this.#context, token.name, (code, message, hint) =>
      this.#report(code, document.span(token), message, hint),
    )
    if (found === undefined) this.#lose(token)
    document.value(token, found?.text ?? '', KIND.path, found && this.#origins?.row(found.row))
  }

  #dropPath(document: Document, token: Token): void {
    const name = JSON.stringify(token.name)
    const message = `${name} is another place for each client, and none without one: the token is dropped`
    this.#report('path-omitted', document.span(token), message, this.#sections ? IN_SECTION : REWORD_PATH)
    document.value(token, '', KIND.dropped)
    this.dropped = true
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
      if (source !== undefined) return this.#insert(document, token, this.#include(source, token, at, trail))
      const differing = this.#sections.differing(token.name)
      if (differing.length > 0) return this.#omit(document, token, differing)
      // One that cannot be read is there, and told.
      if (!this.#sections.isUnread(token.name))
        this.#report('section-missing', at, `there is no section ${quoted}`, this.#sections.hint(token.name))
    } else {
      this.#report(
        'section-name',
        at,
        `${quoted} is no section name`,
        'a section is named by one path segment, without .md',
      )
    }
    this.#lose(token)
    document.value(token, '', KIND.literal)
  }

  /** A document for no client has no use for what each client has in words of its own. */
  #omit(document: Document, token: Token, clients: readonly string[]): void {
    const quoted = JSON.stringify(token.name)
    this.#report(
      'section-omitted',
      document.span(token),
      `the section ${quoted} is left out: ${listed(clients)} each have a text of their own, and there is none for all`,
      `write ${this.#sections!.commonFile(token.name)}; left empty, it says that nothing belongs here`,
    )
    document.section(token, NOTHING, document.standaloneIndent(token))
  }

  #include(source: Source, token: Token, at: Span, trail: readonly Source[]): Text {
    const known = this.#done.get(source)
    if (known !== undefined) return known
    if (trail.includes(source)) {
      const chain = chainOf([...trail.slice(trail.indexOf(source)), source])
      this.#report('section-cycle', at, `this section includes itself: ${chain}`)
      return this.#lose(token)
    }
    if (trail.length > DEEPEST) {
      this.#report('body-too-large', at, `sections lie in sections more than ${DEEPEST} levels deep`)
      return this.#lose(token)
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
    document.section(token, this.#lose(token), indent)
  }

  #lose({ start }: Token): Text {
    if (this.lost === NONE) this.lost = [start]
    else (this.lost as number[]).push(start)
    return NOTHING
  }

  #report(code: Parameters<Context['report']>[0]['code'], at: Span, message: string, hint?: string): void {
    this.#context.report({ code, at, message, hint, harness: this.#context.harness.id })
  }
}

function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')
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
