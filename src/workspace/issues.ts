import type { core } from 'zod'
import { type Code, didYouMean, type Reporter } from '../diagnostics/index.ts'
import type { JsonDocument } from './json.ts'

export interface IssueCodes {
  key: Code
  value: Code
}

/**
 * Turns what a schema found into reports with places.
 * @param knownKeys the keys that an object at a path may have, for "did you mean"
 */
export function reportIssues(
  issues: readonly core.$ZodIssue[],
  document: JsonDocument,
  codes: IssueCodes,
  knownKeys: (path: readonly PropertyKey[]) => readonly string[],
  report: Reporter,
): void {
  for (const issue of issues) {
    const path = issue.path as (string | number)[]
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        report({
          code: codes.key,
          message: `unknown key ${JSON.stringify(key)}`,
          hint: didYouMean(key, knownKeys(path)) ?? keysHint(knownKeys(path)),
          at: () => document.keySpan([...path, key]),
        })
      }
    } else {
      report({ code: codes.value, message: issueSentence(issue, path), at: () => document.span(path) })
    }
  }
}

function keysHint(keys: readonly string[]): string | undefined {
  return keys.length === 0 ? undefined : `known keys: ${keys.join(', ')}`
}

/** One sentence that says what the value at a path must be. */
export function issueSentence(issue: core.$ZodIssue, path: readonly PropertyKey[]): string {
  const name = pathName(path)
  switch (issue.code) {
    case 'invalid_type':
      return `${name} must be ${article(issue.expected)}`
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array'
        ? `${name} must not be empty`
        : `${name} must be at least ${issue.minimum}`
    case 'too_big':
      return `${name} must be at most ${issue.maximum}`
    case 'invalid_value':
      return `${name} must be ${issue.values
        .map((value) => JSON.stringify(value))
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}`
    case 'invalid_union': {
      const kinds = issue.errors.flatMap((list) => list.filter((inner) => inner.path.length === 0))
      const wanted = [
        ...new Set(kinds.map((inner) => issueSentence(inner, path).replace(`${name} must be `, ''))),
      ]
      return wanted.length === 0 ? `${name} has a wrong value` : `${name} must be ${wanted.join(' or ')}`
    }
    default:
      return issue.message === 'Invalid input' ? `${name} has a wrong value` : `${name}: ${issue.message}`
  }
}

function pathName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file'
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return JSON.stringify(text.replace(/^\./, ''))
}

const ARTICLES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
}

function article(kind: string): string {
  return ARTICLES[kind] ?? kind
}
