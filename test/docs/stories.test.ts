import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { HARNESS_COMMANDS } from '../../src/cli/commands.ts'
import { CLIENTS, hasClients } from '../support/clients.ts'
import { blocksOf, readPage, sections } from '../support/page.ts'
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
