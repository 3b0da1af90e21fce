import fc from 'fast-check'
import { expect, test } from 'vitest'
import { order, Source } from '../../src/diagnostics/index.ts'

const text = fc.string({ unit: fc.constantFrom('a', '\n', '\t', 'é', '漢', '🎉') })

test('line and column are those of a naive count', () => {
  fc.assert(
    fc.property(text, fc.nat(60), (content, wanted) => {
      const offset = Math.min(wanted, content.length)
      const lines = content.slice(0, offset).split('\n')
      const expected = { line: lines.length, column: lines.at(-1)!.length + 1 }
      expect(new Source('a', content).position(offset)).toEqual(expected)
    }),
  )
})

test('lines are those between the line breaks, and empty beyond', () => {
  fc.assert(
    fc.property(text, (content) => {
      const source = new Source('a', content)
      const lines = content.split('\n')
      expect(source.lineCount).toBe(lines.length)
      expect(lines.map((_, index) => source.line(index + 1))).toEqual(lines)
      expect(source.line(0) + source.line(lines.length + 1)).toBe('')
    }),
  )
})

test('an offset outside the text counts as the nearest inside', () => {
  const source = new Source('a', 'ab\ncd')
  expect(source.position(-1)).toEqual({ line: 1, column: 1 })
  expect(source.position(6)).toEqual({ line: 2, column: 3 })
})

test('O-1: order is that of the UTF-8 bytes', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 3 }),
    fc.constantFrom('a', '\ue000', '\uffff', '🎉'),
  )
  const name = fc.array(unit, { maxLength: 4 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(order(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }),
  )
})

test('O-1: order puts U+FFFF before U+1F389, and a prefix before what it begins', () => {
  expect(['🎉', '\uffff', 'ab', 'a', 'B', 'é'].toSorted(order)).toEqual(['B', 'a', 'ab', 'é', '\uffff', '🎉'])
})
