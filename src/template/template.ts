import type { Source } from '../diagnostics/index.ts'
import { type Lexed, lex } from './lexer.ts'

const LEXED = new WeakMap<Source, Lexed>()

/** The first token in a text, or what was meant as one. */
export function firstToken(text: string): string | undefined {
  if (!text.includes('{{')) return undefined
  const { tokens, issues } = lex(text)
  const first = tokens[0] ?? issues.find(({ code }) => code === 'token-malformed')
  return first && text.slice(first.start, first.end)
}

/** The tokens of a source; worked out once per source. */
export function lexed(source: Source): Lexed {
  let known = LEXED.get(source)
  if (known === undefined) {
    known = lex(source.text)
    LEXED.set(source, known)
  }
  return known
}
