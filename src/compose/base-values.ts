import { z } from 'zod'
import type { Reporter } from '../diagnostics/index.ts'
import { reportIssues } from '../workspace/issues.ts'
import type { JsonObject } from '../workspace/json.ts'
import { knownKeys } from '../workspace/known-keys.ts'
import type { BodilessAgent } from '../workspace/sources.ts'
import type { Context } from './context.ts'
import { commonFields, toolsHint } from './frontmatter-schema.ts'

const baseSchema = z.object(commonFields).partial()

/**
 * Values of the base that every harness replaces are in no merged object, so nobody else would look at them: a wrong
 * one would wait there for the first harness that takes it.
 */
export function checkReplacedValues(contexts: readonly Context[], { base, harnesses }: BodilessAgent): void {
  const [context] = contexts
  if (base === undefined || context === undefined) return
  const built = contexts.flatMap(({ harness }) => harnesses.get(harness.id)?.frontmatter ?? [])
  const replaced = Object.entries(base.value as JsonObject).filter(
    ([key]) =>
      Object.hasOwn(commonFields, key) && built.every(({ value }) => Object.hasOwn(value as object, key)),
  )
  if (replaced.length === 0) return
  const { error } = baseSchema.safeParse(Object.fromEntries(replaced))
  const codes = { key: 'frontmatter-key-unknown', value: 'frontmatter-value' } as const
  const { tools } = base.value as JsonObject
  for (const issue of error?.issues ?? []) {
    const hint = toolsHint(issue.path, tools)
    const report: Reporter = (found) => context.report({ ...found, hint: found.hint ?? hint })
    reportIssues([issue], base, codes, (path) => knownKeys(baseSchema, path), report)
  }
}
