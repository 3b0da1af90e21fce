import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encode } from '../../src/compose/encoder.ts'

test('texts keep their own bytes, whatever is encoded after them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 200 })), (texts) => {
      const all = texts.map((text) => encode([text]))
      expect(all.map((bytes) => Buffer.from(bytes))).toEqual(texts.map((text) => Buffer.from(text)))
    }),
  )
})

test('a text larger than any slab, and texts at the edges of slabs', () => {
  const edge = 4 * 1024 * 1024
  for (const length of [edge / 3 - 1, edge / 3, edge / 3 + 1, edge, edge + 1]) {
    const halves = ['…'.repeat(Math.ceil(length / 2)), 'x'.repeat(Math.ceil(length))]
    expect(Buffer.from(encode(halves)).equals(Buffer.from(halves.join('')))).toBe(true)
    const text = '…'.repeat(Math.ceil(length))
    expect(Buffer.from(encode([text])).equals(Buffer.from(text))).toBe(true)
  }
})
