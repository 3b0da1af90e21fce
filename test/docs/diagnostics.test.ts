import { describe, expect, test } from 'vitest'
import { type Code, CODES } from '../../src/diagnostics/index.ts'
import { preamble, readPage, sections, tell } from '../support/page.ts'

/** Codes that no sources bring about, each with what does. */
const WITHOUT_EXAMPLE: Partial<Record<Code, string>> = {
  'file-changed': 'another program writes to a source while it is read',
  'output-owned': 'a shared directory holds the files of another plugin, and no command writes to one yet',
  'output-busy': 'a second process writes to the same output',
  'watch-failed': 'the system has no more watches to give',
}

const page = readPage('diagnostics.md')
const base = preamble(page, 2)
const codes = sections(page, 3)

test('each code has a section, in the order of the list, and none is extra', () => {
  expect(codes.map(({ title }) => title)).toEqual(Object.keys(CODES))
})

describe.each(codes)('$title', ({ title, text, blocks }) => {
  const code = title as Code

  test('says its severity first, and the mend', () => {
    expect(/^\s*\*\*(\w+)\.?\*\*/.exec(text)?.[1]).toBe(CODES[code])
    expect(text).toContain('**Mend:** ')
  })

  if (code in WITHOUT_EXAMPLE) {
    test('says why there is no example', () => {
      expect(text).toContain('\nNo example: ')
      expect(blocks).toEqual([])
    })
  } else {
    test('comes of its example', () => {
      const told = blocks.at(-1)!
      expect([told.language, told.label]).toEqual(['text', ''])
      expect(told.text).toContain(`(${code})`)
      expect(tell([...base, ...blocks.slice(0, -1)], (diagnostic) => diagnostic.code === code)).toBe(
        told.text,
      )
    })
  }
})
