import { wordsOf } from './lint/words.ts'

/** Words that are in any task and any description. */
const STOP_WORDS = new Set(
  'a about after all also an and any are as at be been but by can could do does for from get give has have help how i if in into is it its just like make me my need of on or our please should so some that the their them then there these they this to up us use used using want was we what when where which who will with would you your task skill'.split(
    ' ',
  ),
)

/** The words that tell one text from another, each once: without those that all have, and without common endings. */
export function termsOf(text: string): string[] {
  return [...termsIn(text).keys()]
}

/** The same, each with the first word that it comes from. */
export function termsIn(text: string): Map<string, string> {
  const terms = new Map<string, string>()
  for (const word of wordsOf(text)) {
    const term = STOP_WORDS.has(word) ? undefined : stem(word)
    if (term !== undefined && !terms.has(term)) terms.set(term, word)
  }
  return terms
}

const ENDINGS: readonly (readonly [ending: RegExp, replacement: string])[] = [
  [/(?:ss|us|is)$/, '$&'],
  [/ies$/, 'y'],
  [/(?<=[sxz]|ch|sh)es$/, ''],
  [/s$/, ''],
]

const VERB_RE = /(?:izing|ising|ized|ised|ize|ise|ing|ed)$/
const NOUN_RE = /(?:ization|isation|ation|ment|er|or)$/
const DOUBLED_RE = /([bdfgmnprt])\1$/
const LAST_VOWEL_RE = /[ey]$/

/** A light stemmer for English: `summaries`, `summarizing` and `summary` meet, `data` and `status` stay. */
function stem(word: string): string {
  if (word.length < 4) return word
  const found = ENDINGS.find(([ending]) => ending.test(word))
  const singular = found === undefined ? word : word.replace(...found)
  const plain = cut(cut(singular, VERB_RE), NOUN_RE)
  return plain.replace(DOUBLED_RE, '$1').replace(LAST_VOWEL_RE, '')
}

/** Without an ending, if enough is left to be a word. */
function cut(word: string, ending: RegExp): string {
  const shorter = word.replace(ending, '')
  return shorter.length >= 4 ? shorter : word
}
