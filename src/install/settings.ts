import { readFileSync } from 'node:fs'
import { parse, type ParseError, stripComments } from 'jsonc-parser'
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
 */
export function readSettings(file: string, comments: boolean, report: Reporter): Settings | undefined {
  if (!exists(file)) return { file, value: {}, hasComments: false }
  let text: string
  try {
    text = readFileSync(file, 'utf8').replace(BOM_RE, '').replace(CR_RE, '\n')
  } catch (error) {
    report(failed(error, 'cannot read', file))
    return undefined
  }
  const source = new Source(file, text)
  const value = text.trim() === '' ? {} : parsed(source, comments, report)
  if (value === undefined) return undefined
  if (isObject(value)) return { file, value, hasComments: comments && text !== stripComments(text) }
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
  // Blanks in place of comments keep every offset.
  const bare = comments ? new Source(source.file, stripComments(source.text, ' ')) : source
  reportSyntax(bare, 'settings-json', ({ at, hint, ...rest }) => {
    const place = typeof at === 'object' && 'start' in at ? source.span(at.start, at.end) : at
    report({ ...rest, at: place, hint: hint ?? HINT })
  })
  return undefined
}

/** The value at a path of keys; nothing where there is none. */
export function valueAt(value: unknown, ...keys: string[]): unknown {
  let found = value
  for (const key of keys) found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}
