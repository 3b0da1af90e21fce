import { didYouMean, type Reporter } from '../diagnostics/index.ts'
import { firstToken } from '../template/template.ts'
import { isRefusal, reportIssues } from '../workspace/issues.ts'
import type { JsonDocument, JsonPath } from '../workspace/json.ts'
import { knownKeys } from '../workspace/known-keys.ts'
import type { BodilessAgent, HarnessDirectory } from '../workspace/sources.ts'
import { checkReplacedValues } from './base-values.ts'
import type { Context } from './context.ts'
import {
  COMMON_KEYS,
  frontmatterKeys,
  frontmatterSchema,
  isPlainlyRight,
  toolsHint,
} from './frontmatter-schema.ts'
import { MergedFrontmatter } from './merged-frontmatter.ts'
import { resolveName } from './name.ts'
import { resolveTools } from './tools.ts'

/** Merged, checked and resolved frontmatter of one agent for one harness. */
export interface Frontmatter {
  /** With the harness's prefix. */
  name: string
  description: string
  /** Native names; `['*']`: all. */
  tools: string[]
  /** All other fields that are written, by source name. */
  fields: ReadonlyMap<string, unknown>
}

/** Rules S-5, F-1, F-3, F-4. Nothing when something is wrong that leaves no frontmatter to write. */
export function resolveFrontmatter(
  context: Context,
  agent: BodilessAgent,
  directory: HarnessDirectory,
): Frontmatter | undefined {
  const own = directory.frontmatter
  if (own === undefined) return undefined
  const { harness } = context
  const keys = frontmatterKeys(harness)
  checkKeys(context, own, keys)
  const merged = new MergedFrontmatter(own, agent.base, (key) => keys.includes(key))
  // What a broken base would have said is not known, only what stands here.
  const sound = checkValues(context, merged, agent) && !agent.baseBroken
  const name = resolveName(context, agent.name, merged)
  const tools = resolveTools(context, merged)
  reportUnsupported(context, merged)
  const description = merged.values.get('description')
  if (typeof description === 'string') checkDescription(context, description, merged)
  checkModel(context, merged)
  if (!sound || name === undefined || tools === undefined || typeof description !== 'string') return undefined
  return { name, description, tools, fields: writtenFields(context, merged) }
}

/** Checks what no harness sees of the base, which holds common fields only; once per agent. */
export function checkBaseKeys(contexts: readonly Context[], agent: BodilessAgent): void {
  const { base } = agent
  if (base === undefined) return
  for (const key of Object.keys(base.value as object)) {
    if (COMMON_KEYS.includes(key)) continue
    const takers = contexts.map(({ harness }) => harness).filter(({ schema }) => Object.hasOwn(schema, key))
    const obeying = takers.filter(({ schema }) => schema[key]?.unsupported === undefined)
    const owners = (obeying.length > 0 ? obeying : takers).map(({ id }) => id)
    contexts[0]?.report({
      code: 'frontmatter-key-unknown',
      message:
        owners.length === 0
          ? `unknown key ${JSON.stringify(key)}`
          : `${JSON.stringify(key)} is no field of every harness`,
      hint:
        owners.length === 0
          ? (didYouMean(key, COMMON_KEYS) ?? `known keys: ${COMMON_KEYS.join(', ')}`)
          : `move it to ${owners.map((id) => `${agent.directory}/${id}/frontmatter.json`).join(', ')}`,
      at: () => base.keySpan([key]),
    })
  }
  checkReplacedValues(contexts, agent)
}

function checkKeys({ harness, report }: Context, document: JsonDocument, known: readonly string[]): void {
  for (const key of Object.keys(document.value as object)) {
    if (known.includes(key)) continue
    report({
      code: 'frontmatter-key-unknown',
      message: `unknown key ${JSON.stringify(key)}`,
      hint: didYouMean(key, known) ?? `known keys: ${known.join(', ')}`,
      harness: harness.id,
      at: () => document.keySpan([key]),
    })
  }
}

function checkValues({ harness, report }: Context, merged: MergedFrontmatter, agent: BodilessAgent): boolean {
  const error = isPlainlyRight(merged.values)
    ? undefined
    : frontmatterSchema(harness).safeParse(Object.fromEntries(merged.values)).error
  const problem = (message: string, path: JsonPath, hint?: string): void =>
    report({ code: 'frontmatter-value', message, hint, harness: harness.id, at: merged.place(path) })
  const where = `write it here, or for all harnesses in ${agent.directory}/frontmatter.json`
  const codes = { key: 'frontmatter-key-unknown', value: 'frontmatter-value' } as const
  for (const issue of error?.issues ?? []) {
    const key = issue.path[0] as string
    if (merged.values.has(key)) {
      const hint = toolsHint(issue.path, merged.values.get(key))
      const own: Reporter = (found) => report({ ...found, hint: found.hint ?? hint, harness: harness.id })
      const keys = (path: readonly PropertyKey[]): string[] => knownKeys(frontmatterSchema(harness), path)
      reportIssues([issue], merged.documentOf(key), codes, keys, own)
    } else if (agent.baseMisnamed !== undefined) {
      // One mistake, not one for each harness that takes it.
      const { file, hint } = agent.baseMisnamed
      report({
        code: codes.value,
        message: `${JSON.stringify(key)} is missing`,
        hint,
        harness: harness.id,
        at: { file },
      })
    } else if (!agent.baseBroken) problem(`${JSON.stringify(key)} is missing`, [key], where)
  }
  let sound = error?.issues.some(isRefusal) !== true
  for (const [key, value] of merged.values) {
    if (typeof value === 'string' && !value.includes('{{')) continue
    for (const { path, token } of tokensIn(value, [key])) {
      problem(`values carry no tokens: ${token} would be written as it stands`, path)
      sound = false
    }
  }
  return sound
}

function tokensIn(value: unknown, path: JsonPath): { path: JsonPath; token: string }[] {
  if (typeof value === 'string') {
    const token = firstToken(value)
    return token === undefined ? [] : [{ path, token }]
  }
  if (typeof value !== 'object' || value === null) return []
  const isList = Array.isArray(value)
  const found: { path: JsonPath; token: string }[] = []
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string' && !item.includes('{{')) continue
    found.push(...tokensIn(item, [...path, isList ? Number(key) : key]))
  }
  return found
}

/** Rule F-4: a field that the client does not obey is told, never dropped in silence. */
function reportUnsupported({ harness, report }: Context, merged: MergedFrontmatter): void {
  for (const key of merged.values.keys()) {
    const common = harness.frontmatter.unsupported?.[key as 'model' | 'argumentHint']
    const native = Object.hasOwn(harness.schema, key) ? harness.schema[key]?.unsupported : undefined
    const why = common ?? native
    if (why === undefined) continue
    report({
      code: 'field-unsupported',
      severity: native === undefined ? 'info' : 'warning',
      message: `${JSON.stringify(key)} is not written: ${why}`,
      harness: harness.id,
      at: merged.keyPlace(key),
    })
  }
}

function checkDescription(
  { harness, report }: Context,
  description: string,
  merged: MergedFrontmatter,
): void {
  const limit = harness.limits.description
  if (limit === undefined || description.length <= limit) return
  report({
    code: 'description-too-long',
    message: `the description has ${description.length} characters; ${harness.client.name} takes ${limit}`,
    harness: harness.id,
    at: merged.place(['description']),
  })
}

function checkModel({ harness, report }: Context, merged: MergedFrontmatter): void {
  const model = merged.values.get('model')
  const doubt = typeof model === 'string' ? harness.limits.model?.(model) : undefined
  if (doubt === undefined) return
  report({ code: 'model-provider', ...doubt, harness: harness.id, at: merged.place(['model']) })
}

function writtenFields({ harness }: Context, merged: MergedFrontmatter): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  for (const [key, value] of merged.values) {
    if (['$schema', 'name', 'description', 'tools'].includes(key)) continue
    if (harness.frontmatter.unsupported?.[key as 'model' | 'argumentHint'] !== undefined) continue
    if (Object.hasOwn(harness.schema, key) && harness.schema[key]?.unsupported !== undefined) continue
    fields.set(key, value)
  }
  return fields
}
