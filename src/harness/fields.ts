import type { JsonPath } from '../workspace/json.ts'
import type { Finding } from './findings.ts'

export type Plain = Readonly<Record<string, unknown>>

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export type Kind = keyof typeof KINDS

const KINDS = {
  string: { is: (value: unknown) => typeof value === 'string', must: 'must be a string' },
  text: {
    is: (value: unknown) => typeof value === 'string' && value !== '',
    must: 'must be a non-empty string',
  },
  boolean: { is: (value: unknown) => typeof value === 'boolean', must: 'must be true or false' },
  number: { is: (value: unknown) => typeof value === 'number', must: 'must be a number' },
  positive: {
    is: (value: unknown) => typeof value === 'number' && value > 0,
    must: 'must be a number above 0',
  },
  count: {
    is: (value: unknown) => Number.isInteger(value) && (value as number) > 0,
    must: 'must be a whole number above 0',
  },
  list: { is: Array.isArray, must: 'must be a list' },
  strings: { is: isStrings, must: 'must be a list of strings' },
  object: { is: isPlain, must: 'must be an object' },
  texts: {
    is: (value: unknown) => isPlain(value) && isStrings(Object.values(value)),
    must: 'must be an object of strings',
  },
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/**
 * Holds an object's known keys against their kinds; unknown keys pass, as they do with the clients.
 * @param required those of the keys that must be there
 */
export function checkFields(
  value: Plain,
  kinds: Readonly<Record<string, Kind>>,
  required: readonly string[],
  path: JsonPath,
  severity: Finding['severity'],
): Finding[] {
  const findings: Finding[] = []
  for (const key of required) {
    if (Object.hasOwn(value, key)) continue
    findings.push({ path, message: `needs ${JSON.stringify(key)}`, severity })
  }
  for (const [key, kind] of Object.entries(kinds)) {
    if (!Object.hasOwn(value, key) || KINDS[kind].is(value[key])) continue
    findings.push({ path: [...path, key], message: KINDS[kind].must, severity })
  }
  return findings
}
