import { expect, test } from 'vitest'
import { z } from 'zod'
import { knownKeys } from '../../src/workspace/known-keys.ts'

const person = z.union([z.string(), z.strictObject({ name: z.string(), email: z.string().optional() })])
const schema = z.strictObject({
  author: person.optional(),
  handoffs: z.array(z.strictObject({ label: z.string(), agent: z.string() })).nullable(),
  byName: z.record(z.string(), z.strictObject({ exclude: z.array(z.string()) })),
})

test.each([
  [[], ['author', 'handoffs', 'byName']],
  [['author'], ['name', 'email']],
  [
    ['handoffs', 3],
    ['label', 'agent'],
  ],
  [['byName', 'claude'], ['exclude']],
  [['author', 'name'], []],
  [['constructor'], []],
])('through unions, lists and records: %j', (path, keys) => {
  expect(knownKeys(schema, path)).toEqual(keys)
})
