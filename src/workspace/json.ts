import { findNodeAtLocation, type Node, parseTree, type ParseError, printParseErrorCode } from 'jsonc-parser'
import type { Code, Reporter, Source, Span } from '../diagnostics/index.ts'

export type JsonPath = readonly (string | number)[]

/** A parsed JSON text that can tell where each key and value stands. Positions are worked out when asked for. */
export class JsonDocument {
  readonly source: Source
  readonly value: unknown
  #tree: Node | undefined

  constructor(source: Source, value: unknown) {
    this.source = source
    this.value = value
  }

  /** Where the value at a path stands; the nearest enclosing value when there is none. */
  span(path: JsonPath): Span {
    const node = this.#node(path)
    if (node !== undefined) return this.source.span(node.offset, node.offset + node.length)
    return path.length === 0 ? this.source.span(0) : this.span(path.slice(0, -1))
  }

  /** Where the key of the value at a path stands. */
  keySpan(path: JsonPath): Span {
    const key = this.#node(path)?.parent?.children?.[0]
    return key === undefined ? this.span(path) : this.source.span(key.offset, key.offset + key.length)
  }

  #node(path: JsonPath): Node | undefined {
    this.#tree ??= parseTree(this.source.text)
    return this.#tree && findNodeAtLocation(this.#tree, [...path])
  }
}

export interface JsonCodes {
  /** For what is not JSON. */
  syntax: Code
  duplicate: Code
}

/**
 * Parses strict JSON (RFC 8259). All syntax errors and duplicate keys are reported with their places;
 * then there is no document.
 */
export function parseJson(source: Source, codes: JsonCodes, report: Reporter): JsonDocument | undefined {
  let value: unknown
  try {
    value = JSON.parse(source.text)
  } catch {
    reportSyntax(source, codes.syntax, report)
    return undefined
  }
  if (countKeys(value) === countKeyStrings(source.text)) return new JsonDocument(source, value)
  reportDuplicates(source, codes.duplicate, report)
  return undefined
}

function reportSyntax(source: Source, code: Code, report: Reporter): void {
  const errors: ParseError[] = []
  parseTree(source.text, errors, { disallowComments: true, allowEmptyContent: false })
  if (errors.length === 0) report({ code, message: 'this is not JSON', at: source.span(0) })
  for (const error of errors) {
    report({ code, message: sentence(error), at: source.span(error.offset, error.offset + error.length) })
  }
}

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

function sentence(error: ParseError): string {
  return SENTENCES[printParseErrorCode(error.error)] ?? 'this is not JSON'
}

function reportDuplicates(source: Source, code: Code, report: Reporter): void {
  const visit = (node: Node | undefined): void => {
    const seen = new Set<unknown>()
    for (const child of node?.children ?? []) {
      const key = child.type === 'property' ? child.children?.[0] : undefined
      if (key !== undefined && seen.has(key.value)) {
        report({
          code,
          message: `the key ${JSON.stringify(key.value)} stands here twice`,
          hint: 'keep one of the two',
          at: source.span(key.offset, key.offset + key.length),
        })
      }
      seen.add(key?.value)
      visit(child)
    }
  }
  visit(parseTree(source.text))
}

/** A string, and the colon that makes it a key. */
const STRING_RE = /"(?:[^"\\]|\\.)*"([ \t\r\n]*:)?/gs

/** Exact for valid JSON: every string is matched whole, so a colon inside one never counts. */
function countKeyStrings(text: string): number {
  let count = 0
  for (const match of text.matchAll(STRING_RE)) if (match[1] !== undefined) count++
  return count
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const values: unknown[] = Object.values(value)
  const own = Array.isArray(value) ? 0 : values.length
  return values.reduce((sum: number, item) => sum + countKeys(item), own)
}
