import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Report, Source, type Span } from '../../src/diagnostics/index.ts'
import { type JsonDocument, parseJson } from '../../src/workspace/json.ts'

const CODES = { syntax: 'map-json', duplicate: 'map-duplicate-key' } as const

function parse(text: string): { document: JsonDocument | undefined; reports: Report[] } {
  const reports: Report[] = []
  return { document: parseJson(new Source('a.json', text), CODES, (report) => reports.push(report)), reports }
}

/** `offset-end code message (hint)` */
function told(text: string): string[] {
  return parse(text).reports.map(({ code, message, hint, at }) => {
    const { start, end } = at as Span
    return `${start}-${end} ${code} ${message}${hint === undefined ? '' : ` (${hint})`}`
  })
}

/** JSON text, and how many of its keys repeat an earlier one of their object. */
interface Drawn {
  text: string
  twice: number
}

function sumTwice(items: readonly Drawn[]): number {
  return items.reduce((sum, { twice }) => sum + twice, 0)
}

function written(key: string, isEscaped: boolean): string {
  if (!isEscaped) return JSON.stringify(key)
  return `"\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${JSON.stringify(key.slice(1)).slice(1)}`
}

const name = fc.constantFrom('a', 'b', ':', '"', '\\', '__proto__', '1')

const { value: drawn } = fc.letrec<{ value: Drawn }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom('1', 'null', '"a\\":"', '":"', '[]').map((text) => ({ text, twice: 0 })),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
      text: `[${items.map(({ text }) => text).join(' ,')}]`,
      twice: sumTwice(items),
    })),
    fc.array(fc.tuple(name, fc.boolean(), tie('value')), { maxLength: 4 }).map((members) => ({
      text: `{${members.map(([key, isEscaped, { text }]) => `${written(key, isEscaped)} : ${text}`).join(',')}}`,
      twice:
        members.length -
        new Set(members.map(([key]) => key)).size +
        sumTwice(members.map(([, , item]) => item)),
    })),
  ),
}))

const PARTS = [
  ...'{}[],:"\\\'01-.ex/\n \t\0漢🎉\u00a0\u2028',
  '"a"',
  '\\u',
  'true',
  '//',
  '/*',
  '*/',
  '\ud800',
]

describe('syntax errors, one for each slip', () => {
  test.each([
    ['', '0-0 map-json a value is expected here'],
    [' \n', '2-2 map-json a value is expected here'],
    ['{"a":1,}', '7-8 map-json a key in double quotes is expected here (remove the comma before it)'],
    ['[1,\n]', '4-5 map-json a value is expected here (remove the comma before it)'],
    ['{"a":1,,"b":2}', '7-8 map-json a key in double quotes is expected here (remove the comma before it)'],
    ['{a:1}', '1-2 map-json a key in double quotes is expected here'],
    ["{'a':1}", '1-4 map-json a key in double quotes is expected here (strings stand in double quotes)'],
    [`{"a":'x'}`, '5-8 map-json this is no JSON value (strings stand in double quotes)'],
    ['{"a" 1}', '5-6 map-json a colon is expected here'],
    ['{"a":}', '5-6 map-json a value is expected here'],
    ['{"a":1 "b":2}', '7-10 map-json a comma is expected here'],
    ['{"a":1', '6-6 map-json a closing brace is expected here'],
    ['{"a":1,', '7-7 map-json a key in double quotes is expected here'],
    ['[1', '2-2 map-json a closing bracket is expected here'],
    ['1 2', '2-3 map-json the JSON value has ended; nothing may follow'],
    ['{}}', '2-3 map-json the JSON value has ended; nothing may follow'],
    ['{"a":01}', '6-7 map-json a comma is expected here (a number has no leading zero)'],
    ['// c\n1', '0-4 map-json JSON has no comments (remove the comment)'],
    ['1/*', '1-3 map-json JSON has no comments (remove the comment)'],
    ['/* c */ 1', '0-7 map-json JSON has no comments (remove the comment)'],
    ['"abc', '0-4 map-json this string is not closed'],
    ['{"a": "b\n, "c": 1}', '6-8 map-json this string is not closed'],
    ['1.', '0-2 map-json this number is not complete'],
    ['["x\\u12"]', '3-7 map-json this \\u escape is not complete'],
    ['["x\\n\\q"]', '5-7 map-json JSON knows no such escape'],
    ['["x\ty"]', '3-4 map-json a control character must be escaped in JSON (write \\t)'],
    ['["x\x1by"]', '3-4 map-json a control character must be escaped in JSON (write \\u001b)'],
    ['{"a":tru}', '5-8 map-json this is no JSON value'],
    ['\u00a0{}', '0-1 map-json this is no JSON value (the character here is U+00A0)'],
  ])('%j', (text, expected) => {
    expect(told(text)).toEqual([expected])
    expect(parse(text).document).toBeUndefined()
  })

  test('all in a text are reported', () => {
    expect(told('{\n  // one\n  "a": tru, // two\n  "b" 2,\n  "c": [1 2]\n}')).toEqual([
      '4-10 map-json JSON has no comments (remove the comment)',
      '18-21 map-json this is no JSON value',
      '23-29 map-json JSON has no comments (remove the comment)',
      '36-37 map-json a colon is expected here',
      '49-50 map-json a comma is expected here',
    ])
  })

  test('of a text that is no JSON at all, at most 100', () => {
    expect(told(`[${'x, '.repeat(100_000)}`)).toHaveLength(100)
  })

  test('whatever is no JSON has a report inside the text, and nothing is thrown', () => {
    const part = fc.constantFrom(...PARTS)
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        const { document, reports } = parse(text)
        if (!isJson) {
          expect(document).toBeUndefined()
          expect(reports.length).toBeGreaterThan(0)
        }
        expect(document === undefined).toBe(reports.length > 0)
        for (const { at } of reports) {
          const { start, end } = at as Span
          expect(start >= 0 && start <= end && end <= text.length).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('duplicate keys', () => {
  test.each([
    ['{"a":1,"a":1}', ['7-10 map-duplicate-key the key "a" stands here twice (keep one of the two)']],
    ['{"a":1,"\\u0061":2}', ['7-15 map-duplicate-key the key "a" stands here twice (keep one of the two)']],
    [
      '{"__proto__":1,"__proto__":2}',
      ['15-26 map-duplicate-key the key "__proto__" stands here twice (keep one of the two)'],
    ],
    [
      '[{"x":{"a":1,"a" \n : {}}},{"b":0,"b":0}]',
      [
        '13-16 map-duplicate-key the key "a" stands here twice (keep one of the two)',
        '33-36 map-duplicate-key the key "b" stands here twice (keep one of the two)',
      ],
    ],
    ['{"":1,"":2}', ['6-8 map-duplicate-key the key "" stands here twice (keep one of the two)']],
  ])('%s', (text, expected) => {
    expect(told(text)).toEqual(expected)
    expect(parse(text).document).toBeUndefined()
  })

  test.each([
    '{"a":{"a":{"a":[{"a":1},{"a":2}]}}}',
    '{"a":"\\"a\\":","b":"{\\"a\\":1,\\"a\\":1}"}',
    '{"a\\\\":1,"a":": \\"a\\":"}',
    '{"__proto__":{"a":1},"constructor":2,"toString":{}}',
    '{"1":0,"01":0}',
    '["a", "a", "a:"]',
    'null',
  ])('none in %s', (text) => {
    const { document, reports } = parse(text)
    expect(reports).toEqual([])
    expect(document?.value).toEqual(JSON.parse(text))
  })

  test('exact for any JSON', () => {
    fc.assert(
      fc.property(drawn, ({ text, twice }) => {
        const { document, reports } = parse(text)
        expect(reports.map(({ code }) => code)).toEqual(Array(twice).fill('map-duplicate-key'))
        expect(document === undefined).toBe(twice > 0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('nesting', () => {
  test('500 levels are parsed', () => {
    expect(parse('['.repeat(500) + ']'.repeat(500)).document).toBeDefined()
    expect(parse('{"a":'.repeat(500) + '1' + '}'.repeat(500)).document).toBeDefined()
  })

  test.each([
    ['['.repeat(501) + ']'.repeat(501), 500],
    ['['.repeat(100_000) + ']'.repeat(100_000), 500],
    ['['.repeat(100_000), 500],
    ['{"a":'.repeat(100_000), 2500],
    ['"\n' + '['.repeat(100_000), 502],
  ])('more are one error (%#)', (text, offset) => {
    expect(told(text)).toEqual([
      `${offset}-${offset + 1} map-json JSON nested more than 500 levels deep is not supported`,
    ])
  })

  test('brackets in strings do not count', () => {
    expect(parse(`{"a":"${'[{\\"'.repeat(1000)}"}`).document).toBeDefined()
  })

  test('a string of millions of escapes is no trouble', () => {
    expect(parse(`{"a":"${'x\\n'.repeat(2_000_000)}"}`).document).toBeDefined()
  })
})

describe('lone surrogates, which no UTF-8 can hold, are errors', () => {
  const half =
    'map-json this \\u escape is half of a character: a lone surrogate (write the character itself, or both halves of it)'

  test.each([
    [String.raw`{"a":"\ud800"}`, [`6-12 ${half}`]],
    [String.raw`{"\uDFFF":1}`, [`2-8 ${half}`]],
    [
      String.raw`["\udc00\ud83d", "\\\uD83Dx\udE00"]`,
      [`2-8 ${half}`, `8-14 ${half}`, `20-26 ${half}`, `27-33 ${half}`],
    ],
    [String.raw`["\ud83d\ud83d\ude00"]`, [`2-8 ${half}`]],
    [
      String.raw`{"a":"\ud800","a":1}`,
      [`6-12 ${half}`, '14-17 map-duplicate-key the key "a" stands here twice (keep one of the two)'],
    ],
    [String.raw`["\ud83d\ude00\uD83D\uDE00"]`, []],
    [String.raw`["\\ud800\ud7ff\ue000\u00e9"]`, []],
  ])('%s', (text, expected) => {
    const { document } = parse(text)
    expect(told(text)).toEqual(expected)
    expect(document === undefined).toBe(expected.length > 0)
  })
})

describe('places', () => {
  const text = '{ "tools": { "task": ["a", {"b": null}] }, "__proto__": 1 }'
  const { document } = parse(text)
  const shown = ({ start, end }: Span): string => text.slice(start, end)

  test.each([
    [[], text],
    [['tools', 'task'], '["a", {"b": null}]'],
    [['tools', 'task', 0], '"a"'],
    [['tools', 'task', 1, 'b'], 'null'],
    [['__proto__'], '1'],
    [['tools', 'none', 'x'], '{ "task": ["a", {"b": null}] }'],
    [['tools', 'task', 7], '["a", {"b": null}]'],
    [['tools', 'task', 'length'], '["a", {"b": null}]'],
    [['constructor'], text],
  ])('value at %j', (path, expected) => {
    expect(shown(document!.span(path))).toBe(expected)
  })

  test.each([
    [['tools'], '"tools"'],
    [['tools', 'task'], '"task"'],
    [['tools', 'task', 1], '{"b": null}'],
    [['tools', 'task', 1, 'b'], '"b"'],
    [['__proto__'], '"__proto__"'],
    [['tools', 'none'], '{ "task": ["a", {"b": null}] }'],
    [[], text],
  ])('key at %j', (path, expected) => {
    expect(shown(document!.keySpan(path))).toBe(expected)
  })
})
