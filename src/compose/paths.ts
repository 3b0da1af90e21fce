import { didYouMean, type Reporter } from '../diagnostics/index.ts'
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
  const failed = new Set<string>()
  const resolve = (key: string, trail: readonly string[]): string | undefined => {
    const known = resolved.get(key)
    if (known !== undefined || failed.has(key)) return known
    const spec: PathSpec | undefined = key === PLUGIN_ROOT ? (pluginRoot ?? column(key)) : column(key)
    if (spec === undefined) return undefined
    const value = typeof spec === 'string' ? spec : joined(key, spec, [...trail, key])
    // What is wrong is told once, however many paths rest on it.
    if (value === undefined) failed.add(key)
    else resolved.set(key, value)
    return value
  }
  const column = (key: string): PathSpec | undefined => map.paths.get(key)?.get(harness)
  const joined = (
    key: string,
    { base, relative }: { base: string; relative: string },
    trail: readonly string[],
  ) => {
    const at = map.place(['paths', key, harness, 'base'])
    if (trail.includes(base)) {
      report({
        code: 'path-cycle',
        message: `these paths rest on each other: ${[...trail.slice(trail.indexOf(base)), base].join(' → ')}`,
        harness,
        at,
      })
      return undefined
    }
    if (!map.paths.has(base)) {
      const hint = didYouMean(base, map.paths.keys())
      report({
        code: 'path-base-unknown',
        message: `the base ${JSON.stringify(base)} is no key of "paths"`,
        hint,
        harness,
        at,
      })
      return undefined
    }
    if (base !== PLUGIN_ROOT || pluginRoot === undefined) {
      if (map.document !== undefined && !map.states(['paths', base, harness])) {
        const message = `the base ${JSON.stringify(base)} has no column for this harness`
        report({ code: 'map-column-missing', message, harness, at })
        return undefined
      }
    }
    const root = resolve(base, trail)
    return root === undefined ? undefined : `${root.replace(TRAILING_SLASH_RE, '')}/${relative}`
  }
  for (const key of map.paths.keys()) resolve(key, [])
  if (pluginRoot !== undefined) resolved.set(PLUGIN_ROOT, pluginRoot)
  return resolved
}

const TRAILING_SLASH_RE = /\/+$/
const URL_RE = /^[A-Za-z][A-Za-z0-9+.-]*:/
const ENVIRONMENT_RE = /\$\{[^{}]*\}/
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
  context.look({ kind: 'path', name, found: found?.text })
  return found
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
  const root = named.get(PLUGIN_ROOT)
  if (root !== undefined)
    return { text: `${root.replace(TRAILING_SLASH_RE, '')}/${emitted}`, row: `paths.${PLUGIN_ROOT}` }
  if (problem !== undefined) missingColumn(context, PLUGIN_ROOT, problem)
  return undefined
}

/** A wrong row is told where it stands; here only that the column is not there. */
function missingColumn({ map, harness }: Context, key: string, problem: Problem): void {
  if (map.broken || map.states(['paths', key, harness.id])) return
  problem(
    'map-column-missing',
    `the map gives no ${JSON.stringify(key)} in "paths" for this harness`,
    'add the column to token-map.json',
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
