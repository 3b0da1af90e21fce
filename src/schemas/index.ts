import { builtInHarnesses } from '../harness/index.ts'
import { mapSchema } from '../workspace/map-schema.ts'
import { baseSchema, harnessSchema } from './frontmatter.ts'
import { type JsonSchema, schemaFile, toJsonSchema } from './json-schema.ts'

/**
 * The JSON Schemas that the package ships, by file name. They refuse nothing that the build accepts; what takes more
 * than one file to see (a missing field, an unknown tool) only the build tells.
 */
export function jsonSchemas(): ReadonlyMap<string, JsonSchema> {
  const map = 'token-map.schema.json'
  return new Map([
    ['frontmatter.base.schema.json', baseSchema()],
    ...builtInHarnesses.map(
      (harness) => [`frontmatter.${harness.id}.schema.json`, harnessSchema(harness)] as const,
    ),
    [map, schemaFile(map, 'Token map of agent-cortex', toJsonSchema(mapSchema))],
  ])
}
