import { z } from 'zod'

/** The version of the map's format that is implemented. */
export const MAP_VERSION = 1

/** The order in which tokens are substituted (rule T-1); a map may state it, and then it must be this. */
export const SUBSTITUTION_ORDER = ['SECTION', 'TOOL', 'PATH'] as const

const text = z.string().min(1)

const toolRow = z
  .record(z.string(), z.union([text, z.null()]))
  .meta({ description: "Harness id → that harness's name for the tool; null: it has none." })

const pathSpec = z.union([
  text,
  z.strictObject({
    base: text.meta({ description: 'Key of `paths` to which `relative` is joined.' }),
    relative: text,
  }),
])

const pathRow = z
  .record(z.string(), pathSpec)
  .meta({ description: 'Harness id → path there; `${ENV}` stays as it stands for the client to expand.' })

/** `token-map.json`, contract §4. Unknown top-level keys pass here; they are told as warnings. */
export const mapSchema = z.looseObject({
  $schema: z.string().optional(),
  name: z.unknown().optional().meta({ description: 'Documentation.' }),
  description: z.unknown().optional().meta({ description: 'Documentation.' }),
  version: z.int().meta({ description: 'Version of the format; 1 is implemented.' }),
  harnesses: z.array(text).min(1).optional().meta({ description: 'Ids of the harnesses to build.' }),
  tools: z.record(z.string(), toolRow).optional().meta({ description: 'Canonical tool name → its row.' }),
  paths: z.record(z.string(), pathRow).optional().meta({ description: 'Path key → its row.' }),
  agents: z
    .strictObject({
      prefix: z
        .record(z.string(), z.string())
        .optional()
        .meta({ description: 'Harness id → prefix of agent names.' }),
      deferred: z
        .record(z.string(), z.array(text))
        .optional()
        .meta({ description: 'Agent → harnesses that get a hand-written file of agents-native/ instead.' }),
      sources: z.unknown().optional().meta({ description: 'Documentation.' }),
    })
    .optional(),
  provides: z
    .record(z.string(), z.record(z.string(), text))
    .optional()
    .meta({ description: 'Harness id → tool that the client lacks → what brings it.' }),
  contract: z
    .looseObject({ version: z.unknown().optional(), substitution_order: z.unknown().optional() })
    .optional()
    .meta({ description: "The map's own statement of the rules." }),
  token_format: z.unknown().optional().meta({ description: 'Documentation.' }),
  notes: z.unknown().optional().meta({ description: 'Documentation.' }),
})

/** Top-level keys that are read, or known to be documentation. */
export const MAP_KEYS: readonly string[] = Object.keys(mapSchema.shape)

/** Known keys of the objects inside, for "did you mean". */
export function mapKeysAt(path: readonly PropertyKey[]): readonly string[] {
  if (path[0] === 'agents' && path.length === 1) return ['prefix', 'deferred', 'sources']
  if (path[0] === 'paths' && path.length === 3) return ['base', 'relative']
  return []
}
