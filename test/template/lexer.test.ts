import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lex } from '../../src/template/lexer.ts'

/** Tokens and issues, in order, one line each: `TOOL "x" 0-10`, `token-malformed 0-10`. */
function seen(text: string): string[] {
  const { tokens, issues } = lex(text)
  const lines: [number, string][] = [
    ...tokens.map(({ type, name, start, end }): [number, string] => [
      start,
      `${type} ${JSON.stringify(name)} ${start}-${end}`,
    ]),
    ...issues.map(({ code, start, end }): [number, string] => [start, `${code} ${start}-${end}`]),
  ]
  return lines.toSorted(([a], [b]) => a - b).map(([, line]) => line)
}

describe('grammar (contract §3)', () => {
  test.each<[string, string[]]>([
    ['{{TOOL:task}}', ['TOOL "task" 0-13']],
    ['{{SECTION:delegation}}', ['SECTION "delegation" 0-22']],
    ['{{PATH:skills/plan/SKILL.md}}', ['PATH "skills/plan/SKILL.md" 0-29']],
    ['{{PATH:${HOME}/x}}', ['PATH "${HOME}/x" 0-18']],
    ['{{PATH:a/${B}/c}}', ['PATH "a/${B}/c" 0-17']],
    ['{{PATH:${A}}}', ['PATH "${A}" 0-13']],
    ['{{PATH:${A}${B}}}', ['PATH "${A}${B}" 0-17']],
    ['{{PATH:cost$}}', ['PATH "cost$" 0-14']],
    // Blanks inside a NAME, and whatever else stands on a line.
    ['{{TOOL:my tool}}', ['TOOL "my tool" 0-16']],
    ['{{TOOL:a:b}}', ['TOOL "a:b" 0-12']],
    ['{{TOOL:é😀}}', ['TOOL "é😀" 0-12']],
    ['{{TOOL:"$&"}}', ['TOOL "\\"$&\\"" 0-13']],
    ['{{TOOL:constructor}}', ['TOOL "constructor" 0-20']],
    // Side by side, and among other braces.
    ['{{TOOL:a}}{{TOOL:b}}', ['TOOL "a" 0-10', 'TOOL "b" 10-20']],
    ['{{{TOOL:a}}}', ['TOOL "a" 1-11']],
    ['{ {{TOOL:a}} }', ['TOOL "a" 2-12']],
    ['${{TOOL:a}}', ['TOOL "a" 1-11']],
    ['```\n{{TOOL:a}}\n```', ['TOOL "a" 4-14']],
  ])('%j is a token', (text, expected) => {
    expect(seen(text)).toEqual(expected)
  })

  test.each([
    '${{ github.ref }}',
    '{{ item }}',
    '{{#each items}}{{/each}}',
    '{{> partial}}',
    '{{{raw}}}',
    '{{!-- note --}}',

    '{% if x %}{{ x | upper }}{% endif %}',
    '{{ .Values.image.tag }}',
    '{{- include "x" . -}}',
    '{{ $t("a:b") }}',

    '\\frac{{a}}{{b}}',
    'style={{ color: "red" }}',
    'f"{{not: formatted}}"',
    '{{name}}',
    '{{',
    '}}',
    '{{}}',
    '{{:}}',

    '{TOOL:x}',
    '{{TOOL}}',
    '{{TOOL x}}',
    '{{ path: x }}',
    '{{ tool:x }}',
    '{{tool: x}}',
    '{{tool:x }}',
    '{{tool :x}}',

    '{{tool:x',
    '{{tool:x and more',
    '{{\nTOOL:x}}',
    '{{TOOL\n:x}}',
    '{{Toolbox:x}}',
    '{{word:x}}',
    '{{ WORD:x }}',

    '{{WORD: x}}',
    '{{WORD:}}',
    '{{WORD:x}',
    '{{Ünder:x}}',
    '{{_TOOL:x}}',
    '{{TOOL-X:x}}',
    '{{2D:x}}',
    '{{T OOL:x}}',
    '\\{{ item }}',
    '\\{{name}}',
    '\\\\{{#if}}',
  ])('%j is literal', (text) => {
    expect(lex(text)).toEqual({ tokens: [], issues: [] })
  })

  test.each<[string, string[]]>([
    ['\\{{TOOL:x}}', ['ESCAPE "{{TOOL:x}}" 0-11']],
    ['\\\\{{TOOL:x}}', ['ESCAPE "{{TOOL:x}}" 1-12']],
    ['\\{{PATH:${A}/b}}', ['ESCAPE "{{PATH:${A}/b}}" 0-16']],
    ['\\{{tool:x}}', ['ESCAPE "{{tool:x}}" 0-11']],
    ['\\{{ TOOL: x }}', ['ESCAPE "{{ TOOL: x }}" 0-14']],
    ['\\{{TOOLS:x}}', ['ESCAPE "{{TOOLS:x}}" 0-12']],
    ['\\{{TOOL:}}', ['ESCAPE "{{TOOL:}}" 0-10']],
    ['\\{{TOOL:x}', ['ESCAPE "{{TOOL:x}" 0-10']],
    ['\\{{TOOL:x', ['ESCAPE "{{TOOL:x" 0-9']],
    // The second backslash belongs to the second token, not to the name that nothing closes.
    ['\\{{TOOL:x\\{{TOOL:y}}', ['ESCAPE "{{TOOL:x" 0-9', 'ESCAPE "{{TOOL:y}}" 9-20']],
    ['{{TOOL:x\\{{TOOL:y}}', ['token-malformed 0-8', 'ESCAPE "{{TOOL:y}}" 8-19']],
    ['{{TOOL:a}}\\{{TOOL:b}}', ['TOOL "a" 0-10', 'ESCAPE "{{TOOL:b}}" 10-21']],
  ])('%j is an escape', (text, expected) => {
    expect(seen(text)).toEqual(expected)
  })
})

/** A near miss whose form is wrong: the text, the message and the hint. */
function form(shown: string, token: string): [string, string, string] {
  return [
    shown,
    `${shown} is no token: the form is ${token.replace(/:.*/, ':name}}')}, in capitals and without blanks`,
    `write ${token}, or \\${shown} to show it as text`,
  ]
}

function open(shown: string, token: string): [string, string, string] {
  return [
    shown,
    `${shown} is no token: it is not closed by }}`,
    `write ${token}, or \\${shown} to show it as text`,
  ]
}

describe('T-2: near misses', () => {
  test.each<[string, string, string]>([
    form('{{tool:x}}', '{{TOOL:x}}'),
    form('{{Tool:x}}', '{{TOOL:x}}'),
    form('{{tools:x}}', '{{TOOL:x}}'),
    form('{{section:a}}', '{{SECTION:a}}'),
    form('{{path:skills/plan}}', '{{PATH:skills/plan}}'),
    form('{{ TOOL:x }}', '{{TOOL:x}}'),
    form('{{ TOOL:x}}', '{{TOOL:x}}'),
    form('{{TOOL:x }}', '{{TOOL:x}}'),
    form('{{TOOL: x}}', '{{TOOL:x}}'),
    form('{{TOOL :x}}', '{{TOOL:x}}'),
    form('{{TOOL:\tx}}', '{{TOOL:x}}'),
    form('{{TOOL:\u00a0x}}', '{{TOOL:x}}'),
    form('{{TOOLS:x}}', '{{TOOL:x}}'),
    form('{{SECTIONS:x}}', '{{SECTION:x}}'),
    form('{{PATHS:x}}', '{{PATH:x}}'),
    form('{{ TOOLS : my tool }}', '{{TOOL:my tool}}'),
    form('{{PATHS:${A}/b}}', '{{PATH:${A}/b}}'),
    open('{{TOOL:x}', '{{TOOL:x}}'),
    open('{{TOOL:x', '{{TOOL:x}}'),
    open('{{PATH:${A}', '{{PATH:${A}}}'),
    open('{{tool:x}', '{{TOOL:x}}'),
    // What follows an open token is prose.
    [
      '{{TOOL:x and so on',
      '{{TOOL:x and so on is no token: it is not closed by }}',
      'write {{TOOL:x}}, or \\{{TOOL:x and so on to show it as text',
    ],
    [
      '{{TOOL:}}',
      '{{TOOL:}} is no token: the name is missing',
      'write {{TOOL:name}}, or \\{{TOOL:}} to show it as text',
    ],
    [
      '{{TOOL: }}',
      '{{TOOL: }} is no token: the name is missing',
      'write {{TOOL:name}}, or \\{{TOOL: }} to show it as text',
    ],
    [
      '{{TOOL:',
      '{{TOOL: is no token: the name is missing',
      'write {{TOOL:name}}, or \\{{TOOL: to show it as text',
    ],
    [
      '{{TOOL:${X}}}',
      '{{TOOL:${X}}} is no token: only a PATH may hold ${…}',
      'write a name, or \\{{TOOL:${X}}} to show it as text',
    ],
  ])('%j', (text, message, hint) => {
    const issue = { code: 'token-malformed', message, hint }
    expect(lex(text)).toEqual({ tokens: [], issues: [{ ...issue, start: 0, end: text.length }] })
    // The same in a sentence, where an open one runs to the end of its line.
    expect(lex(`a ${text} \nb`).issues).toEqual([{ ...issue, start: 2, end: text.length + 2 }])
  })

  test.each<[string, string[]]>([
    ['{{TOOL:x{{TOOL:y}}', ['token-malformed 0-8', 'TOOL "y" 8-18']],
    ['{{TOOL:x\n}}', ['token-malformed 0-8']],
    ['{{TOOL:x{y}}}', ['token-malformed 0-8']],
    ['{{PATH:${A}{b}}}', ['token-malformed 0-11']],
    ['{{TOOL:x}{{TOOL:y}}', ['token-malformed 0-9', 'TOOL "y" 9-19']],
    ['{{tool:x}}{{TOOL:y}}', ['token-malformed 0-10', 'TOOL "y" 10-20']],
    ['{{ {{TOOL:y}}', ['TOOL "y" 3-13']],
  ])('a near miss does not hide what follows: %j', (text, expected) => {
    expect(seen(text)).toEqual(expected)
  })

  test('a long line is not printed whole', () => {
    const [issue] = lex(`{{TOOL:${'a'.repeat(500)}`).issues
    expect(issue!.message).toBe(`{{TOOL:${'a'.repeat(53)}… is no token: it is not closed by }}`)
    expect(issue!.hint.length).toBeLessThan(200)
  })

  test.each([
    ['{{WORD:x}}', 'WORD', 0, 10],
    ['a {{AGENT:my plan}} b', 'AGENT', 2, 19],
    ['{{TOOL_NAME:x}}', 'TOOL_NAME', 0, 15],
    ['{{TOOLX:x}}', 'TOOLX', 0, 11],
    ['\\{{V2:x}}', 'V2', 1, 9],
  ])('another type in capitals is told: %j', (text, type, start, end) => {
    const message = `${text.slice(start, end)} is no token: there is no type ${type}; it stays as it stands`
    const hint = 'the types are SECTION, TOOL and PATH'
    expect(lex(text)).toEqual({
      tokens: [],
      issues: [{ code: 'token-type-unknown', message, hint, start, end }],
    })
  })
})

/** Text made of what the grammar is made of, so that near misses are common. */
const hostile = fc
  .array(
    fc.constantFrom(
      '{',
      '{{',
      '}',
      '}}',
      '\\',
      '$',
      '${',
      '#',
      ':',
      ' ',
      '\n',
      '\t',
      'x',
      'Ab',
      'é',
      '😀',
      '\u00a0',

      'TOOL',
      'tool',
      'SECTION',
      'PATH',
      'S',
      'WORD',
      '{{TOOL:x}}',
      '{{PATH:',
      '\\{{TOOL:y}}',
      '{{SECTION:',
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''))

describe('properties', () => {
  test('no text is lost: gaps, tokens and issues lie side by side, and each shows what stands there', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { tokens, issues } = lex(text)
        let at = 0
        for (const { start, end } of [...tokens, ...issues].toSorted((a, b) => a.start - b.start)) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(at).toBeLessThanOrEqual(text.length)
        for (const { type, name, start, end } of tokens)
          expect(text.slice(start, end)).toBe(type === 'ESCAPE' ? `\\${name}` : `{{${type}:${name}}}`)
        for (const { start } of issues) expect(text.startsWith('{{', start)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('T-2: what is none of the three words stays, byte for byte', () => {
    const foreign = fc.string({ unit: fc.constantFrom(...'{}$#:\\abcXYZ_ |.\n\t"%') })
    fc.assert(
      fc.property(foreign, (text) => {
        const { tokens, issues } = lex(text)
        expect(tokens).toEqual([])
        for (const { code } of issues) expect(code).toBe('token-type-unknown')
      }),
      { numRuns: 1000 },
    )
  })

  test('every token that is written is found, between any two texts without braces', () => {
    const edge = fc.string({ unit: fc.constantFrom(...'ab \n$#.') })
    const name = fc
      .string({ unit: fc.constantFrom(...'ab/. _-$&:'), minLength: 1 })
      .filter((text) => text.trim() === text)
    fc.assert(
      fc.property(
        fc.constantFrom('TOOL', 'SECTION', 'PATH'),
        name,
        edge,
        edge,
        (type, own, before, after) => {
          const token = `{{${type}:${own}}}`
          const start = before.length
          const end = start + token.length
          expect(lex(before + token + after).tokens).toEqual([{ type, name: own, start, end }])
          expect(lex(`${before}\\${token}${after}`).tokens).toEqual([
            { type: 'ESCAPE', name: token, start, end: end + 1 },
          ])
        },
      ),
    )
  })
})

describe('hostile input takes time in proportion to its length, and no stack', () => {
  const SIZE = 1 << 18
  test.each([
    '{{TOOL:',
    '{',
    '{{',
    '{{tool:aaaa',
    '{{PATH:${',
    '{{PATH:${}',
    '\\{{',
    '{{ ',
    '{{FOO:',
    '{{TOOL: x}}',
    '\\{{TOOL:x',
    '{{TOOL:x}',
    '{{AAAA',
    '{{TOOL:\n',
  ])('a long text of %j', (unit) => {
    const start = performance.now()
    lex(unit.repeat(SIZE / unit.length))
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  // A regular expression that goes back over each character runs out of its stack here.
  test.each(['{{TOOL:', '{{tool:', '{{PATH:', '{{ TOOL:'])('%j and eight megabytes on one line', (head) => {
    for (const unit of ['a', '$']) {
      const start = performance.now()
      lex(`${head}${unit.repeat(1 << 23)} }}`)
      expect(performance.now() - start).toBeLessThan(10_000)
    }
  })
})
