import { expect, test } from 'vitest'
import * as z from 'zod'
import { type Report, Source, type Span } from '../../src/diagnostics/index.ts'
import { type IssueDetails, issueSentence, reportIssues } from '../../src/workspace/issues.ts'
import { parseJson } from '../../src/workspace/json.ts'

/** `text pointed at | code | message | hint` */
function told(schema: z.ZodType, text: string, known: readonly string[] = []): string[] {
  const reports: Report[] = []
  const codes = { syntax: 'frontmatter-json', duplicate: 'frontmatter-duplicate-key' } as const
  const document = parseJson(new Source('a.json', text), codes, (report) => reports.push(report))!
  const { error } = schema.safeParse(document.value)
  reportIssues(
    error?.issues ?? [],
    document,
    { key: 'frontmatter-key-unknown', value: 'frontmatter-value' },
    () => known,
    (report) => reports.push(report),
  )
  return reports.map(({ at, code, message, hint }) => {
    const { start, end } = (at as () => Span)()
    return [text.slice(start, end), code, message, ...(hint === undefined ? [] : [hint])].join(' | ')
  })
}

const row = z.union([z.string(), z.strictObject({ base: z.string(), relative: z.string() })])

test.each<[string, z.ZodType, string, string]>([
  [
    'a wrong type',
    z.object({ name: z.string() }),
    '{"name": 5}',
    '5 | frontmatter-value | "name" must be a string',
  ],
  [
    'a list',
    z.object({ a: z.array(z.boolean()) }),
    '{"a": [true, 1]}',
    '1 | frontmatter-value | "a[1]" must be true or false',
  ],
  [
    'a missing key',
    z.object({ a: z.object({ b: z.boolean() }) }),
    '{"a": {}}',
    '{} | frontmatter-value | "a.b" is missing; it must be true or false',
  ],
  ['the whole file', z.object({}), '[]', '[] | frontmatter-value | the file must be an object'],
  [
    'an empty string',
    z.object({ a: z.string().min(1) }),
    '{"a": ""}',
    '"" | frontmatter-value | "a" must not be empty',
  ],
  [
    'an empty list',
    z.object({ a: z.array(z.string()).min(1) }),
    '{"a": []}',
    '[] | frontmatter-value | "a" must not be empty',
  ],
  [
    'too short',
    z.object({ a: z.string().min(3) }),
    '{"a": "x"}',
    '"x" | frontmatter-value | "a" must have at least 3 characters',
  ],
  [
    'too long',
    z.object({ a: z.array(z.string()).max(1) }),
    '{"a": ["", ""]}',
    '["", ""] | frontmatter-value | "a" must have at most 1 entry',
  ],
  [
    'another length',
    z.object({ a: z.string().length(2) }),
    '{"a": "x"}',
    '"x" | frontmatter-value | "a" must have exactly 2 characters',
  ],
  [
    'too small',
    z.object({ a: z.number().min(1) }),
    '{"a": 0}',
    '0 | frontmatter-value | "a" must be at least 1',
  ],
  [
    'not positive',
    z.object({ a: z.number().positive() }),
    '{"a": 0}',
    '0 | frontmatter-value | "a" must be more than 0',
  ],
  [
    'not below',
    z.object({ a: z.number().lt(3) }),
    '{"a": 3}',
    '3 | frontmatter-value | "a" must be less than 3',
  ],
  [
    'one of',
    z.object({ a: z.enum(['on', 'a, b', 'off']) }),
    '{"a": 1}',
    '1 | frontmatter-value | "a" must be "on", "a, b" or "off"',
  ],
  [
    'one of, misspelt',
    z.object({ a: z.enum(['always', 'never']) }),
    '{"a": "alway"}',
    '"alway" | frontmatter-value | "a" must be "always" or "never" | did you mean "always"?',
  ],
  [
    'one of, missing',
    z.object({ a: z.literal(1) }),
    '{}',
    '{} | frontmatter-value | "a" is missing; it must be 1',
  ],
  [
    'a pattern',
    z.object({ a: z.string().regex(/^[a-z]+$/) }),
    '{"a": "X"}',
    '"X" | frontmatter-value | "a" must match /^[a-z]+$/',
  ],
  [
    'a start',
    z.object({ a: z.string().startsWith('./') }),
    '{"a": "x"}',
    '"x" | frontmatter-value | "a" must begin with "./"',
  ],
  [
    "an author's message",
    z.object({ a: z.string({ error: 'say it in words' }) }),
    '{"a": 1}',
    '1 | frontmatter-value | "a": say it in words',
  ],
  [
    'a refinement',
    z.object({ a: z.string().refine(() => false, 'not this') }),
    '{"a": "x"}',
    '"x" | frontmatter-value | "a": not this',
  ],
  [
    'a refinement that goes on from the name',
    z.object({ a: z.string().refine(() => false, 'is no hook event') }),
    '{"a": "x"}',
    '"x" | frontmatter-value | "a" is no hook event',
  ],
  [
    'a refinement that knows the mend, at its key',
    z.object({ a: z.string() }).superRefine((_, context) => {
      const params: IssueDetails = { hint: 'write b', atKey: true }
      context.addIssue({ code: 'custom', path: ['a'], message: 'is no word', params })
    }),
    '{"a": "x"}',
    '"a" | frontmatter-value | "a" is no word | write b',
  ],
  [
    'kinds of value',
    z.object({ a: z.union([z.string(), z.array(z.string()), z.null()]) }),
    '{"a": 1}',
    '1 | frontmatter-value | "a" must be a string, a list or null',
  ],
  [
    'inside the kind that was meant',
    z.object({ a: z.union([z.string(), z.array(z.string())]) }),
    '{"a": ["x", 1]}',
    '1 | frontmatter-value | "a[1]" must be a string',
  ],
  [
    'a discriminator',
    z.discriminatedUnion('t', [z.object({ t: z.literal('a') }), z.object({ t: z.literal('b') })]),
    '{"t": "c"}',
    '"c" | frontmatter-value | "t" must be "a" or "b"',
  ],
  [
    'a bad key',
    z.record(z.string().regex(/^[a-z]+$/), z.number()),
    '{"A": 1}',
    '"A" | frontmatter-value | the key "A" must match /^[a-z]+$/',
  ],
  ['never', z.object({ a: z.never() }), '{"a": 1}', '1 | frontmatter-value | "a" is not allowed here'],
])('%s', (_, schema, text, expected) => {
  expect(told(schema, text)).toEqual([expected])
})

test('unknown keys: the nearest known one, else all of them, else no hint; each at its key', () => {
  const schema = z.strictObject({ name: z.string().optional(), tools: z.string().optional() })
  expect(told(schema, '{"tool": 1, "__proto__": 2}', ['name', 'tools'])).toEqual([
    '"tool" | frontmatter-key-unknown | unknown key "tool" | did you mean "tools"?',
    '"__proto__" | frontmatter-key-unknown | unknown key "__proto__" | known keys: name, tools',
  ])
  expect(told(schema, '{"x": 1}')).toEqual(['"x" | frontmatter-key-unknown | unknown key "x"'])
})

test('a union of a string and an object tells what is wrong in the object', () => {
  expect(told(z.object({ p: row }), '{"p": {"base": "x", "relativ": "y"}}', ['base', 'relative'])).toEqual([
    '{"base": "x", "relativ": "y"} | frontmatter-value | "p.relative" is missing; it must be a string',
    '"relativ" | frontmatter-key-unknown | unknown key "relativ" | did you mean "relative"?',
  ])
})

test('issueSentence says it for any path', () => {
  const { error } = z.number().safeParse('x')
  expect(issueSentence(error!.issues[0]!, ['paths', 'a', 0, 'b'])).toBe('"paths.a[0].b" must be a number')
})
