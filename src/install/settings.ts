import { readFileSync, statSync } from 'node:fs'
import { createScanner, parse, type ParseError, visit } from 'jsonc-parser'
import { type Reporter, Source } from '../diagnostics/index.ts'
import { exists } from '../tree/disk.ts'
import { failed } from '../tree/failure.ts'
import { reportSyntax } from '../workspace/json-syntax.ts'
import { isObject, type JsonObject } from '../workspace/json.ts'

/** A client's own file of settings, as it stands. */
export interface Settings {
  readonly file: string
  readonly value: JsonObject
  /** What the client would lose when it writes the file again: comments. */
  readonly hasComments: boolean
}

const BOM_RE = /^\uFEFF/
const CR_RE = /\r\n?/g

/**
 * Reads a client's settings as the client does; a missing or empty file says nothing. What is no JSON is reported with
 * its place, for what clients do then is worse than an error: Copilot CLI 1.0.102 writes a fresh file in its place and
 * pi 1.6.0 installs nothing and says that it has (run 2026-11-30).
 * @param comments whether the client takes comments and final commas
 * @param blanks what a file is to the client that holds nothing but blanks: pi 1.6.0 reads no settings from it, and
 * writes none (run 2026-11-30)
 */
export function readSettings(
  file: string,
  comments: boolean,
  report: Reporter,
  blanks: 'empty' | 'broken' = 'empty',
): Settings | undefined {
  let written = ''
  try {
    if (!exists(file)) return { file, value: {}, hasComments: false }
    const stats = statSync(file)
    // Reading a pipe or a device may never end; of a directory, reading says what is wrong.
    if (!stats.isFile() && !stats.isDirectory()) {
      report({ code: 'settings-json', message: 'this is no regular file', hint: HINT, at: { file } })
      return undefined
    }
    written = readFileSync(file, 'utf8')
  } catch (error) {
    report(failed(error, 'cannot read', file))
    return undefined
  }
  const text = written.replace(BOM_RE, '').replace(CR_RE, '\n')
  const source = new Source(file, text)
  const isEmpty = blanks === 'empty' ? text.trim() === '' : written === ''
  const value = isEmpty ? {} : parsed(source, comments, report)
  if (value === undefined) return undefined
  if (isObject(value)) return { file, value, hasComments: comments && hasComment(text) }
  report({
    code: 'settings-json',
    message: 'these settings are no JSON object',
    hint: HINT,
    at: source.span(0),
  })
  return undefined
}

const HINT = 'mend the file first: the client would lose it, or leave the installation out'

function parsed(source: Source, comments: boolean, report: Reporter): unknown {
  const deep = tooDeep(source.text)
  if (deep !== undefined) {
    const message = `settings nested more than ${DEEPEST} levels deep are not supported`
    report({ code: 'settings-json', message, hint: HINT, at: source.span(deep, deep + 1) })
    return undefined
  }
  const errors: ParseError[] = []
  if (comments) {
    const value: unknown = parse(source.text, errors, { allowTrailingComma: true })
    if (errors.length === 0) return value
  } else {
    try {
      return JSON.parse(source.text)
    } catch {
      // Told below, with its place.
    }
  }
  const strict = comments ? new Source(source.file, bare(source.text)) : source
  reportSyntax(strict, 'settings-json', ({ at, hint, ...rest }) => {
    const place = typeof at === 'object' && 'start' in at ? source.span(at.start, at.end) : at
    report({ ...rest, at: place, hint: hint ?? HINT })
  })
  return undefined
}

/** Levels of lists and objects; what reads and edits the file recurses. */
const DEEPEST = 500

/** Offset of the bracket that goes too deep. */
function tooDeep(text: string): number | undefined {
  const scanner = createScanner(text, true)
  let depth = 0
  for (let kind = scanner.scan(); kind !== END; kind = scanner.scan()) {
    if (kind === OPEN_BRACE || kind === OPEN_BRACKET) depth++
    else if (kind === CLOSE_BRACE || kind === CLOSE_BRACKET) depth--
    if (depth > DEEPEST) return scanner.getTokenOffset()
  }
  return undefined
}

/** `SyntaxKind` of jsonc-parser, whose enum is for compilers only. */
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, END] = [1, 2, 3, 4, 17]

function hasComment(text: string): boolean {
  let found = false
  visit(text, { onComment: () => void (found = true) })
  return found
}

/** The text with blanks in place of comments and final commas, so that every offset stays. */
function bare(text: string): string {
  const runs: [offset: number, length: number][] = []
  let comma: number | undefined
  const value = (): void => void (comma = undefined)
  const end = (): void => {
    if (comma !== undefined) runs.push([comma, 1])
    comma = undefined
  }
  visit(text, {
    onComment: (offset, length) => void runs.push([offset, length]),
    onSeparator: (character, offset) => void (comma = character === ',' ? offset : undefined),
    onObjectProperty: value,
    onObjectBegin: value,
    onArrayBegin: value,
    onLiteralValue: value,
    onObjectEnd: end,
    onArrayEnd: end,
  })
  let result = text
  for (const [offset, length] of runs) {
    const blank = text.slice(offset, offset + length).replace(CHARACTER_RE, ' ')
    result = result.slice(0, offset) + blank + result.slice(offset + length)
  }
  return result
}

const CHARACTER_RE = /[^\n]/g

/** The value at a path of keys; nothing where there is none. */
export function valueAt(value: unknown, ...keys: string[]): unknown {
  let found = value
  for (const key of keys) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}
