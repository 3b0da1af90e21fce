import fs from 'node:fs'
import { z } from 'zod'
import {
  type AgentHarness,
  harnessesOf,
  nodesOf,
  type Route,
  touches,
  uses,
} from '../../agent-harness/index.ts'
import { decodeUtf8, normalised } from '../../agent-harness/text.ts'
import { type Reporter, Source } from '../../diagnostics/index.ts'
import { reportIssues } from '../../workspace/issues.ts'
import { type JsonDocument, parseJson } from '../../workspace/json.ts'
import { knownKeys } from '../../workspace/known-keys.ts'
import { reason } from '../../workspace/reason.ts'

const text = z.string().min(1)
const paths = z.union([text, z.array(text)])

const caseSchema = z.strictObject({
  prompt: text,
  /** What is used must be one of these, or lie within one; null: nothing fits. */
  expect: paths.nullable().optional(),
  /** Nothing that is read or used may be one of these, or lie within one. */
  forbid: paths.optional(),
  maxTokens: z.int().min(0).optional(),
})
const schema = z.array(caseSchema).min(1)

type RoutingCase = z.infer<typeof caseSchema>

export interface RoutingCases {
  cases: readonly RoutingCase[]
  document: JsonDocument
}

/** Reads a file of routing cases; nothing, with reports, where it is none. @param file as it is named */
export function readCases(file: string, report: Reporter): RoutingCases | undefined {
  let content: string | undefined
  try {
    // A pipe that nobody writes to would be waited for without end.
    if (!fs.statSync(file).isFile()) {
      report({ code: 'not-a-file', message: 'this is no regular file', at: { file } })
      return undefined
    }
    content = decodeUtf8(fs.readFileSync(file))
  } catch (error) {
    report({ code: 'unreadable', message: `this cannot be read: ${reason(error)}`, at: { file } })
    return undefined
  }
  if (content === undefined) {
    report({ code: 'not-utf8', message: 'this file is not UTF-8', hint: 'save it as UTF-8', at: { file } })
    return undefined
  }
  const codes = { syntax: 'option-value', duplicate: 'option-value' } as const
  const document = parseJson(new Source(file, normalised(content)), codes, report)
  if (document === undefined) return undefined
  const parsed = schema.safeParse(document.value)
  if (parsed.success) return { cases: parsed.data, document }
  const issueCodes = { key: 'option-unknown', value: 'option-value' } as const
  reportIssues(parsed.error.issues, document, issueCodes, (path) => knownKeys(schema, path), report)
  return undefined
}

/** Holds a route against its case. */
export function checkCase(
  { cases, document }: RoutingCases,
  index: number,
  route: Route,
  harness: AgentHarness,
  report: Reporter,
): void {
  const one = cases[index]!
  const fail = (key: string, message: string, hint?: string): void =>
    report({ code: 'route-failed', message, hint, at: () => document.span([index, key]) })
  const task = JSON.stringify(one.prompt)
  const led = route.path === undefined ? 'nothing' : JSON.stringify(route.path)
  const known = new Set([...harnessesOf(harness)].flatMap((inner) => nodesOf(inner).map(({ path }) => path)))
  for (const key of ['expect', 'forbid'] as const) {
    for (const path of listOf(one[key])) {
      if (!known.has(path.replace(SLASHES_RE, '')))
        fail(key, `there is no ${JSON.stringify(path)} in this harness`)
    }
  }
  const { expect, forbid, maxTokens } = one
  if (expect === null && route.path !== undefined)
    fail('expect', `${task} leads to ${led}, and should lead to nothing`)
  const wanted = listOf(expect)
  if (wanted.length > 0 && !wanted.some((path) => uses(route, path))) {
    const others = route.steps.flatMap(({ candidates }) => candidates.slice(0, 3))
    const words = others.map(({ path, terms }) => `${path} (${terms.join(', ')})`)
    const hint =
      words.length === 0 ? 'no description has a word of it' : `words that fit: ${words.join('; ')}`
    fail(
      'expect',
      `${task} leads to ${led}, not to ${wanted.map((path) => JSON.stringify(path)).join(' or ')}`,
      hint,
    )
  }
  for (const path of listOf(forbid)) {
    if (touches(route, path)) fail('forbid', `${task} leads into ${JSON.stringify(path)}`)
  }
  if (maxTokens !== undefined && route.tokens > maxTokens) {
    fail('maxTokens', `${task} takes ${route.tokens} tokens; the limit is ${maxTokens}`)
  }
}

const SLASHES_RE = /\/+$/

function listOf(paths: string | readonly string[] | null | undefined): readonly string[] {
  if (paths === null || paths === undefined) return []
  return typeof paths === 'string' ? [paths] : paths
}
