import { didYouMean, type Place, type Reporter } from '../diagnostics/index.ts'
import { isObject, type JsonDocument, type JsonObject, type JsonPath } from './json.ts'
import { reportIssues } from './issues.ts'
import { MAP_KEYS, MAP_VERSION, mapKeysAt, mapSchema, SUBSTITUTION_ORDER } from './map-schema.ts'

export type PathSpec = string | { base: string; relative: string }

/** What `token-map.json` says, own keys only. */
export interface TokenMap {
  /** Nothing for the built-in map, about whose rows nobody is told. */
  document: JsonDocument | undefined
  /** The map's file or one of its tables is no such thing: what it would have named is unknown. */
  broken: boolean
  /** The ids it lists; empty when it lists none. */
  harnesses: readonly string[]
  tools: ReadonlyMap<string, ReadonlyMap<string, string | null>>
  paths: ReadonlyMap<string, ReadonlyMap<string, PathSpec>>
  prefix: ReadonlyMap<string, string>
  /** Agent → harness ids. */
  deferred: ReadonlyMap<string, readonly string[]>
  /** Harness → tool → what brings it. */
  provides: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Whether the map's file says something at a path, right or wrong; also where what holds it is of a wrong type. */
  states(path: JsonPath): boolean
  /** Where something stands in the map's file. */
  place(path: JsonPath): Place
  keyPlace(path: JsonPath): Place
}

/**
 * Reads a parsed map (contract §4). Everything that is wrong is reported; what is right is returned all the same,
 * so that one wrong row does not hide other mistakes.
 * @param known ids of all harnesses that have an adapter
 * @param builtIn whose `tools` or `paths` serve where the map has none
 */
export function readTokenMap(
  document: JsonDocument,
  known: readonly string[],
  report: Reporter,
  builtIn: JsonObject = {},
): TokenMap {
  const value = document.value as JsonObject
  if (!isObject(value)) {
    report({ code: 'map-value', message: 'the file must be an object', at: document.span([]) })
    return { ...tokenMap({}, document), broken: true }
  }
  const parsed = mapSchema.safeParse(value)
  // The version has its own code and message.
  const issues = (parsed.error?.issues ?? []).filter((issue) => issue.path[0] !== 'version')
  reportIssues(issues, document, { key: 'map-key-unknown', value: 'map-value' }, mapKeysAt, report)
  checkVersions(value, document, report)
  checkKeys(value, document, known, report)
  checkValues(value, document, report)
  return tokenMap({ ...pick(builtIn, 'tools'), ...pick(builtIn, 'paths'), ...value }, document, value)
}

function pick(value: JsonObject, key: string): JsonObject {
  return Object.hasOwn(value, key) ? { [key]: value[key] } : {}
}

const IMPLEMENTED = `this agent-cortex implements version${MAP_VERSION > 1 ? 's 1 to' : ''} ${MAP_VERSION}`

function checkVersions(value: JsonObject, document: JsonDocument, report: Reporter): void {
  const { version, contract } = value
  if (!isVersion(version)) {
    report({
      code: 'map-version',
      message: `${version === undefined ? 'the map has no version' : `the map's version is ${JSON.stringify(version)}`}; ${IMPLEMENTED}`,
      hint: `"version": ${MAP_VERSION}`,
      at: Object.hasOwn(value, 'version') ? document.span(['version']) : document.source.span(0),
    })
  }
  if (!isObject(contract)) return
  if (Object.hasOwn(contract, 'version') && !isVersion(contract.version)) {
    report({
      code: 'map-version',
      message: `the contract's version is ${JSON.stringify(contract.version)}; ${IMPLEMENTED}`,
      at: document.span(['contract', 'version']),
    })
  }
  const order = contract.substitution_order
  if (order === undefined || JSON.stringify(order) === JSON.stringify(SUBSTITUTION_ORDER)) return
  report({
    code: 'map-contract',
    message: `this order is not implemented: tokens are substituted in the order ${SUBSTITUTION_ORDER.join(', ')}`,
    at: document.span(['contract', 'substitution_order']),
  })
}

function isVersion(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAP_VERSION
}

/** Unknown keys: at the top a warning; where a harness id is expected, an error. */
function checkKeys(
  value: JsonObject,
  document: JsonDocument,
  known: readonly string[],
  report: Reporter,
): void {
  for (const key of Object.keys(value)) {
    if (MAP_KEYS.includes(key)) continue
    report({
      code: 'map-key-unknown',
      severity: 'warning',
      message: `nothing reads the key ${JSON.stringify(key)}`,
      hint: didYouMean(key, MAP_KEYS),
      at: document.keySpan([key]),
    })
  }
  const rows: JsonPath[] = [
    ...['tools', 'paths'].flatMap((table) => keys(value[table]).map((key) => [table, key])),
    ['agents', 'prefix'],
    ['provides'],
  ]
  for (const path of rows) {
    for (const id of keys(at(value, path))) checkId(id, document.keySpan([...path, id]), 'map-key-unknown')
  }
  const lists: JsonPath[] = [
    ['harnesses'],
    ...keys(at(value, ['agents', 'deferred'])).map((key) => ['agents', 'deferred', key]),
  ]
  for (const path of lists) {
    const list = at(value, path)
    if (!Array.isArray(list)) continue
    for (const [index, id] of list.entries()) {
      if (typeof id === 'string') checkId(id, document.span([...path, index]), 'harness-unknown')
    }
  }
  function checkId(id: string, place: Place, code: 'map-key-unknown' | 'harness-unknown'): void {
    if (known.includes(id)) return
    const hint = didYouMean(id, known) ?? `known: ${known.join(', ')}`
    report({ code, message: `${JSON.stringify(id)} is no harness`, hint, at: place })
  }
}

const LINE_BREAK_RE = /[\n\r]/

/** Rule T-12: no value brings in a token, and a tool's name stays on its line. */
function checkValues(value: JsonObject, document: JsonDocument, report: Reporter): void {
  for (const table of ['tools', 'paths']) {
    for (const key of keys(value[table])) {
      const row = at(value, [table, key])
      for (const id of keys(row)) {
        const spec = (row as JsonObject)[id]
        const texts: [JsonPath, unknown][] = isObject(spec)
          ? [
              [[table, key, id, 'base'], spec.base],
              [[table, key, id, 'relative'], spec.relative],
            ]
          : [[[table, key, id], spec]]
        for (const [path, text] of texts) checkText(text, path)
      }
    }
  }
  function checkText(text: unknown, path: JsonPath): void {
    if (typeof text !== 'string') return
    if (text.includes('{{')) {
      report({
        code: 'map-value',
        message: 'a value of the map holds no {{: it is written as it stands, not substituted',
        at: document.span(path),
      })
    } else if (LINE_BREAK_RE.test(text)) {
      report({ code: 'map-value', message: 'a value of the map stands on one line', at: document.span(path) })
    }
  }
}

function tokenMap(value: JsonObject, document: JsonDocument | undefined, stated = value): TokenMap {
  const list = value.harnesses
  return {
    document,
    broken: isWrong(value.tools) || isWrong(value.paths),
    harnesses: Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [],
    tools: table(value.tools, (cell) => cell === null || (typeof cell === 'string' && cell !== '')),
    paths: table(value.paths, isPathSpec),
    prefix: row(at(value, ['agents', 'prefix']), (cell) => typeof cell === 'string'),
    deferred: row(
      at(value, ['agents', 'deferred']),
      (cell) => Array.isArray(cell) && cell.every((id) => typeof id === 'string'),
    ),
    provides: table(value.provides, (cell) => typeof cell === 'string'),
    states: (path) =>
      path.some((_, index) => isWrong(at(stated, path.slice(0, index)))) || at(stated, path) !== undefined,
    place: (path) => document && (() => document.span(path)),
    keyPlace: (path) => document && (() => document.keySpan(path)),
  }
}

/** The map that serves where there is none, or where it is broken; nobody is told about its rows. */
export function builtInTokenMap(value: JsonObject, broken: boolean): TokenMap {
  return { ...tokenMap(value, undefined), broken }
}

function isPathSpec(cell: unknown): boolean {
  if (typeof cell === 'string') return cell !== ''
  return isObject(cell) && typeof cell.base === 'string' && typeof cell.relative === 'string'
}

function table<Cell>(value: unknown, isCell: (cell: unknown) => boolean): Map<string, Map<string, Cell>> {
  return new Map(keys(value).map((key) => [key, row<Cell>((value as JsonObject)[key], isCell)]))
}

function row<Cell>(value: unknown, isCell: (cell: unknown) => boolean): Map<string, Cell> {
  const entries = isObject(value) ? Object.entries(value) : []
  return new Map(entries.filter(([, cell]) => isCell(cell)) as [string, Cell][])
}

function keys(value: unknown): string[] {
  return isObject(value) ? Object.keys(value) : []
}

function at(value: unknown, path: JsonPath): unknown {
  let found = value
  for (const part of path) found = isObject(found) && Object.hasOwn(found, part) ? found[part] : undefined
  return found
}

function isWrong(value: unknown): boolean {
  return value !== undefined && !isObject(value)
}
