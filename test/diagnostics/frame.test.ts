import { describe, expect, test } from 'vitest'
import { codeFrame } from '../../src/diagnostics/frame.ts'
import { Source } from '../../src/diagnostics/index.ts'

function frameOf(text: string, wanted: string): string {
  const start = text.indexOf(wanted)
  return codeFrame(new Source('a.md', text).span(start, start + wanted.length))
}

describe('O-3: code frame', () => {
  test('shows the line before, the offending line with carets, and the line after', () => {
    expect(frameOf('one\ntwo\nuse {{TOOL:tsk}} now\nfour\nfive\n', '{{TOOL:tsk}}')).toBe(
      ['2 | two', '3 | use {{TOOL:tsk}} now', '  |     ^^^^^^^^^^^^', '4 | four'].join('\n'),
    )
  })

  test('shows no line before the first, and none after the last', () => {
    expect(frameOf('only line\n', 'line')).toBe(['1 | only line', '  |      ^^^^'].join('\n'))
    expect(frameOf('only line', 'only')).toBe(['1 | only line', '  | ^^^^'].join('\n'))
  })

  test('aligns the gutter where the number of digits changes', () => {
    const text = `${'x\n'.repeat(8)}nine\nten\n`
    expect(frameOf(text, 'nine')).toBe([' 8 | x', ' 9 | nine', '   | ^^^^', '10 | ten'].join('\n'))
  })

  test('writes an empty line without a trailing blank', () => {
    expect(frameOf('\nb\n\nd', 'b')).toBe(['1 |', '2 | b', '  | ^', '3 |'].join('\n'))
  })

  test('has one caret for an empty span, at the line end and at the end of the text too', () => {
    const source = new Source('a', 'ab\ncd')
    expect(codeFrame(source.span(0))).toBe(['1 | ab', '  | ^', '2 | cd'].join('\n'))
    expect(codeFrame(source.span(2, 3))).toBe(['1 | ab', '  |   ^', '2 | cd'].join('\n'))
    expect(codeFrame(source.span(5))).toBe(['1 | ab', '2 | cd', '  |   ^'].join('\n'))
    expect(codeFrame(source.span(99, 120))).toBe(['1 | ab', '2 | cd', '  |   ^'].join('\n'))
    expect(codeFrame(new Source('a', '').span(0))).toBe(['1 |', '  | ^'].join('\n'))
  })

  test('marks a span over several lines to the end of its first', () => {
    const source = new Source('a', 'x = {\n  y\n}\n')
    expect(codeFrame(source.span(2, 11))).toBe(['1 | x = {', '  |   ^^^', '2 |   y'].join('\n'))
  })

  test('keeps tabs in the caret line', () => {
    expect(frameOf('\t"a":\tbad', 'bad')).toBe('1 | \t"a":\tbad\n  | \t    \t^^^')
    expect(frameOf('a\tb c', 'a\tb')).toBe('1 | a\tb c\n  | ^\t^')
    expect(frameOf('a\tb', '\t')).toBe('1 | a\tb\n  |  ^')
  })

  test('aligns by display width', () => {
    expect(frameOf('漢字 bad', 'bad')).toBe('1 | 漢字 bad\n  |      ^^^')
    expect(frameOf('🎉 bad', 'bad')).toBe('1 | 🎉 bad\n  |    ^^^')
    expect(frameOf('e\u0301e\u0301 bad', 'bad')).toBe('1 | e\u0301e\u0301 bad\n  |    ^^^')
    expect(frameOf('x 漢字', '漢字')).toBe('1 | x 漢字\n  |   ^^^^')
    expect(frameOf('🇩🇪 bad', 'bad')).toBe('1 | 🇩🇪 bad\n  |    ^^^')
  })

  test('makes control and bidirectional characters visible, one column each', () => {
    expect(frameOf('\x1b[31m\x7f\x9b\u202e bad', 'bad')).toBe('1 | ␛[31m␡�� bad\n  |          ^^^')
    expect(frameOf('a\rb bad', 'bad')).toBe('1 | a␍b bad\n  |     ^^^')
    expect(frameOf('\ud800 bad', 'bad')).toBe('1 | � bad\n  |   ^^^')
  })

  test('does not split a surrogate pair', () => {
    const source = new Source('a', 'x🎉y')
    expect(codeFrame(source.span(2, 3))).toBe('1 | x🎉y\n  |  ^^')
  })

  test('shows 110 columns whole and cuts what is longer around the caret', () => {
    const whole = `${'a'.repeat(107)}bad`
    expect(frameOf(whole, 'bad')).toBe(`1 | ${whole}\n  | ${' '.repeat(107)}^^^`)
    const long = `${'a'.repeat(200)}bad${'c'.repeat(200)}`
    expect(frameOf(long, 'bad')).toBe(`1 | …${'a'.repeat(40)}bad${'c'.repeat(65)}…\n  | ${' '.repeat(41)}^^^`)
  })

  test('cuts at one side only where the caret is near the other', () => {
    expect(frameOf(`bad${'c'.repeat(200)}`, 'bad')).toBe(`1 | bad${'c'.repeat(105)}…\n  | ^^^`)
    expect(frameOf(`${'a'.repeat(200)}bad`, 'bad')).toBe(
      `1 | …${'a'.repeat(105)}bad\n  | ${' '.repeat(106)}^^^`,
    )
  })

  test('cuts the neighbours at their end', () => {
    const long = 'n'.repeat(111)
    expect(frameOf(`${long}\nbad\n${long}`, 'bad')).toBe(
      [`1 | ${'n'.repeat(109)}…`, '2 | bad', '  | ^^^', `3 | ${'n'.repeat(109)}…`].join('\n'),
    )
  })

  test.each(['a', '漢', 'e\u0301\u0301\u0301', '\t', '\x1b', '🎉'])(
    'is bounded for a line of 10 million %j and 10,000 places in it',
    (unit) => {
      const source = new Source('a', unit.repeat(10_000_000 / unit.length))
      const begin = performance.now()
      for (let at = 0; at < 10_000; at++) {
        expect(codeFrame(source.span(at * 1000, at * 1000 + 900)).length).toBeLessThan(300)
      }
      expect(performance.now() - begin).toBeLessThan(5000)
    },
  )
})
