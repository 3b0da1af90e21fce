import vm from 'node:vm'
import { expect, test } from 'vitest'
import { budgetOf, estimate, htmlOf, mermaidOf, shownOf, treeOf } from '../../src/agent-harness/index.ts'
import { described, ENTRY, harnessDir, load, skill } from '../support/harness.ts'

const TREE = {
  '.leaf-detectors': 'skill=SKILL.md\n',
  'tools/TOOLS.md': described('tools'),
  'tools/a/SKILL.md': skill('a'),
  'tools/a/scripts/go.sh': '',
  'tools/g/pic.png': '',
  'tools/in/HARNESS.md': ENTRY,
  'x"<b>/.harnessleaf': 'store\n',
}

const { harness } = load(harnessDir(TREE))
const budget = budgetOf(harness, estimate)

const tokens = (text: string): number => Math.ceil(text.length / 4)

test('the tree: kinds, types, tokens, what is missing, descriptions', () => {
  expect(treeOf(harness, budget)).toBe(
    `Test [${tokens(ENTRY)}]  Helps with tests of harnesses.
├── tools/ [${tokens(described('tools'))}]  When to look for tools in this place.
│   ├── a/ [skill leaf, ${tokens(skill('a'))}, 1 script]  Does a whenever a task asks for it.
│   ├── g/ [no TOOLS.md]
│   │   └── pic.png
│   └── in/ [harness, ${tokens(ENTRY)}]  Helps with tests of harnesses.
└── x"<b>/ [store leaf]
`,
  )
  expect(treeOf(harness, budget, 1).split('\n')).toHaveLength(4)
})

test('no name reaches a terminal as a command, or turned round', () => {
  const { harness } = load(harnessDir({ 'tools/\u001b[2J/TOOLS.md': described('\u202etools') }))
  const line = treeOf(harness, budgetOf(harness, estimate)).split('\n')[2]
  expect(line).toMatch(/^ {4}└── ␛\[2J\/ \[\d+\] {2}When to look for \ufffdtools in this place\.$/)
})

test('what a link leads to is called linked, in JSON too', () => {
  const { harness } = load(harnessDir({ 'tools/a/TOOLS.md': described('a') }, { links: { 'tools/b': 'a' } }))
  const nodes = { children: [{ children: [{ name: 'a' }, { name: 'b', linked: true }] }] }
  const json = shownOf(harness, budgetOf(harness, estimate), true)
  expect(json).toMatchObject(nodes)
  expect(JSON.stringify(json).match(/linked/g)).toHaveLength(1)
})

test('the same as JSON', () => {
  expect(shownOf(harness, budget, true)).toMatchObject({
    version: 1,
    ok: true,
    name: 'Test',
    detectors: [{ type: 'skill', path: 'SKILL.md' }],
    budget: { tokenizer: 'estimate (characters / 4)', of: 'leaves' },
    children: [
      {
        kind: 'group',
        path: 'tools',
        routing: 'tools/TOOLS.md',
        children: [
          { kind: 'leaf', type: 'skill', primary: 'tools/a/SKILL.md', scripts: ['go.sh'] },
          { kind: 'group', missing: 'TOOLS.md', children: [{ kind: 'file', name: 'pic.png' }] },
          { kind: 'harness', path: 'tools/in', children: [] },
        ],
      },
      { kind: 'leaf', type: 'store' },
    ],
  })
})

test('a flowchart, in which no name ends a label', () => {
  const lines = mermaidOf(harness).split('\n')
  expect(lines[0]).toBe('flowchart LR')
  expect(lines).toContain('  n0 --> n6(["x#34;#60;b#62;/ (store)"])')
  expect(lines).toContain('  n1 --> n2(["a/ (skill)<br/>Does a whenever a task asks for it."])')
})

test('one page that loads nothing, in which no name is markup', () => {
  const page = htmlOf(harness, budget, true)
  expect(page).toContain("default-src 'none'")
  expect(page).not.toContain('<b>')
  expect(page).not.toMatch(/(?:src|href)=/)
  const scripts = [...page.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
  expect(scripts).toHaveLength(2)
  expect(JSON.parse(scripts[0]![2]!)).toEqual(JSON.parse(JSON.stringify(shownOf(harness, budget, true))))
  expect(() => new vm.Script(scripts[1]![2]!)).not.toThrow()
})
