const WORD_RE = /[\p{L}\p{N}]+/gu

/** Lower-case words of a text, in order. */
export function wordsOf(text: string): string[] {
  return text.normalize('NFKC').toLowerCase().match(WORD_RE) ?? []
}

/** Of the words of two texts together, how many both must have to say the same. */
const SHARE = 0.8

/** Whether two texts say much the same, in much the same words. */
export function isMostlySame(a: string, b: string): boolean {
  const [left, right] = [new Set(wordsOf(a)), new Set(wordsOf(b))]
  const common = [...left].filter((word) => right.has(word)).length
  const all = left.size + right.size - common
  return all > 0 && common / all >= SHARE
}
