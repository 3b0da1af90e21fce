import { describe, expect, test } from 'vitest'
import { Diagnostics, type DiagnosticsOptions, Source } from '../../src/diagnostics/index.ts'

const source = new Source('agents/plan/agent.md', 'one\nuse {{TOOL:tsk}}\nlast\n')
const span = source.span(8, 20)

describe('O-3: one mistake is one diagnostic', () => {
  test('seen by three harnesses, it names the three in the order of the reports', () => {
    const diagnostics = new Diagnostics()
    for (const harness of ['copilot', 'claude', 'pi', 'claude']) {
      diagnostics.report({
        code: 'tool-unknown',
        message: 'unknown tool "tsk"',
        hint: 'did you mean "task"?',
        at: () => span,
        harness,
      })
    }
    expect(diagnostics.list()).toEqual([
      {
        code: 'tool-unknown',
        severity: 'error',
        message: 'unknown tool "tsk"',
        hint: 'did you mean "task"?',
        file: 'agents/plan/agent.md',
        line: 2,
        column: 5,
        endLine: 2,
        endColumn: 17,
        harnesses: ['copilot', 'claude', 'pi'],
        frame: '1 | one\n2 | use {{TOOL:tsk}}\n  |     ^^^^^^^^^^^^\n3 | last',
      },
    ])
  })

  test('hints that differ are kept, one a line, each once', () => {
    const diagnostics = new Diagnostics()
    for (const hint of [undefined, 'a', 'b', 'a\nc', 'b'])
      diagnostics.report({ code: 'tool-null', message: 'm', at: span, hint })
    expect(diagnostics.list().map(({ hint }) => hint)).toEqual(['a\nb\nc'])
  })

  test('other message, code or place: another diagnostic', () => {
    const diagnostics = new Diagnostics()
    diagnostics.report({ code: 'tool-null', message: 'm', at: span })
    diagnostics.report({ code: 'tool-null', message: 'n', at: span })
    diagnostics.report({ code: 'tool-unknown', message: 'm', at: span })
    diagnostics.report({ code: 'tool-null', message: 'm', at: source.span(9, 20) })
    diagnostics.report({ code: 'tool-null', message: 'm', at: { file: source.file } })
    diagnostics.report({ code: 'tool-null', message: 'm' })
    expect(diagnostics.list()).toHaveLength(6)
  })

  test('the gravest severity of the reports holds', () => {
    const diagnostics = new Diagnostics()
    diagnostics.report({ code: 'skill-name', message: 'm', at: span })
    diagnostics.report({ code: 'skill-name', message: 'm', at: span, severity: 'error' })
    expect(diagnostics.list().map(({ severity }) => severity)).toEqual(['error'])
  })
})

test('a guess that is right for some of the harnesses says for which', () => {
  const diagnostics = new Diagnostics()
  const tell = (harness: string, hint?: string): void =>
    diagnostics.report({
      code: 'tool-unknown',
      message: 'm',
      harness,
      ...(hint === undefined ? {} : { hint }),
    })
  tell('copilot', 'did you mean "bash"?\nsee the map')
  tell('claude', 'did you mean "Bash"?')
  tell('pi', 'did you mean "bash"?')
  tell('gemini')
  expect(diagnostics.list().map(({ hint }) => hint)).toEqual([
    'for copilot, pi: did you mean "bash"?\nsee the map\nfor claude: did you mean "Bash"?',
  ])
})

test('order: file by code point, line, column, code; without a file or a line first', () => {
  const diagnostics = new Diagnostics()
  const other = new Source('Z.md', 'a\nb c')
  diagnostics.report({ code: 'tool-null', message: '6', at: source.span(9) })
  diagnostics.report({ code: 'tool-null', message: '5', at: source.span(8) })
  diagnostics.report({ code: 'section-missing', message: '4', at: source.span(8) })
  diagnostics.report({ code: 'tool-null', message: '3', at: { file: source.file } })
  diagnostics.report({ code: 'tool-null', message: '2', at: other.span(4) })
  diagnostics.report({ code: 'tool-null', message: '1', at: other.span(0) })
  diagnostics.report({ code: 'tool-null', message: '0' })
  expect(diagnostics.list().map(({ message }) => message)).toEqual(['0', '1', '2', '3', '4', '5', '6'])
})

function listed(options: DiagnosticsOptions): { hasErrors: boolean; severities: Record<string, string> } {
  const diagnostics = new Diagnostics(options)
  diagnostics.report({ code: 'tool-unknown', message: 'error' })
  diagnostics.report({ code: 'tool-null', message: 'warning' })
  diagnostics.report({ code: 'tool-omitted', message: 'info' })
  return {
    hasErrors: diagnostics.hasErrors,
    severities: Object.fromEntries(diagnostics.list().map(({ code, severity }) => [code, severity])),
  }
}

describe('O-3: severity', () => {
  test('is the usual one of the code', () => {
    expect(listed({})).toEqual({
      hasErrors: true,
      severities: { 'tool-unknown': 'error', 'tool-null': 'warning', 'tool-omitted': 'info' },
    })
  })

  test('can be set per code, and off silences', () => {
    expect(listed({ severity: { 'tool-unknown': 'info', 'tool-null': 'off' } })).toEqual({
      hasErrors: false,
      severities: { 'tool-unknown': 'info', 'tool-omitted': 'info' },
    })
  })

  test('strict makes warnings errors, those set by the user too, and nothing else', () => {
    expect(listed({ strict: true, severity: { 'tool-unknown': 'warning' } })).toEqual({
      hasErrors: true,
      severities: { 'tool-unknown': 'error', 'tool-null': 'error', 'tool-omitted': 'info' },
    })
  })

  test('a list of the graver ones does not work out the places of the others', () => {
    const diagnostics = new Diagnostics()
    diagnostics.report({ code: 'tool-null', message: 'shown', at: span })
    diagnostics.report({
      code: 'tool-omitted',
      message: 'not shown',
      at: () => {
        throw new Error('worked out')
      },
    })
    expect(diagnostics.list('warning').map(({ message }) => message)).toEqual(['shown'])
  })
})

test('100,000 reports are listed in well under a second on an idle machine', () => {
  const text = new Source('a.md', 'call {{TOOL:tsk}} here\n'.repeat(100_000))
  const diagnostics = new Diagnostics()
  for (let line = 0; line < 100_000; line++) {
    diagnostics.report({ code: 'tool-unknown', message: 'm', at: text.span(line * 23 + 5, line * 23 + 17) })
  }
  const begin = performance.now()
  expect(diagnostics.list()).toHaveLength(100_000)
  expect(performance.now() - begin).toBeLessThan(3000)
})
