import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMap, parseDocument, type Scalar } from 'yaml'
import { parseSimpleFrontmatter } from '../../src/compose/simple-frontmatter.ts'

const trap = fc.constantFrom(
  ...'a Plans work: a:b : # a# #a " \' "a" \'a\' \\ \\n 1 1e3 .5'.split(' '),
  ...'true Yes no null NULL ~ - ? | > >-'.split(' '),
  ...'[ ] [a] { } {a} , &a *a !a !!str %a @a `a` = << --- ... é 😀 “a” — ’ a:'.split(' '),
  ...'\u0085 \u2028 \ufeff \u007f \0 Infinity NaN 0x1 2020-01-01 http://a.b'.split(' '),
  '# a',
  '- a',
  '? a',
  'a: b',
  '\t',
  '\u00a0',
  '',
)
const word = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('Plans', 'a', 'work', 'b.') },
  { weight: 1, arbitrary: trap },
)
const phrase = fc
  .tuple(
    fc.array(word, { maxLength: 6 }),
    fc.constantFrom(' ', '', '  '),
    fc.constantFrom('', ' ', '  ', '\t', ':', ' #'),
  )
  .map(([words, glue, tail]) => words.join(glue) + tail)
const string = fc.oneof(
  phrase,
  phrase.map((text) => JSON.stringify(text)),
  phrase.map((text) => `"${text}"`),
  phrase.map((text) => `'${text}'`),
  fc.constantFrom(
    String.raw`"\u00e9"`,
    String.raw`"\ud83d\ude00"`,
    String.raw`"\x41"`,
    String.raw`"\/"`,
    '"a" b',
    '"a',
    '""',
  ),
)
const oddName = fc.constantFrom(
  ...'a a1 x- n y true null no A 1 "a" __proto__'.split(' '),
  '',
  '- a',
  '? a',
  'a b',
)
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('name', 'description', 'argument-hint') },
  { weight: 1, arbitrary: oddName },
)
const colon = fc.constantFrom(': ', ': ', ': ', ':', ':  ', ' : ', ':\t')
const line = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(name, colon, string).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: phrase },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '  b', '# c', '---', '...', '\t', 'key:') },
)
const yaml = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .map((lines) => lines.map((text) => `${text}\n`).join(''))

/** What the parser that serves all other frontmatter makes of it. */
function full(text: string): { value: unknown; ranges: Record<string, [number, number]> } {
  const document = parseDocument(text, { version: '1.2', prettyErrors: false, logLevel: 'silent' })
  expect(document.errors).toEqual([])
  expect(document.warnings).toEqual([])
  const ranges: Record<string, [number, number]> = {}
  for (const { key, value } of isMap(document.contents) ? document.contents.items : []) {
    const [start, end] = (value as Scalar).range!
    ranges[String((key as Scalar).value)] = [start, end]
  }
  return { value: document.toJS(), ranges }
}

test('S-10: what the quick reader reads, a YAML 1.2 parser reads alike, at the same places', () => {
  let read = 0
  fc.assert(
    fc.property(yaml, (text) => {
      const quick = parseSimpleFrontmatter(text)
      if (quick === undefined) return
      read++
      const slow = full(text)
      expect(quick.value).toEqual(slow.value)
      expect(Object.fromEntries(quick.ranges)).toEqual(slow.ranges)
    }),
    { numRuns: 10_000 },
  )
  // Or nothing would have been compared.
  expect(read).toBeGreaterThan(300)
})

test('S-10: the usual form is read by it', () => {
  const text =
    'name: plan\n\ndescription: "Plans: a \\"b\\""\nargument-hint: goal (it\'s 50% of http://a.b/c?d=e)\n'
  expect(parseSimpleFrontmatter(text)).toEqual({
    value: {
      name: 'plan',
      description: 'Plans: a "b"',
      'argument-hint': "goal (it's 50% of http://a.b/c?d=e)",
    },
    ranges: new Map([
      ['name', [6, 10]],
      ['description', [25, 41]],
      ['argument-hint', [57, 92]],
    ]),
  })
})

test.each([
  '',
  '\n',
  'name: true\n',
  'name: 5\n',
  'name: [a]\n',
  'name: a: b\n',
  'name: a #b\n',
  'name: a:\n',
  'name: a \n',
  "name: 'a'\n",
  'name: "a" b\n',
  'name: |\n  a\n',
  'name:\n',
  'name: a\nname: b\n',
  'name: a\n  b\n',
  'null: a\n',
  '# a\nname: b\n',
])('S-10: any other form is left to a YAML parser: %j', (text) => {
  expect(parseSimpleFrontmatter(text)).toBeUndefined()
})

test('S-10: a line too long for its expressions is left to a YAML parser', () => {
  const text = 'a'.repeat(10_000_000)
  expect(parseSimpleFrontmatter(`name: ${text}\n`)).toBeUndefined()
  expect(parseSimpleFrontmatter(`name: "${text}"\n`)).toBeUndefined()
})
