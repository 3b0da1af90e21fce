import fc from 'fast-check'
import { expect, test } from 'vitest'
import { frontmatterSchema, isPlainlyRight } from '../../src/compose/frontmatter-schema.ts'
import { builtInHarnesses } from '../../src/harness/index.ts'

const value = fc.oneof(
  fc.string(),
  fc.constant(''),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(fc.string(), fc.constant(''), fc.integer()), { maxLength: 3 }),
)
const key = fc.constantFrom(
  '$schema',
  'name',
  'description',
  'tools',
  'model',
  'argumentHint',
  'hooks',
  'displayName',
  'x',
)
const usual = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    description: fc.string({ minLength: 1 }),
    tools: fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
    model: fc.string(),
  },
  { requiredKeys: ['description', 'tools'] },
)

test('lesson 17: what is plainly right is right by the schema of every harness', () => {
  let plain = 0
  fc.assert(
    fc.property(fc.oneof(usual, fc.dictionary(key, value)), (object) => {
      if (!isPlainlyRight(new Map(Object.entries(object)))) return
      plain++
      for (const harness of builtInHarnesses)
        expect(frontmatterSchema(harness).safeParse(object).success).toBe(true)
    }),
    { numRuns: 1000 },
  )
  expect(plain).toBeGreaterThan(100)
})

test('the usual frontmatter is plainly right, and so is one with all common fields', () => {
  expect(
    isPlainlyRight(
      new Map<string, unknown>([
        ['description', 'x'],
        ['tools', ['bash']],
      ]),
    ),
  ).toBe(true)
  expect(
    isPlainlyRight(
      new Map<string, unknown>(
        Object.entries({ name: 'a', description: 'x', tools: ['*'], model: 'm', argumentHint: 'h' }),
      ),
    ),
  ).toBe(true)
  expect(
    isPlainlyRight(
      new Map<string, unknown>([
        ['description', 'x'],
        ['tools', []],
      ]),
    ),
  ).toBe(false)
  expect(isPlainlyRight(new Map<string, unknown>([['tools', ['bash']]]))).toBe(false)
})
