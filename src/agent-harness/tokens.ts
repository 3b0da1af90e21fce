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
