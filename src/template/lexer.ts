import type { Code } from '../diagnostics/index.ts'

export type TokenType = 'SECTION' | 'TOOL' | 'PATH'

/** A token, or a token that a backslash shows as text. Offsets include the braces, and that backslash. */
export interface Token {
  type: TokenType | 'ESCAPE'
  /** NAME, or the text that an escape shows. */
  name: string
  start: number
  end: number
}

/** A near miss, or a token of a type that does not exist. */
export interface LexerIssue {
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

// NAME stands on one line and holds no braces; in a PATH, `${ENV}` may stand in it.
const TOKEN_RE = /\{\{(?:(SECTION|TOOL):([^{}\n]+)|(PATH):((?:\$\{[^{}\n]*\}|[^{}\n])+))\}\}/y
/** The three words and their plurals in capitals, blanks wherever they are, closed or not. */
const CAPITALS_RE = /\{\{[^\S\n]*(SECTION|TOOL|PATH)S?[^\S\n]*:((?:\$\{[^{}\n]*\}|[^{}\n])*)\}{0,2}/y
/** The same in any case, without blanks around the parts, and with at least one closing brace. */
const ANY_CASE_RE =
  /\{\{(section|tool|path)s?:((?:\$\{[^{}\n]*\}|[^\s{}])(?:(?:\$\{[^{}\n]*\}|[^{}\n])*[^\s{}])?)?\}{1,2}/iy
const OTHER_TYPE_RE = /\{\{([A-Z][A-Z0-9_]*):(?=\S)[^{}\n]*[^\s{}]\}\}/y
const EDGE_BLANK_RE = /^\s|\s$/

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
function step(text: string, at: number, lexed: Lexed): number {
  const token = match(TOKEN_RE, text, at)
  if (token !== null) {
    const type = (token[1] ?? token[3]) as TokenType
    const name = (token[2] ?? token[4])!
    if (!EDGE_BLANK_RE.test(name)) {
      const end = at + token[0].length
      if (escapes(text, at)) lexed.tokens.push({ type: 'ESCAPE', name: token[0], start: at - 1, end })
      else lexed.tokens.push({ type, name, start: at, end })
      return end
    }
  }
  const miss = match(CAPITALS_RE, text, at) ?? match(ANY_CASE_RE, text, at)
  if (miss !== null) {
    const end = at + miss[0].length
    if (escapes(text, at)) lexed.tokens.push({ type: 'ESCAPE', name: miss[0], start: at - 1, end })
    else lexed.issues.push({ code: 'token-malformed', ...mend(miss), start: at, end })
    return end
  }
  const other = match(OTHER_TYPE_RE, text, at)
  if (other === null) return at + 1
  lexed.issues.push({
    code: 'token-type-unknown',
    message: `${other[0]} is no token: there is no type ${other[1]}; it stays as it stands`,
    hint: 'the types are SECTION, TOOL and PATH',
    start: at,
    end: at + other[0].length,
  })
  return at + other[0].length
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** A backslash directly before a token or near miss shows it as text. */
function escapes(text: string, at: number): boolean {
  return at > 0 && text.charCodeAt(at - 1) === 0x5c
}

function mend(miss: RegExpExecArray): { message: string; hint: string } {
  const type = miss[1]!.toUpperCase()
  const name = (miss[2] ?? '').trim()
  const whole = miss[0].trim()
  const shown = whole.length > LONGEST_SHOWN ? `${whole.slice(0, LONGEST_SHOWN)}…` : whole
  if (name === '')
    return { message: `${shown} is no token: the name is missing`, hint: `write {{${type}:name}}` }
  const hint = `write {{${type}:${name}}}, or \\${shown} to show it as text`
  if (!miss[0].endsWith('}}')) return { message: `${shown} is no token: it is not closed by }}`, hint }
  return {
    message: `${shown} is no token: the form is {{${type}:name}}, in capitals and without blanks`,
    hint,
  }
}
