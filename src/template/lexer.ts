import type { Code } from '../diagnostics/index.ts'

type TokenType = 'SECTION' | 'TOOL' | 'PATH'

/** A token, or a token that a backslash shows as text. Offsets include the braces, and that backslash. */
export interface Token {
  type: TokenType | 'ESCAPE'
  /** NAME, or the text that an escape shows. */
  name: string
  start: number
  end: number
}

/** A near miss, or a token of a type that does not exist. */
interface LexerIssue {
  code: Extract<Code, 'token-malformed' | 'token-type-unknown'>
  message: string
  hint: string
  start: number
  end: number
}

export interface Lexed {
  /** In order; what lies between them is literal text. */
  tokens: Token[]
  issues: LexerIssue[]
}

/** What stands between `{{` and NAME. */
const HEAD_RE = /\{\{([^\S\n]*)([A-Za-z][A-Za-z0-9_]*)([^\S\n]*):/y
const TYPE_RE = /^(SECTION|TOOL|PATH)S?$/
const CAPITALS_RE = /^[A-Z][A-Z0-9_]*$/
const EDGE_BLANK_RE = /^\s|\s$/
/** What ends a NAME, unless it is the brace of an `${ENV}`. */
const STOP_RE = /[{}\n]/g
const FIRST_WORD_RE = /^\S+/

/** A token that is not closed runs to the end of its line, which may be long. */
const LONGEST_SHOWN = 60

const NOTHING: Lexed = { tokens: [], issues: [] }

/** Splits a text by the token grammar of the contract, §3. Everything that is no token stays as it is. */
export function lex(text: string): Lexed {
  let at = text.indexOf('{{')
  if (at === -1) return NOTHING
  const lexed: Lexed = { tokens: [], issues: [] }
  while (at !== -1) at = text.indexOf('{{', step(text, at, lexed))
  return lexed
}

/** Looks at one `{{`; returns where to look on. */
function step(text: string, start: number, lexed: Lexed): number {
  const found = candidate(text, start)
  if (found === undefined) return start + 1
  const { type, whole, name, end } = found
  const isToken = isExact(found) && found.word === type
  if (isToken || isNearMiss(found)) {
    if (isEscaped(text, start)) lexed.tokens.push({ type: 'ESCAPE', name: whole, start: start - 1, end })
    else if (isToken) lexed.tokens.push({ type: type as TokenType, name, start, end })
    else lexed.issues.push({ code: 'token-malformed', ...mend(found), start, end })
    return end
  }
  if (type !== undefined || !isExact(found) || !CAPITALS_RE.test(found.word)) return start + 1
  lexed.issues.push({
    code: 'token-type-unknown',
    message: `${shorten(whole)} is no token: there is no type ${found.word}; it stays as it stands`,
    hint: 'the types are SECTION, TOOL and PATH',
    start,
    end,
  })
  return end
}

/** `{{WORD:NAME}}`, or what may have been meant as such. */
interface Candidate {
  word: string
  /** The type that the word is, or is in capitals and without its plural's s. */
  type: string | undefined
  /** As it stands, with blanks at its ends. */
  name: string
  /** Whether blanks stand around the word or at an end of NAME. */
  blanks: boolean
  /** Closing braces: 0, 1 or 2. */
  closed: number
  whole: string
  end: number
}

function candidate(text: string, start: number): Candidate | undefined {
  HEAD_RE.lastIndex = start
  const head = HEAD_RE.exec(text)
  if (head === null) return undefined
  const [, before, word, after] = head as unknown as [string, string, string, string]
  const from = HEAD_RE.lastIndex
  const stop = nameEnd(text, from)
  const closed = text.startsWith('}}', stop) ? 2 : text[stop] === '}' ? 1 : 0
  // A name that nothing closes does not reach to the blanks at its line's end.
  const name = closed === 0 ? text.slice(from, stop).trimEnd() : text.slice(from, stop)
  const end = from + name.length + closed
  return {
    word,
    type: TYPE_RE.exec(word.toUpperCase())?.[1],
    name,
    blanks: before !== '' || after !== '' || EDGE_BLANK_RE.test(name),
    closed,
    whole: text.slice(start, end),
    end,
  }
}

/** NAME stands on one line and holds no braces but those of an `${ENV}`. */
function nameEnd(text: string, from: number): number {
  STOP_RE.lastIndex = from
  for (;;) {
    const stop = STOP_RE.exec(text)?.index ?? text.length
    if (text[stop] !== '{') return stop
    // This backslash belongs to the token that follows.
    if (text[stop + 1] === '{' && stop > from && text[stop - 1] === '\\') return stop - 1
    if (stop === from || text[stop - 1] !== '$') return stop
    const close = STOP_RE.exec(text)?.index
    if (close === undefined || text[close] !== '}') return stop
  }
}

/** Whether it has the form of a token, whatever its word. */
function isExact({ word, name, blanks, closed }: Candidate): boolean {
  return closed === 2 && name !== '' && !blanks && (word === 'PATH' || !name.includes('{'))
}

/** Rule T-2: in capitals, blanks wherever they are, closed or not; in any case, without blanks around the parts. */
function isNearMiss({ word, type, blanks, closed }: Candidate): boolean {
  return type !== undefined && (CAPITALS_RE.test(word) || (!blanks && closed > 0))
}

/** A backslash directly before a token or near miss shows it as text. */
function isEscaped(text: string, at: number): boolean {
  return at > 0 && text.charCodeAt(at - 1) === 0x5c
}

function mend({ type, name, closed, whole }: Candidate): { message: string; hint: string } {
  const start = `${shorten(whole)} is no token:`
  const show = `\\${shorten(whole)} to show it as text`
  const wanted = name.trim()
  if (wanted === '')
    return { message: `${start} the name is missing`, hint: `write {{${type}:name}}, or ${show}` }
  if (type !== 'PATH' && wanted.includes('{'))
    return { message: `${start} only a PATH may hold \${…}`, hint: `write a name, or ${show}` }
  // Where no brace ends it, the first word is the likely name; what follows is prose.
  const meant = closed === 0 ? FIRST_WORD_RE.exec(wanted)![0] : wanted
  const hint = `write {{${type}:${shorten(meant)}}}, or ${show}`
  if (closed < 2) return { message: `${start} it is not closed by }}`, hint }
  return { message: `${start} the form is {{${type}:name}}, in capitals and without blanks`, hint }
}

function shorten(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text
}
