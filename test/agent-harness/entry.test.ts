import { expect, test } from 'vitest'
import { loadAgentHarness, memoryFiles } from '../../src/agent-harness/index.ts'
import { described, ENTRY, harnessDir, load, verdict } from '../support/harness.ts'

const EMPTY = 'info harness-empty HARNESS.md'

function entry(text: string): string[] {
  return verdict({ 'HARNESS.md': text })
}

const front = (lines: string, body = 'Body.\n'): string => `---\n${lines}\n---\n${body}`
const FIELDS = 'name: A\ndescription: Helps with things.'

const errors = (files: Record<string, string>): string[] =>
  loadAgentHarness(memoryFiles(files), '')
    .diagnostics.list('error')
    .map(({ code, file, hint }) => `${code} ${file} ${hint}`)

test('H-1: HARNESS.md must be there, by that very name', () => {
  expect(errors({ 'a/A.md': described('a') })).toEqual([
    'harness-missing undefined agent-cortex harness init writes one',
  ])
  expect(errors({ 'harness.md': ENTRY })).toEqual([
    'harness-missing harness.md rename harness.md to HARNESS.md: the name is exact',
  ])
})

test.each([
  ['H-2, V-6: a blank line before it', `\n${front(FIELDS)}`, 'error no-frontmatter HARNESS.md:1:1'],
  ['H-2: not closed', `---\n${FIELDS}\n\nBody.\n`, 'error no-frontmatter HARNESS.md:1:1'],
  ['V-6: closed by dots', `---\n${FIELDS}\n...\nBody.\n`, 'error no-frontmatter HARNESS.md:1:1'],
  ['V-6: nothing between the lines', '---\n---\nBody.\n', 'error no-frontmatter HARNESS.md:1:1'],
  ['H-2: no mapping', '---\njust text\n---\nBody.\n', 'error frontmatter-yaml HARNESS.md:2:1'],
  ['H-2: a key twice', front(`${FIELDS}\nname: B`), 'error frontmatter-yaml HARNESS.md:4:1'],
  [
    'H-2: prose with a colon',
    front('name: A\ndescription: Use when: asked'),
    'error frontmatter-yaml HARNESS.md:3:14',
  ],
  [
    'V-7: a line that others take for the end',
    front(`${FIELDS}\nnote: |\n  x\n---x: 1`),
    'warning frontmatter-close HARNESS.md:6:1',
  ],
  ['H-3: no name', front('description: Helps with things.'), 'error harness-name HARNESS.md:2:1'],
  [
    'H-3: an empty name',
    front('name:\ndescription: Helps with things.'),
    'error harness-name HARNESS.md:2:6',
  ],
  [
    'H-3: a name of blanks',
    front('name: "  "\ndescription: Helps with things.'),
    'error harness-name HARNESS.md:2:7',
  ],
  [
    'H-3: a long name',
    front(`name: ${'x'.repeat(65)}\ndescription: Helps with things.`),
    'warning harness-name HARNESS.md:2:7',
  ],
  ['H-4: no description', front('name: A'), 'error harness-description HARNESS.md:2:1'],
  ['H-4: a list', front('name: A\ndescription:\n  - a'), 'error harness-description HARNESS.md:4:3'],
  [
    'H-4: several sentences',
    front('name: A\ndescription: Helps here. And there.'),
    'warning harness-description HARNESS.md:3:14',
  ],
  [
    'H-4: several lines',
    front('name: A\ndescription: >-\n  Helps\n  here'),
    'warning harness-description HARNESS.md:3:14',
  ],
  [
    'H-4: a placeholder',
    front('name: A\ndescription: "TODO: say what it does"'),
    'warning description-placeholder HARNESS.md:3:14',
  ],
  ['H-5: another key', front(`${FIELDS}\nowner: me`), 'info harness-key HARNESS.md:4:8'],
  [
    'H-7: more than 300 tokens',
    front(FIELDS, `${'word '.repeat(250)}\n`),
    'info harness-body HARNESS.md:5:1',
  ],
  [
    'H-7: more than 600 tokens',
    front(FIELDS, `${'word '.repeat(500)}\n`),
    'warning harness-body HARNESS.md:5:1',
  ],
  [
    'H-8: the description again',
    front(FIELDS, 'Helps with things.\n'),
    'info description-restated HARNESS.md:5:1',
  ],
  ['H-12: an empty body', front(FIELDS, ''), 'warning harness-body HARNESS.md:5:1'],
])('%s', (_, text, expected) => {
  expect(entry(text).filter((line) => line !== EMPTY)).toContain(expected)
  expect(
    entry(text).filter((line) => line !== EMPTY && line !== expected && !line.includes('harness-key')),
  ).toEqual([])
})

test('numbers and truths are text here, and flow style is YAML', () => {
  expect(entry(front('name: 42\ndescription: true'))).toEqual([EMPTY])
  expect(entry(front(`${FIELDS}\ntags: [a]`))).toEqual([
    EMPTY,
    'info frontmatter-flow HARNESS.md:4:7',
    'info harness-key HARNESS.md:4:7',
  ])
})

test('prose with a colon is read as it was meant, so that it is one mistake', () => {
  const { harness, diagnostics } = load(
    harnessDir({ 'HARNESS.md': front('name: A\ndescription: Use when: asked') }),
  )
  expect(harness.description).toBe('Use when: asked')
  const [error] = diagnostics.list('error')
  expect(error?.hint).toBe('put the value of "description" in quotes')
})

test('H-11, H-13, H-14, H-15: any directories, other files beside it; scripts/ is told', () => {
  const files = {
    'README.md': 'No frontmatter.\n',
    LICENSE: 'MIT\n',
    'anything/ANYTHING.md': described('anything at all'),
    'scripts/SCRIPTS.md': described('scripts to run'),
  }
  expect(verdict(files).filter((line) => !line.includes('harness-unlisted-dir'))).toEqual([
    'info harness-scripts scripts',
  ])
})

test('H-6: a body that lists directories lists them all; one that lists none leaves it to their names', () => {
  const files = { 'tools/TOOLS.md': described('tools'), 'data/DATA.md': described('tables') }
  const listing = `${ENTRY}\n- \`tools/\` — what the agent does\n`
  expect(verdict({ ...files, 'HARNESS.md': listing })).toEqual(['warning harness-unlisted-dir data'])
  expect(verdict(files)).toEqual(['info harness-unlisted-dir data', 'info harness-unlisted-dir tools'])
})

test('H-9: entries that name what routing files further down list', () => {
  const names = ['a', 'b', 'c', 'd']
  const files = Object.fromEntries(names.map((name) => [`tools/${name}.md`, described(`${name} things`)]))
  const body = (count: number): string =>
    `${ENTRY}\n- \`tools/\` — tools (see TOOLS.md)\n${names
      .slice(0, count)
      .map((name) => `- \`tools/${name}.md\` — ${name}\n`)
      .join('')}`
  const routing = { 'tools/TOOLS.md': described('tools') }
  expect(verdict({ ...files, ...routing, 'HARNESS.md': body(4) })).toEqual([
    'warning over-indexed HARNESS.md:9:4',
  ])
  expect(verdict({ ...files, ...routing, 'HARNESS.md': body(3) })).toEqual([])
  // Without a routing file, nothing else lists them.
  expect(verdict({ ...files, 'HARNESS.md': body(4).replace(' (see TOOLS.md)', '') })).toEqual([
    'info routing-missing tools',
  ])
})

const seeing = (see: string): string =>
  `${ENTRY}\n- \`tools/\` — tools (see ${see})\n- \`data/\` — tables (see DATA.md)\n`

test('H-10: (see X.md) names the routing file of the directory that the item is about', () => {
  const files = { 'tools/TOOLS.md': described('tools'), 'data/DATA.md': described('tables') }
  expect(verdict({ ...files, 'HARNESS.md': seeing('TOOLS.md') })).toEqual([])
  expect(verdict({ ...files, 'HARNESS.md': seeing('TOOL.md') })).toEqual([
    'warning dead-link HARNESS.md:8:25',
  ])
  // It exists, but not there.
  expect(verdict({ ...files, 'HARNESS.md': seeing('DATA.md') })).toEqual([
    'warning dead-link HARNESS.md:8:25',
  ])
})
