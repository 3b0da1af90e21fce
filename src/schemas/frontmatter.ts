import type { z } from 'zod'
import { commonFields } from '../compose/frontmatter-schema.ts'
import type { Harness } from '../compose/harness.ts'
import { type JsonSchema, schemaFile, toJsonSchema } from './json-schema.ts'

/**
 * `agents/<agent>/frontmatter.json`: common fields. None is required, for what is missing may stand in the file
 * of each harness.
 */
export function baseSchema(): JsonSchema {
  const fields = Object.entries(commonFields).map(([key, field]) => [key, toJsonSchema(field)])
  return file('frontmatter.base.schema.json', 'Frontmatter that all harnesses of an agent share', fields)
}

/** `agents/<agent>/<harness>/frontmatter.json`: common and native fields, each of which may be null (rule S-5). */
export function harnessSchema(harness: Harness): JsonSchema {
  const native = Object.entries(harness.schema).map(([key, { schema }]) => [key, schema] as const)
  const fields = [...Object.entries<z.ZodType>(commonFields), ...native].map(([key, field]) => [
    key,
    removable(toJsonSchema(field), whyNotWritten(harness, key)),
  ])
  const title = `Frontmatter of an agent for ${harness.client.name}`
  return file(`frontmatter.${harness.id}.schema.json`, title, fields)
}

function file(name: string, title: string, fields: unknown[][]): JsonSchema {
  return schemaFile(name, title, {
    type: 'object',
    properties: Object.fromEntries(fields),
    additionalProperties: false,
  })
}

function removable({ description, ...schema }: JsonSchema, notWritten: string | undefined): JsonSchema {
  const note = notWritten === undefined ? '' : ` (not written: ${notWritten})`
  return {
    description: `${String(description)}${note}; null removes what the shared file says`,
    anyOf: [schema, { type: 'null' }],
  }
}

function whyNotWritten({ frontmatter, schema }: Harness, key: string): string | undefined {
  if (Object.hasOwn(schema, key)) return schema[key]?.unsupported
  return frontmatter.unsupported?.[key as 'model' | 'argumentHint']
}
