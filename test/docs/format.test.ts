import { describe, expect, test } from 'vitest'
import { compile } from '../../src/compiler/index.ts'
import { treeFiles } from '../support/fixture.ts'
import { builtInTable } from '../support/harness-tables.ts'
import { makeProject, optionsOf, preamble, readPage, sections, tell } from '../support/page.ts'

const page = readPage('format.md')
const base = preamble(page, 2)
const rules = sections(page, 3)

const COUNTS = { S: 10, F: 6, T: 12, O: 7 }

test('has each rule once, in order', () => {
  const ids = Object.entries(COUNTS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}-${index + 1}`),
  )
  expect(rules.map(({ title }) => title).filter((title) => title !== 'Deferred agents')).toEqual(ids)
})

test('the built-in rows are those of the data', () => {
  expect(page).toContain(`\n${builtInTable()}\n`)
})

describe.each(rules.filter(({ blocks }) => blocks.length > 0))('the example of $title', ({ blocks }) => {
  const outputs = blocks.filter(({ label }) => label.startsWith('dist/'))
  const told = blocks.find(({ language, label }) => language === 'text' && label === '')
  const project = [...base, ...blocks.filter((block) => block !== told)]

  test('tells what the page says', () => {
    expect(outputs.length + (told === undefined ? 0 : 1)).toBeGreaterThan(0)
    expect(tell(project, ({ severity }) => severity !== 'info')).toBe(told?.text ?? '')
  })

  test.runIf(outputs.length > 0)('makes what the page shows', () => {
    const { trees } = compile({ root: makeProject(project).root, ...optionsOf(project) })
    for (const { label, text } of outputs) {
      const [, harness, ...file] = label.split('/')
      expect(treeFiles(trees.get(harness!)!)[file.join('/')], label).toBe(text)
    }
  })
})
