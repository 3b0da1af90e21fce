import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compile } from '../../src/compiler/index.ts'
import { builtInHarnesses } from '../../src/harness/index.ts'
import { clientLine, fieldTable, formatTable, layoutTable, toolNames } from '../support/harness-tables.ts'
import { makeProject, readPage, sections } from '../support/page.ts'
import { project } from '../support/project.ts'

const page = readPage('harnesses.md')
const parts = sections(page, 2)

test('has a section for each harness that is built in', () => {
  const ids = builtInHarnesses.map(({ id }) => id)
  expect(parts.map(({ title }) => title).filter((title) => ids.includes(title))).toEqual(ids)
})

const CODE_RE = /`([^`]+)`/g

/** What stands in code marks after a word that begins a paragraph. */
function listed(text: string, start: string): string[] {
  const paragraph = text.split('\n\n').find((part) => part.trimStart().startsWith(start)) ?? ''
  return [...paragraph.matchAll(CODE_RE)].map(([, found]) => found!)
}

describe.each(builtInHarnesses)('$id', (harness) => {
  const { text, blocks } = parts.find(({ title }) => title === harness.id)!

  test('client, fields, form and layout are those of the data', () => {
    expect(text).toContain(`\n${clientLine(harness)}\n`)
    if (Object.keys(harness.schema).length > 0) expect(text).toContain(`\n${fieldTable(harness)}\n`)
    else expect(text).not.toContain('| field |')
    expect(text).toContain(`\n${formatTable(harness)}\n`)
    expect(text).toContain(`\n${layoutTable(harness)}\n`)
  })

  test('the tools are those of the data', () => {
    const [names] = blocks.filter(({ label }) => label === 'tools')
    expect(names!.text.split(/\s+/).filter((word) => word !== '')).toEqual(toolNames(harness))
    expect(text).toContain(harness.nativeTools.ignoreCase === true ? 'in any case' : 'Case matters')
    for (const [name, { when, instead }] of Object.entries(harness.nativeTools.sometimes ?? {}))
      expect(text).toContain(`\`${name}\` is there ${when}; \`${instead}\` is always there`)
  })

  test('each pattern has an example, and each example fits one', () => {
    const { patterns } = harness.nativeTools
    const examples = listed(text, '**Patterns.**')
    expect(examples.filter((example) => !patterns.some((pattern) => pattern.test(example)))).toEqual([])
    expect(patterns.filter((pattern) => !examples.some((example) => pattern.test(example)))).toEqual([])
  })

  test('the files that it adds to its tree are those that are listed', () => {
    const { trees } = compile({ root: project(), harnesses: [harness.id] })
    const { files } = trees.get(harness.id)!
    const added = [...files.values()].filter(({ from }) => from === 'the generated manifest')
    expect(listed(text, '**Manifest.**').toSorted()).toEqual(added.map((file) => file.path).toSorted())
  })
})

test('the adapter of the page builds a tree', () => {
  const { blocks } = parts.find(({ title }) => title === 'Writing an adapter')!
  const { root, told } = makeProject(blocks, ['agent-cortex', 'vite', 'zod'])
  expect(told).toEqual([])
  const outputs = blocks.filter(({ label }) => label.startsWith('dist/'))
  expect(outputs.map(({ label }) => label)).toEqual([
    'dist/gemini/agents/plan.md',
    'dist/gemini/gemini-extension.json',
  ])
  for (const { label, text } of outputs)
    expect(fs.readFileSync(path.join(root, label), 'utf8'), label).toBe(text)
})
