import { expect, test } from 'vitest'
import { HarnessDocument, loadAgentHarness, memoryFiles } from '../../src/agent-harness/index.ts'
import { readFrontmatter } from '../../src/agent-harness/frontmatter.ts'
import { describeDiagnostic } from '../support/fixture.ts'
import { described, ENTRY, verdict } from '../support/harness.ts'

test('a plain frontmatter is read once for all that is asked of it', () => {
  const one = new HarnessDocument('a.md', 'a.md', ENTRY)
  const { frontmatter } = one
  expect(one.frontmatter).toBe(frontmatter)
  const other = new HarnessDocument('b.md', 'b.md', described('b'))
  expect(other.frontmatter.fields.has('name')).toBe(false)
  expect(one.frontmatter.fields.has('name')).toBe(true)
})

/** A block of so many characters, its last line end included. */
const blockOf = (characters: number, key: string): string => {
  const half = `a: ${'x'.repeat(14_996)}\n`
  return `---\n${half}${key}: ${'x'.repeat(characters - half.length - key.length - 3)}\n---\n`
}

test.each([
  ['plain', 'b'],
  ['other', 'B'],
])('%s frontmatter is read up to 30,000 characters', (_, key) => {
  expect(readFrontmatter(blockOf(30_000, key)).fields.size).toBe(2)
  const { fields, fault } = readFrontmatter(blockOf(30_001, key))
  expect(fields.size).toBe(0)
  expect(fault?.message).toBe('this frontmatter has 30001 characters; 30000 are read')
})

test('up to 500,000 entries are read', () => {
  const files = memoryFiles({ 'HARNESS.md': ENTRY, 't/T.md': described('t'), 'u/U.md': described('u') })
  // Hidden ones, of which nothing is to be said.
  const told = (count: number): string[] => {
    const entries = Array.from({ length: count }, (_, at) => ({ name: `.${at}`, kind: 'file' as const }))
    const readDir = (path: string): ReturnType<typeof files.readDir> =>
      path === 'u' ? [...files.readDir(path), ...entries] : files.readDir(path)
    return loadAgentHarness({ ...files, readDir }, '', { lint: false })
      .diagnostics.list('warning')
      .map(({ code }) => code)
  }
  // HARNESS.md, t, u, t/T.md and u/U.md are five of them.
  expect(told(499_995)).toEqual([])
  expect(told(499_996)).toContain('harness-too-large')
})

const listOf = (items: number): string => `${ENTRY}\n- \`tools/\` — tools\n${'- be kind\n'.repeat(items - 1)}`

test('a list has up to 30 items', () => {
  const files = { 'tools/TOOLS.md': described('tools') }
  expect(verdict({ ...files, 'HARNESS.md': listOf(30) })).toEqual([])
  expect(verdict({ ...files, 'HARNESS.md': listOf(31) })).toEqual(['warning over-indexed HARNESS.md:5:1'])
})

const descriptionOf = (description: string): string[] =>
  verdict({ 'tools/TOOLS.md': `---\ndescription: ${description}\n---\n\nLook.\n` }).filter((line) =>
    line.includes('description-weak'),
  )

test('a description has up to 300 characters', () => {
  expect(descriptionOf('x'.repeat(300))).toEqual([])
  expect(descriptionOf('x'.repeat(301))).toHaveLength(1)
})

test('a description does not begin by saying that it is about this', () => {
  expect(descriptionOf('This tool reads the books of a shop.')).toHaveLength(1)
  expect(descriptionOf('This toolbox reads the books of a shop.')).toEqual([])
  expect(descriptionOf('Read the books of a shop by this tool.')).toEqual([])
})

test('H-7: 300 tokens of four characters each are ideal, 600 are borne', () => {
  const head = '---\nname: Test\ndescription: Helps with tests of harnesses.\n---\n\n'
  const told = (characters: number): string[] =>
    loadAgentHarness(memoryFiles({ 'HARNESS.md': `${head}${'x'.repeat(characters)}\n` }), '', {})
      .diagnostics.list()
      .filter(({ code }) => code === 'harness-body')
      .map(describeDiagnostic)
  expect(told(1200)).toEqual([])
  expect(told(1201)).toEqual([
    'info harness-body HARNESS.md:5:1-1 the body has about 301 tokens (characters / 4), loaded in every session; 300 is ideal -- move what only some tasks need into routing files',
  ])
  expect(told(2400)[0]).toMatch(/^info /)
  expect(told(2401)[0]).toMatch(/^warning .* 601 tokens .* 600 is a lot/)
})
