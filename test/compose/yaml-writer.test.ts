import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import type { Frontmatter } from '../../src/compose/frontmatter.ts'
import { flow, quoted, writeFrontmatter } from '../../src/compose/yaml-writer.ts'
import { isMarked } from '../../src/workspace/marker.ts'
import type { Harness } from '../../src/compose/harness.ts'
import { claude, copilot, defineHarness, pi } from '../../src/harness/index.ts'

/** What careless writers break on. */
const TRICKY = [
  ...'yes no on off y N true null ~ 1e3 0x1F 0o7 012 1_000 1:30 .inf -.INF .nan 2020-01-01 = << --- ...'.split(
    ' ',
  ),
  ...'a:b a: @x `x` %x !x &x *x | > >- [x] {x} , " \' \\ \\n $& {{TOOL:x}} __proto__'.split(' '),
  ...'\t \0 \u0007 \u001b \u007f \u0085 \ufeff \ufffe \uffff 😀 👩‍👩‍👧 e\u0301 ﬁ \u202e'.split(' '),
  ...';\u00a0;\u2028;\u2029; ; lead;trail ;a: b;# x;a # b;- x;? x;a\nb;\n;\r\n'.split(';'),
]

const text = fc.oneof(
  fc.constantFrom(...TRICKY),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.constantFrom(...TRICKY), { maxLength: 5 }).map((parts) => parts.join('')),
  fc.string({ unit: fc.constantFrom(...'a :#-"\'\\\n,[]{}&*!|>%@`'), maxLength: 12 }),
  fc.string({ minLength: 200, maxLength: 300 }),
)

const key = text.filter((name) => name !== '__proto__' && name !== '<<')

/** Values of native fields; numbers as clients take them. */
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

function read(yaml: string, version: '1.1' | '1.2'): unknown {
  return parse(yaml, { version, logLevel: 'error' })
}

/** What readers without a YAML parser do: the line of a key, and what follows the colon. */
function readLine(yaml: string, name: string): unknown {
  const lines = yaml.split(/\r\n?|[\n\u0085\u2028\u2029]/).filter((line) => line.startsWith(`${name}: `))
  expect(lines).toHaveLength(1)
  return JSON.parse(lines[0]!.slice(name.length + 2))
}

function escape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

const RUNS = { numRuns: 400 }

describe('F-5, lesson 21: quoted', () => {
  test('every reader gets the same string back, from one line', () => {
    fc.assert(
      fc.property(text, (string) => {
        const line = `key: ${quoted(string)}\n`
        expect(read(line, '1.2')).toEqual({ key: string })
        expect(read(line, '1.1')).toEqual({ key: string })
        expect(readLine(line, 'key')).toBe(string)
      }),
      RUNS,
    )
  })

  test('is what the yaml package writes, but for characters that YAML 1.1 readers do not take', () => {
    fc.assert(
      fc.property(text, (string) => {
        const written = stringify(string, {
          defaultStringType: 'QUOTE_DOUBLE',
          defaultKeyType: 'PLAIN',
          doubleQuotedAsJSON: true,
          lineWidth: 0,
        })
        const wanted = written.replaceAll(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, escape)
        expect(`${quoted(string)}\n`).toBe(wanted)
      }),
      RUNS,
    )
  })

  test.each([
    ['yes', '"yes"'],
    ['1e3', '"1e3"'],
    ['a: b', '"a: b"'],
    ['# x', '"# x"'],
    ['- x', '"- x"'],
    ['@x', '"@x"'],
    ['say "hi"', String.raw`"say \"hi\""`],
    ['😀 é', '"😀 é"'],
    ['a\nb\tc', String.raw`"a\nb\tc"`],
    ['\u2028\ufeff\u0085', String.raw`"\u2028\ufeff\u0085"`],
    ['\ud800', String.raw`"\ud800"`],
  ])('%j', (string, expected) => {
    expect(quoted(string)).toBe(expected)
  })
})

describe('F-5: flow', () => {
  test('every reader gets the same value back, from one line', () => {
    fc.assert(
      fc.property(value, (item) => {
        const line = `key: ${flow(item)}\n`
        expect(read(line, '1.2')).toEqual({ key: item })
        expect(read(line, '1.1')).toEqual({ key: item })
        expect(readLine(line, 'key')).toEqual(item)
      }),
      RUNS,
    )
  })

  test.each([
    [['a', 'b: c'], '["a", "b: c"]'],
    [{ on: [true, 3], x: {} }, '{"on": [true, 3], "x": {}}'],
    [1e-7, '1.0e-7'],
    [-1e300, '-1.0e+300'],
    [1.5e300, '1.5e+300'],
  ])('%j', (item, expected) => {
    expect(flow(item)).toBe(expected)
  })
})

function frontmatter(more: Partial<Frontmatter> = {}): Frontmatter {
  return { name: 'plan', description: 'Plans', tools: ['*'], fields: new Map(), ...more }
}

/** The frontmatter of a file as YAML readers cut it out. */
function block(file: string): string {
  expect(file.startsWith('---\n')).toBe(true)
  expect(file.endsWith('\n---\n\n')).toBe(true)
  return file.slice('---\n'.length, -'---\n\n'.length)
}

describe('F-5, F-6: writeFrontmatter', () => {
  test('lesson 23: strings come back whatever they hold; the block ends where it should', () => {
    fc.assert(
      fc.property(text, text, (description, model) => {
        const fields = new Map<string, unknown>([['model', model]])
        const file = writeFrontmatter(copilot, frontmatter({ description, fields }), 'agents/plan')
        // A line of a value must not be taken for the end.
        expect(file.split('\n').filter((line) => line === '---')).toHaveLength(2)
        const expected = { name: 'plan', description, tools: ['*'], model }
        expect(read(block(file), '1.2')).toEqual(expected)
        expect(read(block(file), '1.1')).toEqual(expected)
        for (const name of ['name', 'description', 'model'] as const)
          expect(readLine(file, name)).toBe(expected[name])
      }),
      RUNS,
    )
  })

  test('a comma-separated tool line reads the same everywhere', () => {
    const tool = fc.oneof(
      fc.constantFrom(
        ...claude.nativeTools.names,
        'Bash(git log:*)',
        'Bash(a # b)',
        'Bash(a: b)',
        'Bash(é "x")',
      ),
      fc.constantFrom('yes', 'null', 'On', 'y', '1e3', 'a:', '- x'),
      text.filter((string) => string !== '' && string !== '*'),
    )
    fc.assert(
      fc.property(fc.array(tool, { minLength: 1, maxLength: 4 }), (tools) => {
        const file = writeFrontmatter(claude, frontmatter({ tools }), 'agents/plan')
        const expected = { name: 'plan', description: 'Plans', tools: tools.join(', ') }
        expect(read(block(file), '1.2')).toEqual(expected)
        expect(read(block(file), '1.1')).toEqual(expected)
      }),
      RUNS,
    )
  })

  test.each<[Harness, string[], string | undefined]>([
    [copilot, ['bash', 'github/*'], 'tools: ["bash", "github/*"]'],
    [copilot, ['*'], 'tools: ["*"]'],
    [claude, ['Bash(git *)', 'Read', 'mcp__a__b'], 'tools: Bash(git *), Read, mcp__a__b'],
    [claude, ['Bash(git log:*)', 'Read'], 'tools: Bash(git log:*), Read'],
    [claude, ['a: b', 'Read'], 'tools: "a: b, Read"'],
    [claude, ['*'], undefined],
    [pi, ['read', 'bash'], 'tools: read, bash'],
    [pi, ['*'], undefined],
    [defineHarness({ id: 'x', nativeTools: { names: ['on'] } }), ['on'], 'tools: "on"'],
  ])('F-3, F-5: %o', ({ ...harness }, tools, line) => {
    const lines = writeFrontmatter(harness, frontmatter({ tools }), 'agents/plan').split('\n')
    expect(lines.filter((found) => found.startsWith('tools'))).toEqual(line === undefined ? [] : [line])
  })

  test('F-6, lesson 22: the marker is the second line, and one blank line follows the end', () => {
    const file = writeFrontmatter(claude, frontmatter(), 'agents/plan')
    expect(file).toBe(
      [
        '---',
        '# Generated from agents/plan/ by agent-cortex. Do not edit.',
        'name: "plan"',
        'description: "Plans"',
        '---',
        '',
        '',
      ].join('\n'),
    )
    expect(isMarked(file)).toBe(true)
    expect(isMarked(file.replaceAll('\n', '\r\n'))).toBe(true)
    expect(isMarked(`\n${file}`)).toBe(false)
    expect(isMarked('---\nname: "plan"\n---\n')).toBe(false)
  })

  test('F-5: the order of keys is fixed per harness, whatever that of the source', () => {
    const fields = new Map<string, unknown>([
      ['user-invocable', true],
      ['argumentHint', '[x]'],
      ['sidekick', {}],
      ['metadata', { a: 'b' }],
      ['model', 'm'],
      ['target', 'vscode'],
    ])
    const file = writeFrontmatter(copilot, frontmatter({ fields }), 'agents/plan')
    expect(block(file).split('\n').slice(1, -1)).toEqual([
      'name: "plan"',
      'description: "Plans"',
      'target: "vscode"',
      'tools: ["*"]',
      'model: "m"',
      'argument-hint: "[x]"',
      'user-invocable: true',
      'metadata: {"a": "b"}',
      'sidekick: {}',
    ])
  })

  test("F-1: copilot's displayName is written as its name", () => {
    const fields = new Map([['displayName', 'The "planner"']])
    const file = writeFrontmatter(copilot, frontmatter({ fields }), 'agents/plan')
    expect(readLine(file, 'name')).toBe('The "planner"')
    expect(file).not.toContain('displayName')
  })
})
