import { didYouMean, type Report, type Reporter } from '../diagnostics/index.ts'
import { TRAILING_SLASH_RE } from '../workspace/paths.ts'
import type { PathSpec, TokenMap } from '../workspace/token-map.ts'
import type { Context } from './context.ts'

/** Path key → resolved value; a key whose row lacks the harness's column, or is wrong, has none. */
export type NamedPaths = ReadonlyMap<string, string>

export const PLUGIN_ROOT = 'plugin_root'

/**
 * Resolves the map's `paths` for one harness (rule T-5).
 * @param pluginRoot the `pluginRoot` option, which replaces the row's value (rule T-7)
 */
export function resolveNamedPaths(
  map: TokenMap,
  harness: string,
  pluginRoot: string | undefined,
  report: Reporter,
): NamedPaths {
  const resolved = new Map<string, string>()
  // What is wrong is told once, however many paths rest on it.
  const failed = new Set<string>()
  const column = (key: string): PathSpec | undefined =>
    (key === PLUGIN_ROOT ? pluginRoot : undefined) ?? map.paths.get(key)?.get(harness)
  for (const first of map.paths.keys()) {
    const relatives = new Map<string, string>()
    let value: string | undefined
    for (let key = first; !failed.has(key);) {
      const spec = column(key)
      value = resolved.get(key) ?? (typeof spec === 'string' ? spec : undefined)
      if (value !== undefined) resolved.set(key, value)
      if (value !== undefined || spec === undefined || typeof spec === 'string') break
      relatives.set(key, spec.relative)
      const problem = baseProblem(map, harness, spec.base, relatives, column)
      if (problem !== undefined) {
        report({ ...problem, harness, at: map.place(['paths', key, harness, 'base']) })
        break
      }
      key = spec.base
    }
    for (const [key, relative] of [...relatives].toReversed()) {
      if (value === undefined) failed.add(key)
      else resolved.set(key, (value = `${value.replace(TRAILING_SLASH_RE, '')}/${relative}`))
    }
  }
  if (pluginRoot !== undefined) resolved.set(PLUGIN_ROOT, pluginRoot)
  return resolved
}

/** Why nothing can rest on a base. @param trail the keys that led to it */
function baseProblem(
  map: TokenMap,
  harness: string,
  base: string,
  trail: ReadonlyMap<string, string>,
  column: (key: string) => PathSpec | undefined,
): Report | undefined {
  if (trail.has(base)) {
    const keys = [...trail.keys()]
    const chain = [...keys.slice(keys.indexOf(base)), base].join(' → ')
    return { code: 'path-cycle', message: `these paths rest on each other: ${chain}` }
  }
  if (!map.paths.has(base) && column(base) === undefined) {
    const hint = didYouMean(base, map.paths.keys())
    return {
      code: 'path-base-unknown',
      message: `the base ${JSON.stringify(base)} is no key of "paths"`,
      hint,
    }
  }
  // A wrong column is told where it stands.
  if (column(base) !== undefined || map.document === undefined || map.states(['paths', base, harness]))
    return undefined
  const message = `the base ${JSON.stringify(base)} has no column for this harness`
  return { code: 'map-column-missing', message }
}

const URL_RE = /^[A-Za-z][A-Za-z0-9+.-]*:/
const ENVIRONMENT_RE = /\$\{[^{}]*\}/
/** Signs that a name may be no path of the project, whatever the tree holds. */
const DOUBTFUL_RE = /^[~/]|[\\:$]/
const WORD_RE = /^[^/.]+$/

/** What a PATH token stands for, and the row of the map it rests on. */
export interface PathValue {
  text: string
  row: string
}

type Problem = (
  code: 'path-missing' | 'path-invalid' | 'map-column-missing',
  message: string,
  hint?: string,
) => void

/**
 * Resolves the NAME of a PATH token (rules T-5 … T-7).
 * @param problem is told why there is no value; left out where nobody wants to know, for hints take time
 */
export function resolvePath(context: Context, name: string, problem?: Problem): PathValue | undefined {
  const found = lookUp(context, name, problem)
  context.look('path', name, found?.text)
  return found
}

/** Whether a name is a place that only the clients have, in a document that is for none of them. */
export function isOfClients(context: Context, name: string): boolean {
  const { clientless, map, named } = context
  if (clientless === undefined || name.startsWith('${')) return false
  if (map.paths.has(name)) return !named.has(name)
  if (shapeProblem(name) !== undefined || emittedPath(context, name) !== undefined) return false
  return clientless.contexts.some((client) => emittedPath(client, name) !== undefined)
}

function lookUp(context: Context, name: string, problem: Problem | undefined): PathValue | undefined {
  const { map, named } = context
  if (name.startsWith('${')) return { text: name, row: '' }
  const value = named.get(name)
  if (value !== undefined) return { text: value, row: `paths.${name}` }
  if (map.paths.has(name)) {
    if (problem !== undefined) missingColumn(context, name, problem)
    return undefined
  }
  const root = named.get(PLUGIN_ROOT)
  // Most names are just right; what follows finds out why one is not.
  const emittedAsIs = DOUBTFUL_RE.test(name) ? undefined : context.index.resolve(name)
  if (emittedAsIs !== undefined && root !== undefined) return belowRoot(context, root, emittedAsIs)
  const invalid = shapeProblem(name)
  if (invalid !== undefined) {
    const hint = 'name a source path, such as skills/plan/SKILL.md'
    problem?.('path-invalid', `${JSON.stringify(name)} is no path of the project: ${invalid}`, hint)
    return undefined
  }
  const emitted = emittedPath(context, name)
  if (emitted === undefined) {
    if (problem !== undefined) reportMissing(context, name, problem)
    return undefined
  }
  if (root !== undefined) return belowRoot(context, root, emitted)
  if (problem !== undefined) missingColumn(context, PLUGIN_ROOT, problem)
  return undefined
}

/** For no client, a path is one from the root of the tree. */
function belowRoot({ clientless }: Context, root: string, emitted: string): PathValue {
  if (clientless !== undefined) return { text: emitted, row: '' }
  const start = root.endsWith('/') ? root.replace(TRAILING_SLASH_RE, '') : root
  return { text: `${start}/${emitted}`, row: `paths.${PLUGIN_ROOT}` }
}

/** A wrong row is told where it stands; here only that the column is not there. */
function missingColumn({ map, harness }: Context, key: string, problem: Problem): void {
  if (map.broken || map.states(['paths', key, harness.id])) return
  problem(
    'map-column-missing',
    `the map gives no ${JSON.stringify(key)} in "paths" for this harness`,
    map.document === undefined
      ? 'write a token-map.json that has the column'
      : 'add the column to token-map.json',
  )
}

function shapeProblem(name: string): string | undefined {
  if (name.startsWith('/') || name.startsWith('~')) return 'it is absolute'
  if (name.includes('\\')) return 'its separator is /'
  if (URL_RE.test(name)) return 'it is a URL or has a drive'
  const parts = name.replace(/\/$/, '').split('/')
  if (parts.includes('..') || parts.includes('.')) return 'it holds . or .. as a part'
  return parts.includes('') ? 'it has an empty part' : undefined
}

/** Where the tree holds a source path. What lies below an `${ENV}` cannot be known, so only what is before it is asked for. */
function emittedPath({ index }: Context, name: string): string | undefined {
  const variable = ENVIRONMENT_RE.exec(name)
  const end = variable === null ? name.length : name.lastIndexOf('/', variable.index)
  if (end === -1) return name
  const path = name.slice(0, end)
  const emitted = index.resolve(path.endsWith('/') ? path.slice(0, -1) : path)
  if (emitted === undefined) return undefined
  const rest = path.endsWith('/') ? '/' : name.slice(end)
  // Nothing lies below a file.
  return rest !== '' && index.isFile(emitted) ? undefined : emitted + rest
}

function reportMissing({ index, map }: Context, name: string, problem: Problem): void {
  if (WORD_RE.test(name)) {
    // With a broken map, a key cannot be told from a misspelt one.
    if (map.broken) return
    const keys = [...map.paths.keys()]
    const known =
      keys.length === 0 ? 'add it to "paths" in token-map.json' : `keys of "paths": ${keys.join(', ')}`
    const hint = index.hint(name, keys) ?? known
    problem(
      'path-missing',
      `${JSON.stringify(name)} is neither a key of "paths" nor a path of the tree`,
      hint,
    )
    return
  }
  problem('path-missing', `the tree holds no ${JSON.stringify(name)}`, index.hint(name))
}
