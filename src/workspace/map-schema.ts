import { z } from 'zod'

/** The version of the map's format that is implemented. */
export const MAP_VERSION = 1

/** The order in which tokens are substituted (rule T-1); a map may state it, and then it must be this. */
export const SUBSTITUTION_ORDER = ['SECTION', 'TOOL', 'PATH'] as const

const text = z.string().min(1)

/** Rule T-12, for the JSON Schema only: the reader of the map says it in words of its own. */
const ON_A_LINE = { pattern: '^(?:[^{\\n\\r]|\\{(?!\\{))*$' }
const line = z.string().min(1).meta(ON_A_LINE)

const toolRow = z
  .record(z.string(), z.union([line, z.null()]))
  .meta({ description: "harness id → that harness's name for the tool; null: it has none" })

const pathSpec = z.union([
  line,
  z.strictObject({
    base: line.meta({ ...ON_A_LINE, description: 'the key of "paths" to which "relative" is joined' }),
    relative: line.meta({ ...ON_A_LINE, description: 'what is joined to it' }),
  }),
])

const pathRow = z
  .record(z.string(), pathSpec)
  .meta({ description: 'harness id → path there; "${ENV}" is left for the client to expand' })

const documentation = z.unknown().optional().meta({ description: 'for readers; not read' })

/** `token-map.json`, contract §4. Unknown top-level keys pass here; they are told as warnings. */
export const mapSchema = z.looseObject({
  $schema: z.string().optional().meta({ description: 'JSON Schema of this file, for editors' }),
  name: documentation,
  description: documentation,
  // What other values mean is told by the reader of the map.
  version: z.int().meta({ description: 'version of this format', minimum: 1, maximum: MAP_VERSION }),
  harnesses: z
    .array(text)
    .min(1)
    .optional()
    .meta({ description: 'ids of the harnesses to build, where the options name none' }),
  tools: z
    .record(z.string(), toolRow)
    .optional()
    .meta({ description: 'canonical tool name → its row; without "tools", built-in rows serve' }),
  paths: z
    .record(z.string(), pathRow)
    .optional()
    .meta({ description: 'path key → its row; without "paths", built-in rows serve' }),
  agents: z
    .strictObject({
      prefix: z
        .record(z.string(), z.string())
        .optional()
        .meta({ description: 'harness id → what stands before the names of agents' }),
      deferred: z
        .record(z.string(), z.array(text))
        .optional()
        .meta({ description: 'agent → harnesses that get a hand-written file of agents-native/ instead' }),
      sources: documentation,
    })
    .optional()
    .meta({ description: 'what concerns agents' }),
  provides: z
    .record(z.string(), z.record(z.string(), text))
    .optional()
    .meta({ description: 'harness id → tool that the client itself lacks → what brings it' }),
  contract: z
    .looseObject({
      version: z.unknown().optional().meta({
        description: 'version of the rules',
        type: 'integer',
        minimum: 1,
        maximum: MAP_VERSION,
      }),
      substitution_order: z
        .unknown()
        .optional()
        .meta({ description: 'the order in which tokens are substituted', const: SUBSTITUTION_ORDER }),
    })
    .optional()
    .meta({ description: "the map's own statement of the rules" }),
  token_format: documentation,
  notes: documentation,
})

/** Top-level keys that are read, or known to be documentation. */
export const MAP_KEYS: readonly string[] = Object.keys(mapSchema.shape)

/** Known keys of the objects inside, for "did you mean". */
export function mapKeysAt(path: readonly PropertyKey[]): readonly string[] {
  if (path[0] === 'agents' && path.length === 1) return ['prefix', 'deferred', 'sources']
  if (path[0] === 'paths' && path.length === 3) return ['base', 'relative']
  return []
}
