import type { Source } from '../diagnostics/index.ts'
import { type Lexed, lex } from './lexer.ts'

/** The first token in a text, or what was meant as one. */
export function firstToken(text: string): string | undefined {
  if (!text.includes('{{')) return undefined
  const { tokens, issues } = lex(text)
  const first = tokens[0] ?? issues.find(({ code }) => code === 'token-malformed')
  return first && text.slice(first.start, first.end)
}

/** The tokens of a source; worked out once per source. */
export function lexed(source: Source): Lexed {
  // In the source itself: the collector takes its time over a weak map of thousands.
  source.lexed ??= lex(source.text)
  return source.lexed as Lexed
}
