import { z } from 'zod'

/**
 * The keys that a schema's object at a path may have, for "did you mean"; of a union, those of each of its kinds.
 * Empty where there is no such object.
 */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let found = kinds(schema)
  for (const part of path) found = found.flatMap((kind) => child(kind, part)).flatMap(kinds)
  return [...new Set(found.flatMap((kind) => (kind instanceof z.ZodObject ? Object.keys(kind.shape) : [])))]
}

/** A schema without what only wraps it. */
function kinds(schema: z.ZodType): z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return kinds(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodUnion ? (schema.options as z.ZodType[]).flatMap(kinds) : [schema]
}

function child(schema: z.ZodType, part: PropertyKey): z.ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType]
  if (schema instanceof z.ZodRecord) return [schema.valueType as z.ZodType]
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
  const name = String(part)
  return Object.hasOwn(shape, name) ? [shape[name]!] : []
}
