import { describe, expect, test } from 'vitest'
import { type Code, CODES } from '../../src/diagnostics/index.ts'
import { preamble, readPage, sections, tell, tellHarness } from '../support/page.ts'

/** Codes that no sources bring about, each with what does. */
const WITHOUT_EXAMPLE: Partial<Record<Code, string>> = {
  'file-changed': 'another program writes to a source while it is read',
  'output-owned': 'a shared directory holds the files of another plugin, and no command writes to one yet',
  'output-busy': 'a second process writes to the same output',
  'watch-failed': 'the system has no more watches to give',
  'harness-too-large': 'half a million files, or directories 256 deep',
  'client-problem': 'what a client says',
  'agent-lost': 'a client that loads the rest of the tree',
  'skill-lost': 'a client that loads the rest of the tree',
  'tool-lost': 'a client that loads the rest of the tree',
  'hook-lost': 'a client that loads the rest of the tree',
  'path-lost': 'a client that loads the rest of the tree',
}

const page = readPage('diagnostics.md')
const base = preamble(page, 2)
const codes = sections(page, 3)

/** The part with a project of its own, an Agent Harness directory. */
const [harnesses = ''] = page.split('\n## Agent Harness directories\n')[1]!.split('\n## ')
const harnessBase = preamble(harnesses, 3)
const ofHarness = new Set(sections(harnesses, 3).map(({ title }) => title))

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
    test('comes of its example', async () => {
      const told = blocks.at(-1)!
      expect([told.language, told.label]).toEqual(['text', ''])
      expect(told.text).toContain(`(${code})`)
      const example = blocks.slice(0, -1)
      const isOurs = (diagnostic: { code: Code }): boolean => diagnostic.code === code
      expect(
        ofHarness.has(code)
          ? await tellHarness([...harnessBase, ...example], isOurs)
          : tell([...base, ...example], isOurs),
      ).toBe(told.text)
    })
  }
})
