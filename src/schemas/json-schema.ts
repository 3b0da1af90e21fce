import { z } from 'zod'

/** A JSON Schema, draft 2020-12: https://json-schema.org/draft/2020-12 */
export type JsonSchema = Record<string, unknown>

/** Where the schemas lie once the package is published; as `$id`, a name that no other schema has. */
const PLACE = 'https://unpkg.com/agent-cortex/schemas'

/** A schema as a file of its own. @param name the file's name */
export function schemaFile(name: string, title: string, body: JsonSchema): JsonSchema {
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: `${PLACE}/${name}`, title, ...body }
}

/** What a zod schema says of a value before it is read. Checks written as functions are not in it. */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', override: simplify })
  return rest
}

/** What zod writes out though it says nothing: a key is a string, an integer is one that JavaScript can hold. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}
