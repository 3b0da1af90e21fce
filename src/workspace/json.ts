import { type Node, parseTree } from 'jsonc-parser'
import type { Code, Reporter, Source, Span } from '../diagnostics/index.ts'
import { reportSyntax } from './json-syntax.ts'

export type JsonPath = readonly (string | number)[]

export type JsonObject = Record<string, unknown>

/** Neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A parsed JSON text that can tell where each key and value stands. Positions are worked out when asked for. */
export class JsonDocument {
  readonly source: Source
  readonly value: unknown
  #tree: Node | undefined
  readonly #members = new WeakMap<Node, Map<unknown, Node>>()

  constructor(source: Source, value: unknown) {
    this.source = source
    this.value = value
  }

  /** Where the value at a path stands; the nearest enclosing value when there is none. */
  span(path: JsonPath): Span {
    let node = this.#root()
    for (const step of path) {
      const next = this.#child(node, step)
      if (next === undefined) break
      node = next
    }
    return this.#spanOf(node)
  }

  /** Where the key of the value at a path stands; for an item of a list or a missing key, as {@link span}. */
  keySpan(path: JsonPath): Span {
    let node = this.#root()
    for (const step of path) {
      const next = this.#child(node, step)
      if (next === undefined) return this.#spanOf(node)
      node = next
    }
    return this.#spanOf(node?.parent?.type === 'property' ? node.parent.children?.[0] : node)
  }

  #spanOf(node: Node | undefined): Span {
    return node === undefined ? this.source.span(0) : this.source.span(node.offset, node.offset + node.length)
  }

  #root(): Node | undefined {
    this.#tree ??= parseTree(this.source.text)
    return this.#tree
  }

  #child(parent: Node | undefined, step: string | number): Node | undefined {
    if (parent?.type === 'array') return typeof step === 'number' ? parent.children?.[step] : undefined
    if (parent?.type !== 'object') return undefined
    let members = this.#members.get(parent)
    if (members === undefined) {
      members = new Map(parent.children?.map(({ children }) => [children?.[0]?.value, children![1]!]))
      this.#members.set(parent, members)
    }
    return members.get(String(step))
  }
}

export interface JsonCodes {
  /** For what is not JSON. */
  syntax: Code
  duplicate: Code
}

/** Levels of lists and objects; all that walks a value may recurse to this depth, and no real file comes near. */
const DEEPEST = 500

/**
 * Parses strict JSON (RFC 8259), nested at most 500 levels deep. All syntax errors, lone surrogates and duplicate
 * keys are reported with their places; then there is no document. Never throws.
 */
export function parseJson(source: Source, codes: JsonCodes, report: Reporter): JsonDocument | undefined {
  const { keys, tooDeep } = scan(source.text)
  if (tooDeep !== undefined) {
    const message = `JSON nested more than ${DEEPEST} levels deep is not supported`
    report({ code: codes.syntax, message, at: source.span(tooDeep, tooDeep + 1) })
    return undefined
  }
  let value: unknown
  try {
    value = JSON.parse(source.text)
  } catch {
    reportSyntax(source, codes.syntax, report)
    return undefined
  }
  const hasHalves = reportLoneSurrogates(source, codes.syntax, report)
  const hasDuplicates = countKeys(value) !== keys
  if (hasDuplicates) reportDuplicates(source, codes.duplicate, report)
  return hasHalves || hasDuplicates ? undefined : new JsonDocument(source, value)
}

const SURROGATE_RE = /\\u[dD][89a-fA-F]/
/** In valid JSON: a pair of surrogates, or any other escape; the group is half of a pair. */
const ESCAPE_RE =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(u[dD][89a-fA-F][\da-fA-F]{2})|\\./g

/** JSON allows them, but no UTF-8 can hold what they stand for (RFC 8259, 8.2). @returns whether there is one */
function reportLoneSurrogates(source: Source, code: Code, report: Reporter): boolean {
  if (!SURROGATE_RE.test(source.text)) return false
  let isFound = false
  for (const { 0: escape, 1: half, index } of source.text.matchAll(ESCAPE_RE)) {
    if (half === undefined) continue
    isFound = true
    report({
      code,
      message: 'this \\u escape is half of a character: a lone surrogate',
      hint: 'write the character itself, or both halves of it',
      at: source.span(index, index + escape.length),
    })
  }
  return isFound
}

function reportDuplicates(source: Source, code: Code, report: Reporter): void {
  const visit = (node: Node): void => {
    const seen = new Set<unknown>()
    for (const child of node.children ?? []) {
      const key = child.type === 'property' ? child.children?.[0] : undefined
      if (key !== undefined && seen.has(key.value)) {
        report({
          code,
          message: `the key ${JSON.stringify(key.value)} stands here twice`,
          hint: 'keep one of the two',
          at: source.span(key.offset, key.offset + key.length),
        })
      }
      if (key !== undefined) seen.add(key.value)
      visit(child)
    }
  }
  visit(parseTree(source.text)!)
}

/** In valid JSON a string followed by a colon is a key, so `keys` is exact there; elsewhere it means nothing. */
function scan(text: string): { keys: number; tooDeep?: number } {
  let keys = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') at = stringEnd(text, at)
    else if (character === ':') keys++
    else if (character === '}' || character === ']') depth--
    else if ((character === '{' || character === '[') && ++depth > DEEPEST) return { keys, tooDeep: at }
  }
  return { keys }
}

const ESCAPE_OR_BREAK_RE = /[\\\n]/

/** Offset of the quote that closes a string, or of the line break that no string holds. */
function stringEnd(text: string, start: number): number {
  const end = text.indexOf('"', start + 1)
  // Most strings hold no escape and no line break; the others are gone through.
  if (end !== -1 && !ESCAPE_OR_BREAK_RE.test(text.slice(start, end))) return end
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '\\') at++
    else if (character === '"' || character === '\n') return at
  }
  return text.length
}

/** One less for each duplicate, and for all that a duplicate has overwritten. */
function countKeys(root: unknown): number {
  let count = 0
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value !== 'object' || value === null) continue
    const items: unknown[] = Object.values(value)
    if (!Array.isArray(value)) count += items.length
    for (const item of items) if (typeof item === 'object') pending.push(item)
  }
  return count
}
