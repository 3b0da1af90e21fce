import { didYouMean } from '../diagnostics/index.ts'

/** The call's words are wrong: exit code 2. */
export class UsageError extends Error {
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** A word that is none of those known. */
export function unknown(what: string, word: string, known: readonly string[]): UsageError {
  const hint = didYouMean(word, known) ?? `known: ${known.join(', ')}`
  return new UsageError(`unknown ${what} ${JSON.stringify(word)}`, hint)
}
