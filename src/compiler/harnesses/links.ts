import { type HarnessDocument, linesOf } from '../../agent-harness/index.ts'
import { lex, type Token } from '../../template/lexer.ts'
import type { Source } from '../../diagnostics/index.ts'
import { parentOf } from '../../workspace/paths.ts'

/** A path that a text names. Offsets are into the text. */
interface Mention {
  path: string
  start: number
  /** In a link; else in code, where a word may be anything. */
  isLink: boolean
}

const LINK_RE = /\[[^\]\n]*\]\(\s*<?([^)\s<>]+)|^ {0,3}\[[^\]\n]+\]:[^\S\n]+<?([^\s<>]+)/g
/** As many backticks close as have opened. */
const CODE_RE = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/g
const WORD_RE = /[^\s`"'()<>|;,=]+/g
const TAIL_RE = /[.:!?]+$/

/** Paths in links and in code, as far as they may be paths at all. */
export function mentionsIn(text: string, from: number): Mention[] {
  const found: Mention[] = []
  for (const { line, start, kind } of linesOf(text, from).lines) {
    if (kind === 'text') addLine(found, line, start)
    else if (kind === 'code') addWords(found, line, start)
  }
  return found.toSorted((a, b) => a.start - b.start)
}

function addLine(found: Mention[], line: string, offset: number): void {
  for (const match of line.matchAll(LINK_RE)) {
    const path = (match[1] ?? match[2])!
    found.push({ path, start: offset + match.index + match[0].length - path.length, isLink: true })
  }
  for (const { index, 1: ticks = '', 2: code = '' } of line.matchAll(CODE_RE))
    addWords(found, code, offset + index + ticks.length)
}

/** Of the words in code, those with a slash. */
function addWords(found: Mention[], code: string, offset: number): void {
  for (const { index, 0: word } of code.matchAll(WORD_RE)) {
    const path = word.replace(TAIL_RE, '')
    if (path.includes('/')) found.push({ path, start: offset + index, isLink: false })
  }
}

const FOREIGN_RE = /^(?:[a-z][a-z0-9+.-]*:|\/|~|#|\$|@)|[{}*?<>\\]/i
const ANCHOR_RE = /[#?].*$/
const SLASH_RE = /\/+$/

/** The path without what no file system knows: anchors, a final slash; nothing where it is none of a harness. */
function plainPath(path: string): string | undefined {
  if (FOREIGN_RE.test(path)) return undefined
  const plain = path.replace(ANCHOR_RE, '').replace(SLASH_RE, '')
  return plain === '' ? undefined : plain
}

/** What a path in a file means, relative to the harness. */
export class LinkResolver {
  readonly #paths: ReadonlySet<string>

  /** @param paths files and directories of the harness */
  constructor(paths: ReadonlySet<string>) {
    this.#paths = paths
  }

  /** Relative to the file, then to its skill, then to the root of the harness. @param skill directory; empty for none */
  resolve(path: string, file: string, skill: string): string | undefined {
    for (const base of new Set([parentOf(file), skill, ''])) {
      const at = joined(base, decoded(path))
      if (at !== undefined && this.#paths.has(at)) return at
    }
    return undefined
  }
}

function joined(base: string, path: string): string | undefined {
  const segments = base === '' ? [] : base.split('/')
  for (const segment of path.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  return segments.join('/')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** What is to be done about the paths in one text. */
export interface Linking {
  /** The path in a harness that a mention means. */
  resolve(path: string): string | undefined
  /** The project's path that is to stand in its place; nothing where it can stay. */
  moved(target: string): string | undefined
  /** A link that leads nowhere. */
  dead?(path: string, start: number): void
}

/** The tokens that put the place where things went in the place of paths that meant the harness as it lay. */
export function movedLinks(text: string, from: number, { resolve, moved, dead }: Linking): Token[] {
  const tokens: Token[] = []
  for (const { path, start, isLink } of mentionsIn(text, from)) {
    const plain = plainPath(path)
    if (plain === undefined) continue
    const target = resolve(plain)
    if (target === undefined) {
      if (isLink) dead?.(plain, start)
      continue
    }
    const name = moved(target)
    if (name !== undefined) tokens.push({ type: 'PATH', name, start, end: start + plain.length })
  }
  return tokens
}

/** A token that writes another name into a frontmatter; nothing where it stands there already. */
export function renaming(document: HarnessDocument, name: string): Token[] {
  const { start, end } = document.span('name')
  return document.name === name || document.name === undefined
    ? []
    : [{ type: 'ESCAPE', name: JSON.stringify(name), start, end }]
}

/** Has further tokens taken for a source's own; where one of those stands already, it stays. */
export function addTokens(source: Source, added: readonly Token[]): void {
  const { tokens, issues } = lex(source.text)
  const taken = [...tokens, ...issues]
  const free = added.filter(({ start, end }) => !taken.some((one) => one.start < end && start < one.end))
  source.lexed = { tokens: [...tokens, ...free].toSorted((a, b) => a.start - b.start), issues }
}
