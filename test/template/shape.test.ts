import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { render } from '../../src/template/shape.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(
      fc.constantFrom(
        '{{0}}',
        '{{{1}}}',
        '{{> section0}}',
        '{{#each .}}',
        '{{/each}}',
        '{{else}}',
        '{{!-- x --}}',
        '\\{{',
        '{{~x~}}',

        '&',
        '<',
        '"',
        "'",
        '`',
        '$&',
        '\n',
        '\n  ',
        '__proto__',
        'constructor',
        '{{lookup . "constructor"}}',
        '{{@root}}',
      ),
    )
    .map((parts) => parts.join('')),
)

describe('T-1: a document is joined, and no word of it is read as a template', () => {
  test('any text comes back as it is', () => {
    const document = fc.array(fc.tuple(text, text), { maxLength: 100 })
    fc.assert(
      fc.property(document, text, (parts, last) => {
        const pieces = [...parts.map(([piece]) => piece), last]
        const sections = parts.map(([, section]) => section)
        expect(render(pieces, sections)).toBe(parts.flat().join('') + last)
      }),
      { numRuns: 300 },
    )
  })

  test.each([31, 32, 33, 64, 65, 1000])('with %i sections', (count) => {
    const pieces = Array.from({ length: count + 1 }, (_, index) => `p${index} `)
    const sections = Array.from({ length: count }, (_, index) => `s${index} `)
    const expected = sections.map((section, index) => `p${index} ${section}`).join('') + `p${count} `
    expect(render(pieces, sections)).toBe(expected)
  })

  test('a section that ends in a line break does not touch what follows', () => {
    expect(render(['  ', '\n  end'], ['a\nb\n'])).toBe('  a\nb\n\n  end')
  })

  test('nothing, and empty parts', () => {
    expect(render([''], [])).toBe('')
    expect(render(['', '', ''], ['', ''])).toBe('')
  })

  test('ten thousand sections take little time', () => {
    const start = performance.now()
    const pieces = Array.from({ length: 10_001 }, () => 'a')
    expect(render(pieces, pieces.slice(1))).toBe('a'.repeat(20_001))
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
