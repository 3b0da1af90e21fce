import { z } from 'zod'
import { COMMON_KEYS } from '../compose/frontmatter-schema.ts'
import type {
  Client,
  FrontmatterFormat,
  Harness,
  Layout,
  Limits,
  NativeField,
  NativeTools,
} from '../compose/harness.ts'
import { didYouMean } from '../diagnostics/index.ts'
import { issueSentence } from '../workspace/issues.ts'
import { knownKeys } from '../workspace/known-keys.ts'

/** What {@link defineHarness} takes; all but `id` and `nativeTools.names` has a default. */
export interface HarnessDefinition {
  /** `[a-z][a-z0-9-]*`; the name of its directory in an agent, of its column in the token map and of its tree. */
  id: string
  /** Which client, in which version, its facts were read from. */
  client?: Partial<Client>
  /** Frontmatter fields beyond the common ones, by their name in `frontmatter.json`. Default none. */
  schema?: Readonly<Record<string, NativeField>>
  nativeTools: Pick<NativeTools, 'names'> & Partial<NativeTools>
  /** Default: name, description, tools on one comma-separated line (left out for all), model, argumentHint. */
  frontmatter?: Partial<FrontmatterFormat>
  /** Default: `agents/<name>.md`, `skills/<path>`. */
  layout?: Partial<Layout>
  /** Default: no file. */
  manifest?: Harness['manifest']
  limits?: Limits
  ownsPluginJson?: boolean
  copiedComponents?: readonly string[]
  brings?: readonly string[]
  fileCheck?: NonNullable<Harness['fileCheck']>
}

const ID_RE = /^[a-z][a-z0-9-]*$/
/** Flags that make a regular expression remember where it was. */
const STATEFUL_RE = /[gy]/

const text = z.string().min(1)
const texts = z.array(text)
const callable = z.custom<(...values: never[]) => unknown>(
  (value) => typeof value === 'function',
  'must be a function',
)
const schemaLike = z.custom(
  (value) => typeof value === 'object' && value !== null && 'safeParse' in value,
  'must be a zod schema',
)
const pattern = z
  .instanceof(RegExp, { message: 'must be a regular expression' })
  .refine(
    ({ flags }) => !STATEFUL_RE.test(flags),
    'must not have the flag g or y: a pattern is matched whole',
  )
const unsupported = z.strictObject({ model: text.optional(), argumentHint: text.optional() })

const definitionSchema = z.strictObject({
  id: z
    .string()
    .regex(ID_RE, 'must begin with a small letter and hold only small letters, digits and hyphens'),
  client: z.strictObject({ name: text, version: text, checked: text, source: text }).partial().optional(),
  schema: z
    .record(
      text.refine((name) => !COMMON_KEYS.includes(name), 'is a field that every harness has'),
      z.strictObject({ schema: schemaLike, unsupported: text.optional() }),
    )
    .optional(),
  nativeTools: z.strictObject({
    names: texts.min(1),
    patterns: z.array(pattern).optional(),
    ignoreCase: z.boolean().optional(),
    sometimes: z.record(text, z.strictObject({ when: text, instead: text })).optional(),
  }),
  frontmatter: z
    .strictObject({
      order: texts,
      rename: z.record(text, text),
      tools: z.enum(['list', 'comma']),
      allTools: z.enum(['star', 'omit']),
      unsupported,
    })
    .partial()
    .optional(),
  layout: z.strictObject({ agent: callable, skill: callable }).partial().optional(),
  manifest: callable.optional(),
  limits: z
    .strictObject({ body: z.int().min(1), description: z.int().min(1), skill: callable, model: callable })
    .partial()
    .optional(),
  ownsPluginJson: z.boolean().optional(),
  copiedComponents: texts.optional(),
  brings: texts.optional(),
  fileCheck: callable.optional(),
})

/** @throws TypeError with one sentence per fault */
export function checkDefinition(definition: unknown): asserts definition is HarnessDefinition {
  const result = definitionSchema.safeParse(definition)
  if (result.success) return
  throw new TypeError(`defineHarness: ${result.error.issues.map(sentence).join('; ')}`)
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.path.length === 0 && issue.code === 'invalid_type') return 'the argument must be an object'
  if (issue.code === 'invalid_key') {
    return `"schema" cannot define ${JSON.stringify(issue.path.at(-1))}: every harness has that field`
  }
  if (issue.code !== 'unrecognized_keys') return issueSentence(issue, issue.path)
  const known = knownKeys(definitionSchema, issue.path)
  return issue.keys
    .map((key) =>
      [`unknown key ${JSON.stringify([...issue.path, key].join('.'))}`, didYouMean(key, known)]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ')
}
