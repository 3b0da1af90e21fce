import { didYouMean } from '../diagnostics/index.ts'
import { firstToken } from '../template/template.ts'
import { BUILT_IN_TOOLS } from '../workspace/built-in-map.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import { type Context, toolOf } from './context.ts'
import type { Harness } from './harness.ts'
import type { MergedFrontmatter } from './merged-frontmatter.ts'

const ALL = '*'

/** Whether the client itself has a tool of this name, or takes it as a pattern. */
function isNativeTool({ nativeTools }: Harness, name: string): boolean {
  const { names, patterns, ignoreCase } = nativeTools
  if (names.includes(name)) return true
  if (ignoreCase === true && names.some((known) => known.toLowerCase() === name.toLowerCase())) return true
  return patterns.some((pattern) => pattern.test(name))
}

/** Whether a harness has a tool of this name: by itself, or by what the map says brings it. */
export function isKnownTool(map: TokenMap, harness: Harness, name: string): boolean {
  return isNativeTool(harness, name) || map.provides.get(harness.id)?.has(name) === true
}

/** What to tell of a canonical tool whose row lacks a harness; nothing where the map's own check tells it. */
export function missingColumn(
  { map, harness }: Context,
  name: string,
): { code: 'map-column-missing'; message: string; hint: string } | undefined {
  if (map.document !== undefined || map.broken) return undefined
  return {
    code: 'map-column-missing',
    message: `the built-in map has no column for ${harness.id} at ${JSON.stringify(name)}`,
    hint: 'write a token-map.json that gives it one',
  }
}

/** Why a native tool is not always there, if it is not; in words for a message and its hint. */
export function doubtAbout(
  { client, nativeTools }: Harness,
  name: string,
): { message: string; hint: string } | undefined {
  const { sometimes = {} } = nativeTools
  const doubt = Object.hasOwn(sometimes, name) ? sometimes[name] : undefined
  if (doubt === undefined) return undefined
  const { when, instead } = doubt
  return {
    message: `${client.name} ${client.version} has the tool ${JSON.stringify(name)} ${when}`,
    hint: `${JSON.stringify(instead)} is always there`,
  }
}

/**
 * What an unknown tool may have meant. Another client's name for a tool is not written but the row's, which serves all.
 * @param natives names that would do too
 */
export function toolHint(map: TokenMap, name: string, natives: readonly string[] = []): string {
  const wanted = name.toLowerCase()
  const rows: string[] = []
  for (const [key, columns] of map.tools) {
    if ([...columns.values()].some((cell) => cell?.toLowerCase() === wanted)) rows.push(JSON.stringify(key))
  }
  if (rows.length > 0) return `write ${rows.join(' or ')}, its name in the token map`
  const isSlip = natives.some((native) => native.toLowerCase() === wanted)
  if (Object.hasOwn(BUILT_IN_TOOLS, name) && !isSlip) return builtInHint(map, name)
  return didYouMean(name, [...map.tools.keys(), ...natives]) ?? 'add a row to "tools" in token-map.json'
}

/** The row that served before the project's map had `tools` of its own, for the harnesses that it is for. */
function builtInHint({ harnesses }: TokenMap, name: string): string {
  const columns = Object.entries(BUILT_IN_TOOLS[name]!)
  const wanted = columns.filter(([id]) => harnesses.length === 0 || harnesses.includes(id))
  const cells = wanted.map(([id, cell]) => `${JSON.stringify(id)}: ${JSON.stringify(cell)}`)
  const row = `${JSON.stringify(name)}: { ${cells.join(', ')} }`
  return `add ${row} to "tools" in token-map.json, whose rows replace the built-in ones`
}

/** Rule F-3: the tools that are written, in order and without duplicates; nothing when none can be. */
export function resolveTools(context: Context, merged: MergedFrontmatter): string[] | undefined {
  const list = merged.values.get('tools')
  if (!Array.isArray(list) || list.length === 0) return undefined
  if (list.length === 1 && list[0] === ALL) return [ALL]
  const tools = new Set<string>()
  let failed = false
  for (const [index, name] of list.entries()) {
    const tool = resolveTool(context, merged, name, index)
    if (tool === undefined) failed = true
    else if (tool !== null) tools.add(tool)
  }
  if (tools.size > 0 || failed) return failed ? undefined : [...tools]
  context.report({
    code: 'tool-list-empty',
    message: 'no tool of this list exists here: the agent would have none, or all',
    hint: 'name a tool that this harness has, or ["*"] for all',
    harness: context.harness.id,
    at: merged.place(['tools']),
  })
  return undefined
}

/** A native name; null: left out; nothing: it is wrong, and that is reported. */
function resolveTool(
  context: Context,
  merged: MergedFrontmatter,
  name: unknown,
  index: number,
): string | null | undefined {
  const { harness, map, report } = context
  // Other types are told by the schema.
  if (typeof name !== 'string' || name === '') return undefined
  const at = merged.place(['tools', index])
  if (name === ALL) {
    report({
      code: 'frontmatter-value',
      message: '"*" means all tools and stands alone',
      harness: harness.id,
      at,
    })
    return undefined
  }
  // No value carries a token; that is told for all fields alike.
  if (firstToken(name) !== undefined) return undefined
  const mapped = toolOf(context, name)
  if (typeof mapped === 'string') return mapped
  if (mapped === null) {
    const message = `no counterpart of ${JSON.stringify(name)} here: it is left out of the list`
    report({ code: 'tool-omitted', message, harness: harness.id, at })
    return null
  }
  if (isNativeTool(harness, name)) {
    const doubt = doubtAbout(harness, name)
    if (doubt !== undefined) report({ code: 'tool-not-native', ...doubt, harness: harness.id, at })
    return name
  }
  if (context.passUnknownTools === true) return name
  if (map.tools.has(name)) {
    const missing = missingColumn(context, name)
    if (missing !== undefined) report({ ...missing, harness: harness.id, at })
    return undefined
  }
  // With a broken map, a canonical name cannot be told from a misspelt one.
  if (map.broken) return undefined
  const hint = toolHint(map, name, harness.nativeTools.names)
  report({
    code: 'tool-unknown',
    message: `unknown tool ${JSON.stringify(name)}`,
    hint,
    harness: harness.id,
    at,
  })
  return undefined
}
