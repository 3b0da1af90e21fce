import type { core } from 'zod'

/** How the messages begin that zod makes itself; any other was written by a schema's author and is kept. */
const ZODS_OWN_RE = /^(?:Invalid|Too (?:small|big)|Unrecognized)\b/

const KINDS: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  tuple: 'a list',
  null: 'null',
}

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

/**
 * What a schema asks of a value, to stand after the value's name: `must be a string`.
 * @returns nothing where the schema's author wrote the message
 */
export function demandOf(issue: core.$ZodIssue): string | undefined {
  if (issue.code === 'custom' || !ZODS_OWN_RE.test(issue.message)) return undefined
  switch (issue.code) {
    case 'invalid_type':
      return typeDemand(issue.expected)
    case 'too_small':
    case 'too_big':
      return sizeDemand(issue)
    case 'invalid_value':
      return `must be ${alternatives(issue.values.map(literal))}`
    case 'invalid_format':
      return formatDemand(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_union':
      return unionDemand(issue)
    default:
      return 'has a wrong value'
  }
}

/** A path as it is written in code, quoted: `"tools.task[0]"`; `the file` for the whole. */
export function pathName(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the file'
  const text = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return JSON.stringify(text.startsWith('.') ? text.slice(1) : text)
}

function typeDemand(expected: string): string {
  if (expected === 'never') return 'is not allowed here'
  if (expected === 'nonoptional') return 'must not be left out'
  return `must be ${KINDS[expected] ?? expected}`
}

function sizeDemand(issue: core.$ZodIssueTooSmall | core.$ZodIssueTooBig): string {
  const [limit, bound, beyond] =
    issue.code === 'too_small'
      ? [issue.minimum, 'at least', 'more than']
      : [issue.maximum, 'at most', 'less than']
  const unit = UNITS[issue.origin]
  const wanted = issue.exact ? 'exactly' : issue.inclusive === false ? beyond : bound
  if (unit === undefined) return `must be ${wanted} ${limit}`
  if (wanted === 'at least' && Number(limit) === 1) return 'must not be empty'
  return `must have ${wanted} ${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`
}

function formatDemand(issue: core.$ZodIssueInvalidStringFormat): string {
  const { format } = issue as core.$ZodStringFormatIssues
  if (format === 'regex' && issue.pattern !== undefined) return `must match ${issue.pattern}`
  const affix = issue as { prefix?: string; suffix?: string; includes?: string }
  if (affix.prefix !== undefined) return `must begin with ${JSON.stringify(affix.prefix)}`
  if (affix.suffix !== undefined) return `must end with ${JSON.stringify(affix.suffix)}`
  if (affix.includes !== undefined) return `must contain ${JSON.stringify(affix.includes)}`
  return `must be in the form of: ${format}`
}

function unionDemand(issue: core.$ZodIssueInvalidUnion): string {
  const { options } = issue as { options?: readonly unknown[] }
  if (options !== undefined && options.length > 0) return `must be ${alternatives(options.map(literal))}`
  const start = 'must be '
  const kinds = issue.errors
    .flatMap((kind) => kind.filter((inner) => inner.path.length === 0))
    .map((inner) => demandOf(inner))
    .filter((demand) => demand?.startsWith(start))
    .map((demand) => demand!.slice(start.length))
  return kinds.length === 0 ? 'has a wrong value' : `must be ${alternatives([...new Set(kinds)])}`
}

function literal(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value)
}

/** `a, b or c` */
function alternatives(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}
