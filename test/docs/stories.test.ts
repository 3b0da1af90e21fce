import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { costsOf } from '../../src/build/costs.ts'
import { HARNESS_COMMANDS } from '../../src/cli/commands.ts'
import { compile } from '../../src/compiler/index.ts'
import { treeFiles } from '../support/fixture.ts'
import { CLIENTS, hasClients } from '../support/clients.ts'
import { blocksOf, makeProject, optionsOf, preamble, readPage, sections, tell } from '../support/page.ts'
import { play } from '../support/story.ts'
import { scratch } from '../support/trees.ts'

describe('docs/agent-harness.md', () => {
  const page = readPage('agent-harness.md')

  test('each command has a section with an example', () => {
    const parts = sections(sectionOf(page, 'Commands'), 3)
    expect(parts.map(({ title }) => title).toSorted()).toEqual(HARNESS_COMMANDS.toSorted())
    for (const { title, blocks } of parts)
      expect(blocks.map(({ text }) => text).join('')).toContain(`agent-cortex harness ${title} `)
  })

  const builds = sectionOf(page, 'In a build')
  test.each(sections(builds, 3))('in a build: $title', ({ blocks }) => {
    const project = [...preamble(builds, 3), ...blocks.filter(({ label }) => label !== '')]
    const told = blocks.find(({ language, label }) => language === 'text' && label === '')
    expect(tell(project, ({ severity }) => severity !== 'info')).toBe(told?.text ?? '')
    const { trees } = compile({ root: makeProject(project).root, ...optionsOf(project) })
    const outputs = blocks.filter(({ label }) => label.startsWith('dist/'))
    expect(outputs.length).toBeGreaterThan(0)
    for (const { label, text } of outputs) {
      const [, harness, ...file] = label.split('/')
      expect(treeFiles(trees.get(harness!)!)[file.join('/')], label).toBe(text)
    }
  })

  test('in a build: what both forms cost', async () => {
    const { root } = makeProject(preamble(builds, 3))
    const shown = sections(builds, 3)
      .flatMap(({ blocks }) => blocks)
      .filter(({ language }) => language === '')
    expect(shown.map(({ text }) => text)).toEqual(
      (await costsOf(compile({ root }))).map((line) => `${line}\n`),
    )
  })

  test('its examples print what it says', () => {
    const scenes = play([
      ...blocksOf(sectionOf(page, 'Commands')),
      ...blocksOf(sectionOf(page, 'Settings of a harness')),
    ])
    expect(scenes.length).toBeGreaterThan(8)
    for (const { script, expected, printed } of scenes) expect(printed, script).toBe(expected)
  })
})

describe.skipIf(!hasClients)('docs/verify.md', () => {
  test('its examples print what it says', { timeout: 180_000 }, () => {
    const bin = scratch()
    fs.symlinkSync(CLIENTS.claude, path.join(bin, 'claude'))
    const scenes = play(blocksOf(readPage('verify.md')), bin)
    expect(scenes.length).toBe(2)
    for (const { script, expected, printed } of scenes) expect(printed, script).toBe(expected)
  })
})

/** A part of a page, without its heading. */
function sectionOf(page: string, title: string): string {
  return page.split(`\n## ${title}\n`)[1]!.split('\n## ')[0]!
}
