import { expect, test } from 'vitest'
import { described, ENTRY, harnessDir, load, skill, verdict } from '../support/harness.ts'

/** What is told, the bare listing of HARNESS.md left out. */
function rules(files: Record<string, string>, options = {}): string[] {
  return verdict(files, options).filter((line) => !line.includes('harness-unlisted-dir'))
}

const TOOLS = { 'tools/TOOLS.md': described('tools') }

test('A2, R-1, R-2: the name comes from the top-level directory and holds below it', () => {
  const files = {
    ...TOOLS,
    'tools/db/DB.md': described('databases'),
    'tools/db/deep/TOOLS.md': described('deep things'),
    'tools/Tools2.md': described('more tools'),
    'my-data/MY-DATA.md': described('my data'),
    'straße/STRASSE.md': described('streets'),
  }
  expect(rules(files)).toEqual(['warning routing-misnamed tools/db/DB.md'])
  const { harness, diagnostics } = load(harnessDir(files))
  expect(diagnostics.list('warning')[0]?.hint).toBe('rename it to tools/db/TOOLS.md')
  const names = harness.children.map((node) =>
    node.kind === 'group' ? [node.routingName, node.routing?.path] : [],
  )
  expect(names).toEqual([
    ['MY-DATA.md', 'my-data/MY-DATA.md'],
    ['STRASSE.md', 'straße/STRASSE.md'],
    ['TOOLS.md', 'tools/TOOLS.md'],
  ])
})

test.each([
  ['R-3: none at the top', { 'tools/a.md': described('a things') }, ['info routing-missing tools']],
  [
    'R-3, R-9: none below',
    { ...TOOLS, 'tools/db/a.md': described('a things') },
    ['warning routing-missing tools/db'],
  ],
  [
    'R-5: no frontmatter',
    { 'tools/TOOLS.md': 'Text.\n' },
    ['warning routing-no-description tools/TOOLS.md:1:1'],
  ],
  [
    'R-5, R-6: no description; a name is not asked for',
    { 'tools/TOOLS.md': '---\ntitle: x\n---\nText.\n' },
    ['warning routing-no-description tools/TOOLS.md:2:1'],
  ],
  [
    'R-5: no YAML',
    { 'tools/TOOLS.md': '---\ndescription: "x\n---\nText.\n' },
    ['warning frontmatter-yaml tools/TOOLS.md:3:1'],
  ],
  [
    'R-7: a placeholder',
    { 'tools/TOOLS.md': '---\ndescription: TBD\n---\nText.\n' },
    ['warning description-placeholder tools/TOOLS.md:2:14'],
  ],
  [
    'R-7: the name again',
    { 'tools/TOOLS.md': '---\ndescription: The tools directory.\n---\nText.\n' },
    ['warning description-restated tools/TOOLS.md:2:14'],
  ],
  [
    'R-8: no body',
    { 'tools/TOOLS.md': '---\ndescription: What an agent can do with files.\n---\n' },
    ['info routing-empty tools/TOOLS.md:4:1'],
  ],
  ['R-11: another case', { 'tools/Tools.md': described('tools') }, ['warning routing-case tools/Tools.md']],
  [
    'R-12: the name of another branch',
    { ...TOOLS, 'data/DATA.md': described('tables'), 'tools/DATA.md': described('rows') },
    ['warning routing-wrong-branch tools/DATA.md'],
  ],
  [
    'R-13: content without a description',
    { ...TOOLS, 'tools/a.md': 'Text.\n' },
    ['warning content-no-description tools/a.md:1:1'],
  ],
  [
    'V-9: other markdown',
    { ...TOOLS, 'tools/a.MD': '', 'tools/b.mdx': '', 'tools/c.txt': '' },
    ['info content-suffix tools/a.MD', 'info content-suffix tools/b.mdx'],
  ],
  [
    'R-1: a name that agents read as instructions',
    { 'agents/AGENTS.md': described('roles') },
    ['warning routing-name-clash agents'],
  ],
  ['R-1: the same, avoided', { 'agents/a.md': described('a role') }, ['info routing-name-clash agents']],
  [
    'R-1: a leaf needs no routing file',
    { 'claude/.harnessleaf': 'store\n', 'b/B.md': described('b', '- claude') },
    [],
  ],
  [
    'R-1: a branch named skill/ is a skill itself',
    { '.leaf-detectors': 'skill=SKILL.md\n', 'skill/SKILL.md': skill('skill') },
    ['warning routing-name-clash skill'],
  ],
  [
    'case-only differences',
    { ...TOOLS, 'tools/a.md': described('a things'), 'tools/A.md': described('other things') },
    ['warning case-only tools/a.md'],
  ],
  [
    'twins',
    { ...TOOLS, 'tools/a.md': described('things'), 'tools/b.md': described('things') },
    ['warning description-duplicate tools/b.md:2:14'],
  ],
] as [string, Record<string, string>, string[]][])('%s', (_, files, expected) => {
  expect(rules(files)).toEqual(expected)
})

test('R-3, R-4: from how many entries on a routing file is missed is an option', () => {
  const files = { ...TOOLS, 'tools/db/a.md': described('a things') }
  expect(rules(files, { routingFrom: 2 })).toEqual([])
})

test('R-10: paths are relative to the file, then to the root, and may lead anywhere', () => {
  const body = [
    '- [a](a.md) and [b](../data/b.md), [c](data/b.md#part), [d](https://example.com/x.md)',
    '- `gone/` — nothing',
    'See `src/main.ts`, [e](missing.md), [f](../../out.md).',
    '```',
    '- `in-code/`',
    '[x](y.md)',
    '```',
    '| `c.md` | a row |',
  ].join('\n')
  const files = {
    'tools/TOOLS.md': described('tools', body),
    'tools/a.md': described('a things'),
    'data/DATA.md': described('tables'),
    'data/b.md': described('b things'),
  }
  expect(rules(files)).toEqual([
    'warning dead-link tools/TOOLS.md:6:4',
    'warning dead-link tools/TOOLS.md:7:24',
    'warning dead-link tools/TOOLS.md:7:41',
    'warning dead-link tools/TOOLS.md:12:4',
  ])
})

test('R-10: an entry may be bold, code, a link or bare; what stands elsewhere is suggested', () => {
  const list = [
    '- **a.md** — bold',
    '- b.md — bare',
    '- __c/__: bold',
    '* d/ bare',
    '1. `e.md`',
    '- **notes** are no path',
    '- and/or is no path',
  ]
  const files = { 'tools/TOOLS.md': described('tools', list.join('\n')), 'data/a.md': described('a things') }
  const found = load(harnessDir(files)).diagnostics.list('warning')
  expect(found.map(({ code, line }) => `${code} ${line}`)).toEqual(
    [5, 6, 7, 8, 9].map((line) => `dead-link ${line}`),
  )
  expect(found[0]?.hint).toBe('did you mean "data/a.md"?')
})

test('a list of children is complete; what no text and no description leads to is lost', () => {
  const files = {
    'tools/TOOLS.md': described('tools', '- `a.md` — the first'),
    'tools/a.md': described('a things'),
    'tools/b.md': described('b things'),
    'tools/c.txt': '',
    'tools/d/x.txt': '',
  }
  expect(rules(files, { routingFrom: 2 })).toEqual([
    'warning unlisted-child tools/b.md',
    'info orphan tools/c.txt',
    'warning orphan tools/d',
  ])
})

test('what is generated and no longer true is stale', () => {
  const block = '<!-- agent-cortex:index -->\n- `gone.md`\n<!-- /agent-cortex:index -->'
  const files = { 'tools/TOOLS.md': described('tools', block), 'tools/a.md': described('a things') }
  expect(rules(files)).toEqual(['warning stale-entry tools/TOOLS.md:6:4'])
})

test('lint can be left out, and a code silenced', () => {
  const files = { 'HARNESS.md': `${ENTRY}\n- \`gone/\`\n` }
  expect(rules(files)).toEqual(['info harness-empty HARNESS.md', 'warning dead-link HARNESS.md:8:4'])
  expect(rules(files, { lint: false })).toEqual(['info harness-empty HARNESS.md'])
  expect(rules(files, { severity: { 'dead-link': 'off' } })).toEqual(['info harness-empty HARNESS.md'])
  expect(load(harnessDir(files), { strict: true }).diagnostics.hasErrors).toBe(true)
})
