/** Counts the tokens of texts. */
export interface TokenCounter {
  /** As reports name it. */
  readonly name: string
  count(text: string): number
}

/** A token for every four characters, rounded up: without a tokenizer's tables, the usual guess for English. */
export const estimate: TokenCounter = {
  name: 'estimate (characters / 4)',
  count: (text) => Math.ceil(text.length / 4),
}

/** Known to {@link tokenCounter}, the default first. */
export const TOKENIZERS = ['o200k_base', 'estimate'] as const

export type Tokenizer = (typeof TOKENIZERS)[number]

/**
 * Byte pair encoding takes the square of a run's length, and runs of thousands of letters or blanks are no prose. They
 * are counted in parts, a token more or less.
 */
const LONG_RUN_RE = /\p{L}{128}|[^\S\n]{128}|\n{128}|[^\p{L}\s]{128}/gu

/** No text is taken for a control token. */
const NO_SPECIAL = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }

/**
 * A counter by name. `o200k_base` is the encoding of GPT-4o and later; Anthropic and Google publish none, and theirs
 * come to much the same for prose. Its tables take some 200 ms to load, and are loaded here only.
 */
export async function tokenCounter(name: Tokenizer): Promise<TokenCounter> {
  if (name === 'estimate') return estimate
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  return {
    name,
    count(text) {
      let tokens = 0
      let start = 0
      for (const { index, 0: run } of text.matchAll(LONG_RUN_RE)) {
        const end = index + run.length
        tokens += countTokens(text.slice(start, end), NO_SPECIAL)
        start = end
      }
      return tokens + countTokens(text.slice(start), NO_SPECIAL)
    },
  }
}
