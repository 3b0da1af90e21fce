import { expect, test } from 'vitest'
import { compile } from '../../src/compiler/index.ts'
import { treeFiles } from '../support/fixture.ts'
import { type Block, blocksOf, makeProject, readPage } from '../support/page.ts'

const CLIENTS = ['copilot', 'claude', 'pi']

function file(label: string, text: string): Block {
  return { language: 'json', label, text }
}

test("docs/pi.md: a project's own agent gets the tools of the extensions, and the tree the extensions", () => {
  const shown = blocksOf(readPage('pi.md')).filter(({ label }) => label !== '')
  const { root } = makeProject([
    file(
      'plugin.json',
      '{"name": "demo", "version": "1.0.0", "description": "A demo", "author": {"name": "Me"}}',
    ),
    ...CLIENTS.map((id) => file(`agents/lead/${id}/frontmatter.json`, '{}')),
    ...shown,
  ])
  const { trees, diagnostics } = compile({ root })
  expect(diagnostics.list('warning')).toEqual([])
  const files = treeFiles(trees.get('pi')!)
  const outputs = shown.filter(({ label }) => label.startsWith('dist/'))
  expect(outputs.map(({ label }) => label)).toEqual(['dist/pi/agents/lead.md'])
  for (const { label, text } of outputs) expect(files[label.slice('dist/pi/'.length)]).toBe(text)
  for (const name of ['agent-modes', 'subagents'])
    expect(Object.keys(files)).toContain(`extensions/${name}/index.js`)
})
