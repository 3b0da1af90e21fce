import type { z } from 'zod'
import type { ManifestInput, Metadata, Person } from '../compose/harness.ts'
import { didYouMean } from '../diagnostics/index.ts'
import { issueSentence, settleUnion } from '../workspace/issues.ts'
import { knownKeys } from '../workspace/known-keys.ts'
import { isPlain, type Plain } from './fields.ts'
import { type Finding, findingSentence } from './findings.ts'

/** What one client's manifest may hold. */
export interface ManifestFormat {
  harness: string
  /** Its keys, in the order in which they are written. */
  schema: z.ZodObject
  /** The paths of the tree that a manifest names, with the top-level key that names them. */
  paths(manifest: Plain): { key: string; path: string }[]
  /** Closer checks of values that the schema only knows as objects. */
  inspect?: Readonly<Record<string, (value: Plain) => Finding[]>>
}

/** The metadata under the names that all three clients share. */
export function metadataFields({ name, version, description, author, ...rest }: Metadata): Plain {
  const { homepage, repository, license, keywords } = rest
  const all = {
    name,
    version,
    description,
    author: author && person(author),
    homepage,
    repository,
    license,
    keywords,
  }
  return defined(all)
}

export function person({ name, email, url }: Person): Plain {
  return defined({ name, email, url })
}

export function defined(object: Plain): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}

/** `./agents/` → `agents`; nothing for what leaves the tree. */
export function treePath(path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0')) return undefined
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? undefined : parts.join('/')
}

export function holds(input: ManifestInput, path: string): boolean {
  const clean = treePath(path)
  return clean !== undefined && (clean === '' || input.has(clean))
}

/** The strings of those keys, single or in a list. */
export function pathsOf(manifest: Plain, keys: readonly string[]): { key: string; path: string }[] {
  return keys.flatMap((key) => {
    const value = manifest[key]
    const paths = Array.isArray(value) ? value : [value]
    return paths.filter((path) => typeof path === 'string').map((path: string) => ({ key, path }))
  })
}

/** Keys in the order of the schema, unknown ones gone. */
function ordered(manifest: Plain, format: ManifestFormat): Record<string, unknown> {
  const keys = Object.keys(format.schema.shape).filter((key) => manifest[key] !== undefined)
  return Object.fromEntries(keys.map((key) => [key, manifest[key]]))
}

/** Lays the `manifest` option over what was generated; what does not serve is reported and left out. */
export function layOver(base: Plain, input: ManifestInput, format: ManifestFormat): Record<string, unknown> {
  const manifest: Record<string, unknown> = { ...base }
  const overrides = Object.entries(input.overrides).filter(([key, value]) =>
    isAcceptable(key, value, input, format),
  )
  for (const [key, value] of overrides) manifest[key] = value === null ? undefined : value
  for (const { key, path } of format.paths(Object.fromEntries(overrides))) {
    if (holds(input, path)) continue
    const message = `option manifest.${format.harness}: ${JSON.stringify(key)} names ${JSON.stringify(path)}, which the tree does not hold`
    input.report({ code: 'manifest-path', message, harness: format.harness })
    manifest[key] = base[key]
  }
  return ordered(manifest, format)
}

function isAcceptable(key: string, value: unknown, input: ManifestInput, format: ManifestFormat): boolean {
  const faults =
    value === null
      ? nullFaults(key, format)
      : [...valueFaults(key, value, format), ...inspected(key, value, format)]
  for (const { unknown, message, hint, isWarning } of faults) {
    input.report({
      code: unknown ? 'option-unknown' : 'option-value',
      ...(isWarning === true ? { severity: 'warning' } : {}),
      message: `option manifest.${format.harness}: ${message}`,
      hint,
      harness: format.harness,
    })
  }
  return faults.every(({ isWarning }) => isWarning === true)
}

interface Fault {
  /** A key at fault, not a value. */
  unknown: boolean
  message: string
  hint?: string | undefined
  /** The client goes on without it. Default: it refuses. */
  isWarning?: boolean
}

function nullFaults(key: string, format: ManifestFormat): Fault[] {
  const field = fieldOf(format, key)
  if (field === undefined) return [unknownKey(key, [], format.schema)]
  return field.safeParse(undefined).success
    ? []
    : [{ unknown: false, message: `${JSON.stringify(key)} cannot be removed` }]
}

/** What the schema says against a value of a key. */
export function valueFaults(key: string, value: unknown, format: ManifestFormat): Fault[] {
  const field = fieldOf(format, key)
  if (field === undefined) return [unknownKey(key, [], format.schema)]
  const { error } = field.safeParse(value)
  return (error?.issues ?? []).flatMap(settleUnion).flatMap((issue) => {
    const path = [key, ...issue.path]
    return issue.code === 'unrecognized_keys'
      ? issue.keys.map((inner) => unknownKey(inner, path, format.schema))
      : [{ unknown: false, message: issueSentence(issue, path) }]
  })
}

function unknownKey(key: string, path: readonly PropertyKey[], schema: z.ZodType): Fault {
  const name = [...path, key].join('.')
  return {
    unknown: true,
    message: `unknown key ${JSON.stringify(name)}`,
    hint: didYouMean(key, knownKeys(schema, path)),
  }
}

function inspected(key: string, value: unknown, { inspect }: ManifestFormat): Fault[] {
  const findings = isPlain(value) ? (inspect?.[key]?.(value) ?? []) : []
  return findings.map((finding) => ({
    unknown: false,
    message: findingSentence({ ...finding, path: [key, ...finding.path] }),
    hint: finding.hint,
    isWarning: finding.severity === 'warning',
  }))
}

/** The schema of a key; own keys only. */
export function fieldOf(format: ManifestFormat, key: string): z.ZodType | undefined {
  return Object.hasOwn(format.schema.shape, key) ? (format.schema.shape[key] as z.ZodType) : undefined
}
