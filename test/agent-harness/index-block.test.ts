import { expect, test } from 'vitest'
import { indexChanges } from '../../src/agent-harness/index.ts'
import { applyChanges } from '../../src/cli/harness/changes.ts'
import type { Report } from '../../src/diagnostics/index.ts'
import { DiskFiles } from '../../src/workspace/disk-files.ts'
import { described, ENTRY, harnessDir, load, skill, told } from '../support/harness.ts'
import { disk } from '../support/trees.ts'

const START = '<!-- agent-cortex:index -->'
const END = '<!-- /agent-cortex:index -->'

function block(...lines: string[]): string {
  return [START, ...lines, END, ''].join('\n')
}

/** Writes what the index wants, which must then want nothing more. */
function indexed(root: string): { files: Record<string, string>; reports: string[] } {
  const reports: Report[] = []
  const wanted = (): ReturnType<typeof indexChanges> => {
    reports.length = 0
    return indexChanges(load(root).harness, new DiskFiles(root), '', (report) => reports.push(report))
  }
  expect(applyChanges(root, wanted()).reports).toEqual([])
  expect(wanted()).toEqual([])
  return { files: disk(root), reports: reports.map(({ code }) => code) }
}

const about = (what: string): string => `When to look for ${what} in this place.`

test('A11: what is missing is made, what is there keeps its prose', () => {
  const docs = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [
    `tools/db/${name}.md`,
    described(`${name} things`),
  ])
  const grandchildren = Array.from({ length: 12 }, (_, index) => `- \`tools/more/g${index}.md\` — g${index}`)
  const more = Array.from({ length: 12 }, (_, index) => [
    `tools/more/g${index}.md`,
    described(`g${index} things`),
  ])
  const entry = `${ENTRY}\n- \`tools/\` — tools (see TOOL.md)\n- \`gone/\` — nothing\n${grandchildren.join('\n')}\n`
  const prose = '---\ndescription: TODO\n---\n\nUse these.\r\n\n- `more/` — more of them\n'
  const root = harnessDir({
    'HARNESS.md': entry,
    'tools/TOOLS.md': prose,
    'data/x.md': described('x'),
    ...Object.fromEntries([...docs, ...more]),
  })
  const before = told(load(root).diagnostics.list('warning'))
  expect(before).toEqual([
    'warning dead-link HARNESS.md:8:25',
    'warning dead-link HARNESS.md:9:4',
    'warning over-indexed HARNESS.md:10:4',
    'warning harness-unlisted-dir data',
    'warning description-placeholder tools/TOOLS.md:2:14',
    'warning orphan tools/db',
    'warning routing-missing tools/db',
    'warning routing-missing tools/more',
  ])
  const { files } = indexed(root)
  expect(files['tools/db/TOOLS.md']).toBe(
    `---\ndescription: "TODO: say what tools/db/ holds, and when to look here"\n---\n\n${block(
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `- \`${name}.md\` — ${about(`${name} things`)}`),
    )}`,
  )
  expect(files['tools/TOOLS.md']).toBe(`${prose}\n${block('- `db/`')}`)
  expect(files['HARNESS.md']).toBe(`${entry}\n${block('- `data/` (see DATA.md)')}`)
})

test('what is within leaves is not listed; leaves, files and harnesses are', () => {
  const root = harnessDir({
    '.leaf-detectors': 'skill=SKILL.md\n',
    'tools/TOOLS.md': `${described('tools')}\n${block('- `gone.md`')}\nAfter.\n`,
    'tools/a/SKILL.md': skill('a'),
    'tools/a/notes/x.md': 'no frontmatter\n',
    'tools/z.txt': '',
    'tools/in/HARNESS.md': ENTRY,
  })
  const { files } = indexed(root)
  expect(files['tools/TOOLS.md']).toBe(
    `${described('tools')}\n${block('- `a/` — Does a whenever a task asks for it.', '- `in/` — Helps with tests of harnesses.', '- `z.txt`')}\nAfter.\n`,
  )
  expect(files['HARNESS.md']).toBe(`${ENTRY}\n${block(`- \`tools/\` — ${about('tools')} (see TOOLS.md)`)}`)
  expect(Object.keys(files)).not.toContain('tools/a/TOOLS.md')
})

test('what the prose lists is not listed again; line ends and a byte order mark stay', () => {
  const text = `\ufeff${described('tools', '- [a](a.md)\n- `tools/b.md` — b\n- **`c/`** — c')}`.replaceAll(
    '\n',
    '\r\n',
  )
  const files = {
    'HARNESS.md': `${ENTRY}\n- tools/ — all of them\n`,
    'tools/TOOLS.md': text,
    'tools/a.md': described('a things'),
    'tools/b.md': described('b things'),
    'tools/c/TOOLS.md': described('c', '- `d.md`'),
    'tools/c/d.md': described('d things'),
  }
  const root = harnessDir(files)
  expect(indexed(root).files).toEqual({ ...files })
  const more = harnessDir({ ...files, 'tools/e.md': described('e things') })
  expect(indexed(more).files['tools/TOOLS.md']).toBe(
    `${text}\r\n${block(`- \`e.md\` — ${about('e things')}`).replaceAll('\n', '\r\n')}`,
  )
})

test('markers that are no pair are told, and left', () => {
  for (const text of [START, END, `${END}\n${START}`, `${START}\n${START}\n${END}`, '~~~\nopen']) {
    const root = harnessDir({
      'tools/TOOLS.md': described('tools', text),
      'tools/a.md': described('a things'),
    })
    const { files, reports } = indexed(root)
    expect(reports).toEqual(['index-markers'])
    expect(files['tools/TOOLS.md']).toBe(described('tools', text))
  }
})

test('an open code block matters only where a list is to be put', () => {
  const text = described('tools', '- `a.md`\n~~~\nopen')
  const root = harnessDir({
    'HARNESS.md': `${ENTRY}\n- \`tools/\`\n`,
    'tools/TOOLS.md': text,
    'tools/a.md': described('a things'),
  })
  expect(indexed(root).reports).toEqual([])
})

test('markers in a code block are text', () => {
  const text = described('tools', `\`\`\`\n${START}\n\`\`\`\n- \`a.md\``)
  const root = harnessDir({
    'HARNESS.md': `${ENTRY}\n- \`tools/\`\n`,
    'tools/TOOLS.md': text,
    'tools/a.md': described('a things'),
  })
  expect(indexed(root)).toMatchObject({ reports: [], files: { 'tools/TOOLS.md': text } })
})

test('no routing file is made where its name means something else, or a misnamed one stands', () => {
  const root = harnessDir({
    'agents/a.md': described('a role'),
    'tools/TOOLS.md': described('tools', '- `db/`'),
    'tools/db/DB.md': described('databases'),
  })
  const { files, reports } = indexed(root)
  expect(reports).toEqual(['routing-name-clash', 'routing-misnamed'])
  expect(files).not.toHaveProperty('agents/AGENTS.md')
  expect(files).not.toHaveProperty('tools/db/TOOLS.md')
  expect(files['HARNESS.md']).toContain('- `agents/`\n- `tools/` —')
})

test('odd names and descriptions do not break the list', () => {
  const root = harnessDir({
    'tools/TOOLS.md': described('tools'),
    'tools/a`b.txt': '',
    'tools/c.md': `---\ndescription: "Ends here ${END} and\\ngoes on"\n---\n`,
  })
  const { files } = indexed(root)
  expect(files['tools/TOOLS.md']).toBe(
    `${described('tools')}\n${block('- `` a`b.txt `` ', `- \`c.md\` — Ends here &lt;!-- /agent-cortex:index --> and goes on`).replace('`` \n', '``\n')}`,
  )
})
