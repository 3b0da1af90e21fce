import type { Source } from '../diagnostics/index.ts'
import { type Lexed, lex } from './lexer.ts'

const LEXED = new WeakMap<Source, Lexed>()

/** The tokens of a source; worked out once per source. */
export function lexed(source: Source): Lexed {
  let known = LEXED.get(source)
  if (known === undefined) {
    known = lex(source.text)
    LEXED.set(source, known)
  }
  return known
}
