import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import type { Code, Reporter, Source } from '../diagnostics/index.ts'

/** Names as `printParseErrorCode` of jsonc-parser gives them. */
const SENTENCES: Record<string, string> = {
  InvalidSymbol: 'this is no JSON value',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'a key in double quotes is expected here',
  ValueExpected: 'a value is expected here',
  ColonExpected: 'a colon is expected here',
  CommaExpected: 'a comma is expected here',
  CloseBraceExpected: 'a closing brace is expected here',
  CloseBracketExpected: 'a closing bracket is expected here',
  EndOfFileExpected: 'the JSON value has ended; nothing may follow',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this string is not closed',
  UnexpectedEndOfNumber: 'this number is not complete',
  InvalidUnicode: 'this \\u escape is not complete',
  InvalidEscapeCharacter: 'JSON knows no such escape',
  InvalidCharacter: 'a control character must be escaped in JSON',
}

/** A proper escape (captured), any other, or a control character. */
const ESCAPE_RE = /(\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))|\\u[\da-fA-F]{0,3}|\\.|[\0-\x1f]/gsu

const DIGIT_RE = /^\d$/
const BLANK_RE = /^[ \t\r\n]*$/
const FOLLOWS_RE = /^[,}\]]$/
const LAST_COMMA_RE = /,[ \t\r\n]*$/

/** Blanks between a comma and the bracket after it that are looked at for the hint. */
const LOOK_BACK = 200

/** Mistakes reported of one file: one that has more is not meant as JSON. */
const MOST = 100

interface Mistake {
  /** A key of {@link SENTENCES}. */
  name: string
  start: number
  end: number
}

/** Reports the mistakes in a text that is not JSON, each at its place; at least one, and at most the first 100. */
export function reportSyntax(source: Source, code: Code, report: Reporter): void {
  const mistakes = withoutConsequences(findMistakes(source.text), source.text).slice(0, MOST)
  if (mistakes.length === 0) report({ code, message: 'this is not JSON', at: source.span(0) })
  for (const { name, start, end } of mistakes.map((mistake) => narrowed(mistake, source.text))) {
    const message = SENTENCES[name] ?? 'this is not JSON'
    report({ code, message, hint: hint(name, start, source.text), at: source.span(start, end) })
  }
}

function findMistakes(text: string): Mistake[] {
  const mistakes: Mistake[] = []
  const onError = (error: ParseErrorCode, offset: number, length: number): void => {
    // The scanner runs past the end in a comment that is not closed.
    const [start, end] = [Math.min(offset, text.length), Math.min(offset + length, text.length)]
    mistakes.push({ name: printParseErrorCode(error), start, end })
  }
  try {
    visit(text, { onError }, { disallowComments: true, allowEmptyContent: false })
  } catch {
    // It recurses and may run out of stack; what it found so far holds.
  }
  return mistakes
}

/** One slip makes the parser stumble several times; only the first of a row is the user's. */
function withoutConsequences(mistakes: readonly Mistake[], text: string): Mistake[] {
  const kept: Mistake[] = []
  let last: Mistake | undefined
  let isKeyMissing = false
  for (const mistake of mistakes) {
    const { name } = mistake
    if (name === 'InvalidCommentToken') {
      kept.push(mistake)
      continue
    }
    const wasKeyMissing = isKeyMissing
    if (name === 'PropertyNameExpected') isKeyMissing = true
    if (name === 'ValueExpected') isKeyMissing = false
    if (name === 'ValueExpected' && wasKeyMissing) continue
    if (last !== undefined && isBlank(text, last.end, mistake.start)) {
      // A word without quotes where a key belongs.
      if (last.name === 'InvalidSymbol' && name === 'PropertyNameExpected') last.name = name
      continue
    }
    last = mistake
    kept.push(mistake)
  }
  return kept
}

function isBlank(text: string, start: number, end: number): boolean {
  return end - start <= LOOK_BACK && BLANK_RE.test(text.slice(start, end))
}

/** The parser marks a whole string for one bad escape or character in it; this finds which. */
function narrowed(mistake: Mistake, text: string): Mistake {
  const { name, start, end } = mistake
  if (name !== 'InvalidUnicode' && name !== 'InvalidEscapeCharacter' && name !== 'InvalidCharacter')
    return mistake
  for (const match of text.slice(start, end).matchAll(ESCAPE_RE)) {
    if (match[1] !== undefined) continue
    const [found] = match
    const at = start + match.index
    return { name: nameOf(found), start: at, end: at + found.length }
  }
  return mistake
}

function nameOf(found: string): string {
  if (!found.startsWith('\\')) return 'InvalidCharacter'
  return found.startsWith('\\u') ? 'InvalidUnicode' : 'InvalidEscapeCharacter'
}

function hint(name: string, start: number, text: string): string | undefined {
  if (start >= text.length) return undefined
  const character = String.fromCodePoint(text.codePointAt(start)!)
  const before = text.slice(Math.max(0, start - LOOK_BACK), start)
  if (FOLLOWS_RE.test(character) && LAST_COMMA_RE.test(before)) return 'remove the comma before it'
  if (name === 'InvalidCommentToken') return 'remove the comment'
  if (name === 'InvalidCharacter') return `write ${escapeOf(character)}`
  if (name === 'CommaExpected' || name === 'EndOfFileExpected') {
    return before.endsWith('0') && DIGIT_RE.test(character) ? 'a number has no leading zero' : undefined
  }
  if (name !== 'InvalidSymbol' && name !== 'PropertyNameExpected') return undefined
  if (character === "'") return 'strings stand in double quotes'
  return character > '~' || character < '!' ? `the character here is ${codePoint(character)}` : undefined
}

function escapeOf(character: string): string {
  return character === '\t' ? '\\t' : JSON.stringify(character).slice(1, -1)
}

function codePoint(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
