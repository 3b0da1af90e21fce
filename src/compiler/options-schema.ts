import { z } from 'zod'
import { CODES, didYouMean, type Reporter } from '../diagnostics/index.ts'
import { isDefined } from '../harness/index.ts'
import { issueSentence, settleUnion } from '../workspace/issues.ts'
import { knownKeys } from '../workspace/known-keys.ts'
import { NEUTRAL } from './neutral/harness.ts'
import type { AgentCortexOptions } from './options.ts'

const text = z.string().min(1)
const person = z.union([text, z.strictObject({ name: text, email: text.optional(), url: text.optional() })])
const severity = z.enum(['off', 'info', 'warning', 'error'])

/** What no value that replaces a token may hold. */
const NO_VALUE_RE = /\{\{|[\n\r]/

const optionsSchema = z.strictObject({
  plugin: z
    .strictObject({
      name: text,
      version: text,
      description: text,
      author: person,
      homepage: text,
      repository: text,
      license: text,
      keywords: z.array(text),
    })
    .partial()
    .optional(),
  harnesses: z
    .array(
      z.custom(
        (value) => (typeof value === 'string' && value !== '') || isDefined(value),
        'must be the id of a harness, or what defineHarness returned: wrap it in defineHarness(…)',
      ),
    )
    .min(1)
    .optional(),
  out: text.optional(),
  committed: z.record(z.string(), text).optional(),
  marketplace: z.strictObject({ name: text, owner: person, description: text }).partial().optional(),
  pluginRoot: z
    .record(
      z.string(),
      text.refine((root) => !NO_VALUE_RE.test(root), 'must stand on one line and hold no {{'),
    )
    .optional(),
  skills: z.record(z.string(), z.strictObject({ exclude: z.array(text).optional() })).optional(),
  copy: z.record(z.string(), z.record(z.string(), text)).optional(),
  manifest: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
  severity: z.record(z.string(), severity).optional(),
  agentHarness: z.boolean().optional(),
  agentHarnesses: z.record(z.string(), z.enum(['tree', 'flat'])).optional(),
  strict: z.boolean().optional(),
})

/** The mark of what stands in for options that are no object; it goes along when options are copied. */
const REFUSED = Symbol('no options')

/** What a caller without a type checker gave as options: itself, or what {@link checkOptions} will refuse. */
export function givenOptions(given: unknown): AgentCortexOptions {
  if (isPlain(given)) return given
  const isPromise = given instanceof Promise
  // What it would be rejected with is nothing that the options could say; unhandled, it would end the process.
  if (isPromise) given.catch(() => {})
  return { [REFUSED]: isPromise ? 'await it first' : undefined } as AgentCortexOptions
}

/** Made by `{…}`, without a prototype as modules are, or by the `{…}` of another realm. */
function isPlain(value: unknown): value is AgentCortexOptions {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** Options whose keys are harness ids. */
export const PER_HARNESS = ['committed', 'pluginRoot', 'skills', 'copy', 'manifest'] as const

/** Checks the options' shape and names. @param known ids of all harnesses that have an adapter */
export function checkOptions(
  options: AgentCortexOptions,
  known: readonly string[],
  report: Reporter,
): boolean {
  let sound = true
  const problem = (code: 'option-unknown' | 'option-value', message: string, hint?: string): void => {
    sound = false
    report({ code, message, hint })
  }
  if (REFUSED in options) {
    problem('option-value', 'the options must be an object', options[REFUSED] as string | undefined)
    return false
  }
  const issues = optionsSchema.safeParse(options).error?.issues ?? []
  for (const issue of issues.flatMap(settleUnion)) {
    if (issue.code === 'unrecognized_keys') {
      const keys = knownKeys(optionsSchema, issue.path)
      for (const key of issue.keys) {
        const name = [...issue.path, key].join('.')
        problem(
          'option-unknown',
          `there is no option ${JSON.stringify(name)}`,
          didYouMean(key, keys) ?? `known: ${keys.join(', ')}`,
        )
      }
    } else problem('option-value', `option ${issueSentence(issue, issue.path)}`)
  }
  if (!sound) return false
  if (options.agentHarness === true && known.includes(NEUTRAL)) {
    problem(
      'option-value',
      `option "agentHarness": its tree would be that of the harness ${JSON.stringify(NEUTRAL)}`,
      'give the harness another id',
    )
  }
  for (const option of PER_HARNESS) {
    for (const id of Object.keys(options[option] ?? {})) {
      if (!known.includes(id)) unknownHarness(`${option}.${id}`, id)
    }
  }
  for (const id of options.harnesses ?? []) {
    if (typeof id === 'string' && !known.includes(id)) unknownHarness('harnesses', id)
  }
  for (const code of Object.keys(options.severity ?? {})) {
    if (Object.hasOwn(CODES, code)) continue
    problem(
      'option-unknown',
      `option "severity": there is no code ${JSON.stringify(code)}`,
      didYouMean(code, Object.keys(CODES)),
    )
  }
  return sound

  function unknownHarness(option: string, id: string): void {
    sound = false
    const hint = didYouMean(id, known) ?? `known: ${known.join(', ')}`
    report({
      code: 'harness-unknown',
      message: `option ${JSON.stringify(option)}: ${JSON.stringify(id)} is no harness`,
      hint,
    })
  }
}
