import type { core } from 'zod'
import { type Code, didYouMean, type Report, type Reporter, type Severity } from '../diagnostics/index.ts'
import type { JsonDocument, JsonPath } from './json.ts'
import { demandOf, pathName } from './sentence.ts'

export interface IssueCodes {
  key: Code
  value: Code
}

type Issue = core.$ZodIssue

/** What a check of an author's own says beside its message, as `params` of its issue. */
export interface IssueDetails {
  hint?: string
  severity?: Severity
  /** The key is at fault, not its value. */
  atKey?: boolean
}

/** Whether an issue forbids the value; one of severity warning does not. */
export function isRefusal(issue: Issue): boolean {
  return detailsOf(issue).severity !== 'warning'
}

function detailsOf(issue: Issue): IssueDetails {
  return (issue.code === 'custom' && issue.params) || {}
}

/**
 * Turns what a schema found into reports with places.
 * @param knownKeys the keys that an object at a path may have, for "did you mean"
 */
export function reportIssues(
  issues: readonly Issue[],
  document: JsonDocument,
  codes: IssueCodes,
  knownKeys: (path: readonly PropertyKey[]) => readonly string[],
  report: Reporter,
): void {
  for (const issue of issues.flatMap(settleUnion)) {
    const path = issue.path as (string | number)[]
    if (issue.code === 'unrecognized_keys') {
      const known = knownKeys(path)
      for (const key of issue.keys) {
        report({
          code: codes.key,
          message: `unknown key ${JSON.stringify(key)}`,
          hint: didYouMean(key, known) ?? keysHint(known),
          at: () => document.keySpan([...path, key]),
        })
      }
    } else if (issue.code === 'invalid_key') {
      report({ code: codes.value, message: keySentence(issue, path), at: () => document.keySpan(path) })
    } else {
      report(valueReport(issue, path, document, codes.value))
    }
  }
}

/** One sentence that says what the value at a path must be. */
export function issueSentence(issue: Issue, path: readonly PropertyKey[]): string {
  const demand = demandOf(issue)
  const between = demand === undefined && !PREDICATE_RE.test(issue.message) ? ': ' : ' '
  return `${pathName(path)}${between}${demand ?? issue.message}`
}

/** How an author's message begins that goes on from the value's name. */
const PREDICATE_RE = /^(?:must|may|can|cannot|needs|is|has|holds|does|goes)\b/

function valueReport(issue: Issue, path: JsonPath, document: JsonDocument, code: Code): Report {
  const { hint: mend, severity, atKey } = detailsOf(issue)
  const at = (): ReturnType<JsonDocument['span']> => (atKey ? document.keySpan(path) : document.span(path))
  const value = valueAt(document.value, path)
  if (value === undefined) {
    const demand = demandOf(issue)
    const message = `${pathName(path)} is missing${demand === undefined ? '' : `; it ${demand}`}`
    return { code, message, at }
  }
  const message = issueSentence(issue, path)
  if (issue.code === 'custom')
    return { code, message, at, hint: mend, ...(severity === undefined ? {} : { severity }) }
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return { code, message, at }
  const hint = didYouMean(
    value,
    issue.values.filter((allowed) => typeof allowed === 'string'),
  )
  return { code, message, at, hint }
}

function keySentence(issue: core.$ZodIssueInvalidKey, path: JsonPath): string {
  const [first] = issue.issues
  const demand = (first && demandOf(first)) ?? `is not allowed: ${first?.message ?? issue.message}`
  return `the key ${JSON.stringify(path.at(-1))} ${demand}`
}

function keysHint(keys: readonly string[]): string | undefined {
  return keys.length === 0 ? undefined : `known keys: ${keys.join(', ')}`
}

function valueAt(root: unknown, path: JsonPath): unknown {
  let value = root
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string | number, unknown>)[step]
  }
  return value
}

/**
 * The kind that a value was meant to be is the one whose own type it has: then what is wrong lies inside it,
 * and that is told instead of the list of kinds.
 */
export function settleUnion(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const [meant] = issue.errors
    .filter((kind) => kind.length > 0 && !kind.some(isMismatch))
    .toSorted((a, b) => a.length - b.length)
  if (meant === undefined) return [issue]
  return meant.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })).flatMap(settleUnion)
}

function isMismatch({ code, path }: Issue): boolean {
  return (
    path.length === 0 && (code === 'invalid_type' || code === 'invalid_value' || code === 'invalid_union')
  )
}
