import { z } from 'zod'
import type { Harness } from './harness.ts'

const text = z.string().min(1)

/** Fields that every harness knows or is told of (contract §2); `$schema` is never written. */
export const commonFields = {
  $schema: z
    .string()
    .optional()
    .meta({ description: 'JSON Schema of this file, for editors; never written' }),
  name: text.optional().meta({
    description: "prefix and the directory's name; left out, the directory's name serves",
  }),
  description: text.meta({ description: 'what the agent does and when to use it' }),
  tools: z.array(text).min(1).meta({
    description: 'keys of the token map, native names or patterns of the harness; ["*"] means all',
  }),
  model: text.optional().meta({ description: 'the model it asks for, by the name that the client gives it' }),
  argumentHint: text.optional().meta({ description: "what a user may type after the agent's name" }),
}

export const COMMON_KEYS: readonly string[] = Object.keys(commonFields)

type FrontmatterSchema = z.ZodObject<Record<string, z.ZodType>>

const SCHEMAS = new WeakMap<Harness, FrontmatterSchema>()

/** The merged frontmatter of one harness: common and native fields. */
export function frontmatterSchema(harness: Harness): FrontmatterSchema {
  const known = SCHEMAS.get(harness)
  if (known !== undefined) return known
  const native = Object.entries(harness.schema).map(([key, { schema }]) => [key, schema.optional()])
  const schema = z.object({ ...commonFields, ...Object.fromEntries(native) })
  SCHEMAS.set(harness, schema)
  return schema
}

const TEXT_KEYS: readonly string[] = ['$schema', 'name', 'description', 'model', 'argumentHint']

/**
 * Whether values are right by what is plain to see: common fields only, each of its type. Most are, and asking the
 * schema takes ten times as long; a test holds this to the schema, which decides all other cases.
 */
export function isPlainlyRight(values: ReadonlyMap<string, unknown>): boolean {
  for (const [key, value] of values) {
    if (key === 'tools') {
      if (!Array.isArray(value) || value.length === 0 || !value.every(isText)) return false
    } else if (!TEXT_KEYS.includes(key) || !isText(value)) return false
  }
  return values.has('description') && values.has('tools')
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

/** Between names on one line; a pattern such as `Bash(git *)` may hold blanks and commas. */
const SEPARATOR_RE = /\s*,\s*(?![^(]*\))|\s+(?![^(]*\))/

/** What to write where `tools` is no list: the names of a line, if it is one, as a list. */
export function toolsHint(path: readonly PropertyKey[], value: unknown): string | undefined {
  if (path.length !== 1 || path[0] !== 'tools' || Array.isArray(value)) return undefined
  const names = typeof value === 'string' ? value.split(SEPARATOR_RE).filter((name) => name !== '') : []
  return names.length === 0
    ? 'as in "tools": ["bash", "view"]; ["*"] means all'
    : `write "tools": [${names.map((name) => JSON.stringify(name)).join(', ')}]`
}

const KEYS = new WeakMap<Harness, readonly string[]>()

/** The keys that a harness's own file may have. */
export function frontmatterKeys(harness: Harness): readonly string[] {
  const keys = KEYS.get(harness) ?? [...COMMON_KEYS, ...Object.keys(harness.schema)]
  KEYS.set(harness, keys)
  return keys
}
