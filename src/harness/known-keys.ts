import { z } from 'zod'

/** The keys that a schema's object at a path may have; none where there is no such object. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let found: z.ZodType | undefined = schema
  for (const part of path) found = shape(found)?.[String(part)]
  return Object.keys(shape(found) ?? {})
}

function shape(schema: z.ZodType | undefined): Record<string, z.ZodType> | undefined {
  if (schema instanceof z.ZodOptional) return shape(schema.unwrap() as z.ZodType)
  return schema instanceof z.ZodObject ? schema.shape : undefined
}
