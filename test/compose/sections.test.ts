import { describe, expect, test } from 'vitest'
import { composeBody } from '../support/compose.ts'

const FILE = 'agents/plan/agent.md'

function fileOf(index: number): string {
  return `agents/plan/s${index}.md`
}

describe('S-6: where a section is looked up', () => {
  const all = {
    'claude/s': 'harness',
    s: 'agent',
    '_sections/claude/s': 'shared for the harness',
    '_sections/s': 'shared',
  }

  test.each([
    [0, 'harness'],
    [1, 'agent'],
    [2, 'shared for the harness'],
    [3, 'shared'],
  ])('without the first %i: %s', (skipped, expected) => {
    const sections = Object.fromEntries(Object.entries(all).slice(skipped))
    expect(composeBody('{{SECTION:s}}\n', { sections })).toMatchObject({ body: `${expected}\n`, told: [] })
  })

  test('those of another harness are not there', () => {
    const sections = { 'pi/s': 'x', '_sections/copilot/s': 'y' }
    expect(composeBody('{{SECTION:s}}\n', { sections }).told).toEqual([
      `error section-missing ${FILE}:1:1-14 [claude] there is no section "s" -- write agents/plan/<harness>/s.md, or agents/plan/s.md for all harnesses`,
    ])
  })

  test('an empty file is a section', () => {
    const sections = { 'claude/s': '', s: 'x' }
    expect(composeBody('a\n{{SECTION:s}}\nb\n', { sections })).toMatchObject({ body: 'a\nb\n', told: [] })
  })

  test('a section in a section is looked up for the agent, not for where it stands', () => {
    const sections = { '_sections/s': '{{SECTION:t}}', '_sections/t': 'shared', 'claude/t': 'own' }
    expect(composeBody('{{SECTION:s}}\n', { sections }).body).toBe('own\n')
  })

  test('a missing one is an error with the nearest', () => {
    const sections = { delegation: 'x', '_sections/delegate': 'y', 'claude/other': 'z' }
    const { told } = composeBody('a\n\n  {{SECTION:delegaton}}\n', { sections })
    expect(told).toEqual([
      `error section-missing ${FILE}:3:3-24 [claude] there is no section "delegaton" -- did you mean "delegation" or "delegate"?`,
    ])
  })

  test.each(['__proto__', 'constructor', 'toString', 'a b', 'a.b', '...', 'é'])(
    '%j can be a name',
    (name) => {
      const sections = Object.fromEntries([[name, 'x {{TOOL:bash}}']])
      expect(composeBody(`{{SECTION:${name}}}\n`, { sections })).toMatchObject({ body: 'x Bash\n', told: [] })
      expect(composeBody(`{{SECTION:${name}}}\n`).told[0]).toContain(
        `there is no section ${JSON.stringify(name)}`,
      )
    },
  )
})

describe('T-9, lesson 4: sections in sections', () => {
  test('hold TOOL and PATH, whose faults are told where they stand, once', () => {
    const sections = { s: 'Use {{TOOL:bash}} in {{PATH:plugin_root}}.\n{{TOOL:bsh}}\n' }
    const { told } = composeBody('{{SECTION:s}} {{SECTION:s}}\n', { sections })
    expect(told).toEqual([
      'error tool-unknown agents/plan/s.md:2:1-13 [claude] unknown tool "bsh" -- did you mean "bash"?',
    ])
  })

  test.each<[string, Record<string, string>, string, string]>([
    ['itself', { a: 'x {{SECTION:a}}' }, 'agents/plan/a.md:1:3-16', 'agents/plan/a.md → agents/plan/a.md'],
    [
      'two',
      { a: '{{SECTION:b}}', b: '\n{{SECTION:a}}' },
      'agents/plan/b.md:2:1-14',
      'agents/plan/a.md → agents/plan/b.md → agents/plan/a.md',
    ],
    [
      'three files of one name',
      { a: '{{SECTION:b}}', 'claude/b': '{{SECTION:c}}', '_sections/c': '{{SECTION:b}}' },
      'agents/_sections/c.md:1:1-14',
      'agents/plan/claude/b.md → agents/_sections/c.md → agents/plan/claude/b.md',
    ],
  ])('a cycle prints its chain: %s', (_, sections, place, chain) => {
    const message = `this section includes itself: ${chain}`
    expect(composeBody('{{SECTION:a}}\n', { sections }).told).toContain(
      `error section-cycle ${place} [claude] ${message}`,
    )
  })

  test('a long cycle prints its ends', () => {
    const sections = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`s${index}`, `x {{SECTION:s${(index + 1) % 100}}}`]),
    )
    const first = Array.from({ length: 10 }, (_, index) => fileOf(index)).join(' → ')
    const last = Array.from({ length: 9 }, (_, index) => fileOf(91 + index)).join(' → ')
    expect(composeBody('{{SECTION:s0}}\n', { sections }).told).toEqual([
      `error section-cycle ${fileOf(99)}:1:3-17 [claude] this section includes itself: ${first} → … 81 more … → ${last} → ${fileOf(0)}`,
    ])
  })

  test('a section used twice is no cycle', () => {
    const sections = { a: '{{SECTION:c}}{{SECTION:b}}', b: '{{SECTION:c}}', c: 'x' }
    expect(composeBody('{{SECTION:a}}{{SECTION:c}}\n', { sections })).toMatchObject({
      body: 'xxx\n',
      told: [],
    })
  })

  test.each(['../x', '../../x', 'a/b', '/x', 'x/', './x', '.', '..', 'a\\b'])(
    'lesson 6: %j is no name',
    (name) => {
      const sections = { [name]: 'x', x: 'x' }
      expect(composeBody(`a {{SECTION:${name}}}\n`, { sections }).told).toEqual([
        `error section-name ${FILE}:1:3-${15 + name.length} [claude] ${JSON.stringify(name)} is no section name -- a section is named by one path segment, without .md`,
      ])
    },
  )

  test('many cycles end', () => {
    const names = Array.from({ length: 60 }, (_, index) => `s${index}`)
    const every = names.map((name) => `{{SECTION:${name}}}`).join('\n')
    const { told } = composeBody('{{SECTION:s0}}\n', {
      sections: Object.fromEntries(names.map((name) => [name, every])),
    })
    // Each includes itself, and each all that led to it.
    expect(told.filter((line) => line.includes('section-cycle'))).toHaveLength((60 * 61) / 2)
  })
})

describe('legal and hostile extremes', () => {
  test('sections two hundred deep', () => {
    const names = Array.from({ length: 200 }, (_, index) => `s${index}`)
    const sections = Object.fromEntries(
      names.map((name, index) => [name, `${index}\n{{SECTION:s${index + 1}}}\n`]),
    )
    const expected = names.map((_, index) => `${index}\n`).join('')
    const result = composeBody('{{SECTION:s0}}\n', { sections: { ...sections, s200: 'end' } })
    expect(result).toMatchObject({ body: `${expected}end\n`, told: [] })
  })

  test('ten thousand deep is an error, not an overflow', () => {
    const sections = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`s${index}`, `x {{SECTION:s${index + 1}}}`]),
    )
    expect(composeBody('{{SECTION:s0}}\n', { sections }).told).toEqual([
      'error body-too-large agents/plan/s499.md:1:3-19 [claude] sections lie in sections more than 500 levels deep',
    ])
  })

  test('ten thousand tokens on a line', () => {
    const line = '{{TOOL:bash}} {{SECTION:s}} \\{{TOOL:x}} '.repeat(10_000)
    const start = performance.now()
    const { body } = composeBody(`${line}\n`, { sections: { s: 'x' } })
    expect(body).toBe(`${'Bash x {{TOOL:x}} '.repeat(10_000)}\n`)
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test('megabytes with tokens on every line, indented by their include', () => {
    const start = performance.now()
    const lines = 20_000
    const text = `${'a'.repeat(80)} {{TOOL:bash}} {{TOOL:none}} b\n`
    const { body } = composeBody(`- x\n\n  {{SECTION:s}}\n`, { sections: { s: text.repeat(lines) } })
    expect(body.length).toBe('- x\n\n'.length + (83 + 'Bash b\n'.length) * lines)
    expect(body.endsWith('  aaa Bash b\n'.replace('aaa', 'a'.repeat(80)))).toBe(true)
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  test('long runs of blank lines in a section', () => {
    const start = performance.now()
    const blank = ' \n'.repeat(200_000)
    const { body } = composeBody('a\n{{SECTION:s}}\nb\n', {
      sections: { s: `${blank}x\n${blank}y\n${blank}` },
    })
    expect(body).toBe(`a\nx\n${blank}y\nb\n`)
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  test.each([
    ['of text', 'x'.repeat(1000)],
    ['of dropped tokens', '{{TOOL:none}}'],
    ['of indented lines', 'x\n'.repeat(100)],
  ])('a bomb ends in an error: %s', (_, text) => {
    const sections = Object.fromEntries(
      Array.from({ length: 40 }, (__, index) => {
        const deeper = `     {{SECTION:s${index + 1}}}\n`
        return [`s${index}`, deeper + deeper]
      }),
    )
    const start = performance.now()
    const { told } = composeBody('{{SECTION:s0}}\n', { sections: { ...sections, s40: text } })
    const found = told.filter((line) => line.startsWith('error'))
    expect(found).toHaveLength(1)
    expect(found[0]).toContain('the text is too large: over 32000000 characters and tokens')
    expect(found[0]).toMatch(/^error body-too-large agents\/plan\/s\d+\.md:\d:6-/)
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  test('a bomb of one very deep indent', () => {
    const { told } = composeBody(`${' '.repeat(1_000_000)}{{SECTION:s}}\n`, {
      sections: { s: 'x\n'.repeat(1_000_000) },
    })
    expect(told).toEqual([
      `error body-too-large ${FILE}:1:1000001-1000014 [claude] with section "s" the text is too large: over 32000000 characters and tokens`,
    ])
  })
})
