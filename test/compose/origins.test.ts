import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Composed } from '../../src/compose/composed.ts'
import { cut, KIND, originAt, OriginTable, RUN, slice, type Text } from '../../src/compose/origins.ts'
import { Source } from '../../src/diagnostics/index.ts'
import { lex } from '../../src/template/lexer.ts'
import { composeBody, composeFiles, MAP } from '../support/compose.ts'

interface Run {
  offset: number
  length: number
  source: Source | undefined
  start: number
  kind: number
  row: string | undefined
}

function runsOf({ runs, origins }: Composed): Run[] {
  return Array.from({ length: runs.length / RUN }, (_, index) => {
    const [offset, length, source, start, kind, row] = [...runs.subarray(index * RUN, (index + 1) * RUN)] as [
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    return { offset, length, source: origins.sources[source], start, kind, row: origins.rows[row] }
  })
}

const VALUES: Record<string, string> = {
  'tools.bash': 'Bash',
  'tools.view': 'Read',
  'tools.none': '',
  'paths.plugin_root': '${CLAUDE_PLUGIN_ROOT}',
}

/** What a run says that the text has there, worked out from the sources and the map alone. */
function said(run: Run): string {
  const { source, start, length, kind, row } = run
  const from = source!.text.slice(start)
  switch (kind) {
    case KIND.literal:
    case KIND.indent:
      return from.slice(0, length)
    case KIND.escape:
      return lex(from).tokens[0]!.name
    case KIND.tool:
    case KIND.dropped:
      expect(row).toBe(`tools.${lex(from).tokens[0]!.name}`)
      return VALUES[row!]!
    default: {
      const { name } = lex(from).tokens[0]!
      expect(kind).toBe(KIND.path)
      expect(row).toBe(name.startsWith('${') ? '' : 'paths.plugin_root')
      if (row === '') return name
      return name === 'plugin_root' ? VALUES[row!]! : `${VALUES[row!]!}/${name}`
    }
  }
}

function rebuilt(composed: Composed, head: number): string {
  let text = composed.text.slice(0, head)
  for (const run of runsOf(composed)) {
    if (run.kind === KIND.frontmatter) continue
    expect(run.offset).toBe(text.length)
    const part = said(run)
    expect(part).toHaveLength(run.length)
    text += part
  }
  return text
}

/** T-12: what is literal holds no token, and every token that can be read in the text was escaped. */
function provesNoToken(composed: Composed): void {
  const runs = runsOf(composed)
  for (const { offset, length, kind } of runs) {
    if (kind !== KIND.literal) continue
    const { tokens, issues } = lex(composed.text.slice(offset, offset + length))
    expect([...tokens, ...issues]).toEqual([])
  }
  for (const { name, type, start, end } of lex(composed.text).tokens) {
    const shown = type === 'ESCAPE' ? name : composed.text.slice(start, end)
    const from = end - shown.length
    expect(runs).toContainEqual(
      expect.objectContaining({ kind: KIND.escape, offset: from, length: shown.length }),
    )
  }
}

const PLAIN = [
  'a',
  'word ',
  ' ',
  '  ',
  '\t',
  '\n',
  '\n\n',
  '\n  ',
  '\n- ',
  '.',
  ', ',
  '`',
  '``',
  '"',
  '**',
  '\n```\n',
  '|',
  '$&',
  '{% x %}',
  '{{ y }}',
]
const TOKENS = [
  '{{TOOL:bash}}',
  '{{TOOL:view}}',
  '{{TOOL:none}}',
  '`{{TOOL:none}}`',
  ' {{TOOL:none}} ',
  '{{PATH:plugin_root}}',
  '{{PATH:skills/tdd/SKILL.md}}',
  '{{PATH:${X}/y}}',
  '\\{{TOOL:x}}',
  '\\{{SECTION:y}}',
  '\\\\{{PATH:z}}',
  '\\{{ tool:q}}',
  '\\{{tool:q}}',
]

/** A text that includes only sections of later letters, alone on their lines and in sentences. */
function text(...sections: string[]): fc.Arbitrary<string> {
  const includes = sections.flatMap((name) => [
    `{{SECTION:${name}}}`,
    `\n{{SECTION:${name}}}\n`,
    `\n  {{SECTION:${name}}}\n`,
  ])
  return fc
    .array(fc.constantFrom(...PLAIN, ...TOKENS, ...includes), { maxLength: 12 })
    .map((parts) => parts.join(''))
}

const SKILLS = { tdd: { 'SKILL.md': '' } }

describe('origins', () => {
  test('T-12: what the runs say is the text, and proves that no token is left', () => {
    const sections = fc.record({
      a: text('b', 'c', 'd'),
      b: text('c', 'd'),
      'claude/c': text('d'),
      '_sections/d': text(),
    })
    fc.assert(
      fc.property(text('a', 'b', 'c', 'd'), sections, (body, own) => {
        const { composed, told } = composeBody(`x${body}x\n`, { sections: own, skills: SKILLS })
        expect(told.filter((line) => line.startsWith('error'))).toEqual([])
        expect(rebuilt(composed, composed.runs[1]!)).toBe(composed.text)
        provesNoToken(composed)
      }),
      { numRuns: 800 },
    )
  })

  test('T-12: the same for a skill', () => {
    fc.assert(
      fc.property(text(), (body) => {
        const files = { 'SKILL.md': `---\nname: plan\ndescription: Plans\n---\n${body}\n`, 'more.md': body }
        const { composed } = composeFiles('plan', { skills: { plan: files, ...SKILLS } })
        for (const one of composed.values()) {
          expect(rebuilt(one, 0)).toBe(one.text)
          provesNoToken(one)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('an agent: frontmatter, literals, values, an indented section', () => {
    const { composed } = composeBody('Use {{TOOL:bash}}.\n  {{SECTION:s}}\n', {
      sections: { s: 'x\n\\{{TOOL:y}}' },
    })
    const head = composed.text.indexOf('Use ')
    const runs = runsOf(composed).map(({ offset, length, source, start, kind, row }) => [
      offset - head,
      length,
      source!.file,
      start,
      kind,
      row,
    ])
    const [body, section] = ['agents/plan/agent.md', 'agents/plan/s.md']
    expect(runs).toEqual([
      [-head, head, 'agents/plan/frontmatter.json', 0, KIND.frontmatter, undefined],
      [0, 4, body, 0, KIND.literal, undefined],
      [4, 4, body, 4, KIND.tool, 'tools.bash'],
      [8, 2, body, 17, KIND.literal, undefined],
      [10, 2, body, 19, KIND.indent, undefined],
      [12, 2, section, 0, KIND.literal, undefined],
      [14, 2, body, 19, KIND.indent, undefined],
      [16, 10, section, 2, KIND.escape, undefined],
      [26, 1, body, 34, KIND.literal, undefined],
    ])
    expect(MAP.tools.bash.claude).toBe('Bash')
  })
})

describe('parts of a text', () => {
  const whole: Text = {
    text: 'abXYcd',
    runs: [0, 2, 0, 10, KIND.literal, -1, 2, 2, 0, 12, KIND.tool, 0, 4, 2, 0, 20, KIND.literal, -1],
  }

  test('a slice keeps where its characters came from', () => {
    expect(slice(whole, 1, 5)).toEqual({
      text: 'bXYc',
      runs: [0, 1, 0, 11, KIND.literal, -1, 1, 2, 0, 12, KIND.tool, 0, 3, 1, 0, 20, KIND.literal, -1],
    })
    expect(slice(whole, 0, 6)).toBe(whole)
    expect(slice(whole, 2, 2).text).toBe('')
  })

  test('so does what is left after a cut', () => {
    expect(
      cut(whole, [
        [0, 1],
        [4, 5],
      ]),
    ).toEqual({
      text: 'bXYd',
      runs: [0, 1, 0, 11, KIND.literal, -1, 1, 2, 0, 12, KIND.tool, 0, 3, 1, 0, 21, KIND.literal, -1],
    })
    expect(cut(whole, [])).toBe(whole)
  })

  test('T-4: a dropped token keeps its origin when all around it goes', () => {
    const dropped = [2, 0, 0, 12, KIND.dropped, 0]
    const text: Text = {
      text: 'a  b',
      runs: [0, 2, 0, 10, KIND.literal, -1, ...dropped, 2, 2, 0, 20, KIND.literal, -1],
    }
    const kept = (...ranges: [number, number][]): number[] => cut(text, ranges).runs.slice(6, 12)
    expect(kept([2, 3])).toEqual(dropped)
    expect(kept([1, 2])).toEqual([1, ...dropped.slice(1)])
    expect(kept([1, 2], [2, 3])).toEqual([1, ...dropped.slice(1)])
    expect(
      cut(text, [
        [1, 2],
        [2, 3],
      ]).runs,
    ).toHaveLength(18)
  })

  test('the origin of a character: exact in literal text, the token elsewhere', () => {
    expect([0, 1, 2, 3, 4, 5, 6].map((offset) => originAt(whole.runs, offset)?.start)).toEqual([
      10, 11, 12, 12, 20, 21, 22,
    ])
    expect(originAt([], 0)).toBeUndefined()
  })

  test('sources and rows are listed once', () => {
    const table = new OriginTable()
    const [a, b] = [new Source('a', ''), new Source('a', '')]
    expect([table.source(a), table.source(b), table.source(a)]).toEqual([0, 1, 0])
    expect([table.row('tools.x'), table.row('paths.x'), table.row('tools.x')]).toEqual([0, 1, 0])
    expect(table).toMatchObject({ sources: [a, b], rows: ['tools.x', 'paths.x'] })
  })
})
