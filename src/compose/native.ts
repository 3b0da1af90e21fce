import { didYouMean, type Reporter } from '../diagnostics/index.ts'
import { lexed } from '../template/template.ts'
import { FRONTMATTER_BLOCK_RE } from '../workspace/frontmatter-block.ts'
import type { NativeAgent } from '../workspace/sources.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import { parseFrontmatter } from './frontmatter-yaml.ts'
import type { Harness } from './harness.ts'
import { isKnownTool } from './tools.ts'

/** Agent → the native file that a harness gets in its place (contract §4, `agents.deferred`). */
export type Deferred = ReadonlyMap<string, NativeAgent>

/** Which agents one harness gets as native files. */
export function deferredFor(map: TokenMap, natives: readonly NativeAgent[], harness: string): Deferred {
  const deferred = new Map<string, NativeAgent>()
  for (const [name, ids] of map.deferred) {
    if (!ids.includes(harness)) continue
    const native = findNative(natives, name, harness)
    if (native !== undefined) deferred.set(name, native)
  }
  return deferred
}

function findNative(natives: readonly NativeAgent[], name: string, harness: string): NativeAgent | undefined {
  const own = natives.find((native) => native.name === name && native.harness === harness)
  return own ?? natives.find((native) => native.name === name && native.harness === undefined)
}

/**
 * What the map defers must exist, and what lies in `agents-native/` must be deferred.
 * @param agents names, also of those without a text
 */
export function checkDeferred(
  map: TokenMap,
  agents: readonly string[],
  natives: readonly NativeAgent[],
  built: readonly Harness[],
  report: Reporter,
): void {
  if (map.broken) return
  for (const [name, ids] of map.deferred) {
    if (!agents.includes(name)) {
      const hint = didYouMean(name, agents) ?? `write agents/${name}/agent.md`
      report({
        code: 'map-value',
        message: `there is no agent ${JSON.stringify(name)} to defer`,
        hint,
        at: map.keyPlace(['agents', 'deferred', name]),
      })
    }
    for (const [index, harness] of ids.entries()) {
      if (findNative(natives, name, harness) !== undefined) continue
      report({
        code: 'native-missing',
        message: `${JSON.stringify(name)} is deferred to agents-native/, where it is not`,
        hint: `write agents-native/${harness}/${name}.md, or agents-native/${name}.md`,
        harness,
        at: map.place(['agents', 'deferred', name, index]),
      })
    }
  }
  for (const native of natives) checkDeclared(map, native, report)
  for (const harness of built) {
    for (const native of deferredFor(map, natives, harness.id).values())
      checkNative(map, harness, native, report)
  }
}

function checkDeclared(map: TokenMap, { name, harness, file }: NativeAgent, report: Reporter): void {
  const ids = map.deferred.get(name) ?? []
  if (harness === undefined ? ids.length > 0 : ids.includes(harness)) return
  report({
    code: 'native-undeclared',
    message: 'the token map defers no agent to this file',
    hint: `add "agents": {"deferred": {"${name}": ["${harness ?? '<harness>'}"]}} to token-map.json`,
    at: { file },
  })
}

/** A native file is emitted byte for byte: it must parse, be named, and hold no token. */
function checkNative(map: TokenMap, harness: Harness, { source }: NativeAgent, report: Reporter): void {
  const problem = (message: string, offset: number, end = offset, hint?: string): void =>
    report({ code: 'native-invalid', message, hint, harness: harness.id, at: source.span(offset, end) })
  for (const { start, end, type } of lexed(source).tokens) {
    if (type !== 'ESCAPE')
      problem('a native file is written as it stands: nothing resolves this token', start, end)
  }
  for (const { code, message, hint, start, end } of lexed(source).issues) {
    if (code === 'token-malformed') problem(message, start, end, hint)
  }
  const block = FRONTMATTER_BLOCK_RE.exec(source.text)
  if (block === null) return problem('a native agent must begin with frontmatter', 0)
  const offset = block[0].indexOf('\n') + 1
  const parsed = parseFrontmatter(block[1] ?? '')
  if ('problem' in parsed) {
    const { message, position, hint } = parsed.problem
    return problem(message, offset + position, offset + position, hint)
  }
  const { value, ranges } = parsed
  const at = (key: string): [number, number] => {
    const [start, end] = ranges.get(key) ?? [0, 0]
    return [offset + start, offset + end]
  }
  for (const key of ['name', 'description']) {
    const text = value[key]
    if (typeof text === 'string' && text.trim() !== '') continue
    problem(`${JSON.stringify(key)} must be a string that is not empty`, ...at(key))
  }
  for (const tool of toolNames(value.tools)) {
    if (tool === '*' || isKnownTool(map, harness, tool)) continue
    report({
      code: 'tool-not-native',
      message: `${harness.client.name} ${harness.client.version} has no tool ${JSON.stringify(tool)}`,
      hint: didYouMean(tool, harness.nativeTools.names),
      harness: harness.id,
      at: source.span(...at('tools')),
    })
  }
}

/** Commas inside parentheses belong to a pattern. */
const COMMA_RE = /,(?![^(]*\))/

function toolNames(tools: unknown): string[] {
  if (Array.isArray(tools)) return tools.filter((tool) => typeof tool === 'string')
  if (typeof tools !== 'string') return []
  return tools
    .split(COMMA_RE)
    .map((tool) => tool.trim())
    .filter((tool) => tool !== '')
}
