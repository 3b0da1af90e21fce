import type { HarnessDocument } from '../document.ts'
import { linesOf } from '../lines.ts'

/** A path that a text names. Offsets are into the document's text. */
export interface Mention {
  /** As written, without an anchor. */
  readonly path: string
  readonly start: number
  readonly end: number
  /** `entry`: an item of a list or a row of a table begins with it. `see`: in `(see X.md)`. */
  readonly kind: 'entry' | 'link' | 'see'
  /** What the item begins with that it stands in. */
  readonly entry: string | undefined
  /** Between the markers of a generated index. */
  readonly isManaged: boolean
}

/** What a routing text names. */
export interface Mentions {
  readonly list: readonly Mention[]
  /** Items of lists and rows of tables. */
  readonly items: number
}

export const BLOCK_START = '<!-- agent-cortex:index -->'
export const BLOCK_END = '<!-- /agent-cortex:index -->'

const ITEM_RE = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?|\|\s*)/
const ENTRY_RE =
  /^(?:\*\*|__)?(?:`([^`]+)`|\[[^\]]*\]\(<?([^)\s<>]+)>?[^)]*\)|([^\s`*_[\](),;:|][^\s`*[\](),;:|]*(?:\/|\.md))(?=[\s*_:|]|$))/
const LINK_RE = /\[[^\][]*\]\(\s{0,9}<?([^)\s<>]{1,999})>?(?:\s[^)]{0,300})?\)/g
const SEE_RE = /\(\s*see:?\s+`?([^\s`()[\]]+\.md)`?/gi
const WORD_RE = /[^\s`()[\]"'*|,;:<>#]+/g
const TAIL_RE = /[.!?…]+$/

/** Reads what the body of a document names; code blocks are not looked at. */
export function readMentions(document: HarnessDocument): Mentions {
  const list: Mention[] = []
  let items = 0
  let isManaged = false
  for (const { line, start, kind } of linesOf(document.text, document.bodyStart).lines) {
    if (kind !== 'text') continue
    if (line.trim() === BLOCK_START) isManaged = true
    else if (line.trim() === BLOCK_END) isManaged = false
    else if (readLine(line, start, isManaged, list)) items++
  }
  return { list, items }
}

/** @returns whether the line is an item */
function readLine(line: string, offset: number, isManaged: boolean, list: Mention[]): boolean {
  const [marker] = ITEM_RE.exec(line) ?? []
  const rest = marker === undefined ? '' : line.slice(marker.length)
  const match = marker === undefined ? null : ENTRY_RE.exec(rest)
  const entry = match === null ? undefined : withoutAnchor(match[1] ?? match[2] ?? match[3] ?? '')
  if (match !== null && entry !== undefined && entry !== '') {
    const start = offset + marker!.length + match[0].indexOf(entry)
    list.push({ path: entry, start, end: start + entry.length, kind: 'entry', entry: undefined, isManaged })
  }
  if (!line.includes('(')) return marker !== undefined
  for (const [expression, kind] of [
    [LINK_RE, 'link'],
    [SEE_RE, 'see'],
  ] as const) {
    for (const found of line.matchAll(expression)) {
      const path = withoutAnchor(found[1]!)
      const start =
        offset + found.index + found[0].indexOf(found[1]!, kind === 'link' ? found[0].indexOf('](') : 0)
      if (path === '' || list.at(-1)?.start === start) continue
      list.push({ path, start, end: start + path.length, kind, entry, isManaged })
    }
  }
  return marker !== undefined
}

function withoutAnchor(path: string): string {
  const hash = path.indexOf('#')
  return hash === -1 ? path : path.slice(0, hash)
}

/** All words and parts of paths of a document's body. */
export function wordsIn(document: HarnessDocument): Set<string> {
  const words = new Set<string>()
  for (const [token] of document.body.matchAll(WORD_RE)) {
    for (const part of token.split('/')) {
      const word = part.replace(TAIL_RE, '')
      if (word !== '') words.add(word)
    }
  }
  return words
}
