import { afterEach, expect, test, vi } from 'vitest'
import { readTree } from '../../src/clients/index.ts'
import { Diagnostics } from '../../src/diagnostics/index.ts'
import { reportLostPaths } from '../../src/verify/lost-paths.ts'
import { put, scratch } from '../support/trees.ts'

afterEach(() => void vi.unstubAllEnvs())

/** What is told of a tree with these texts, of which PATHs begin with `start`; `TREE` stands for its directory. */
function told(files: Record<string, string>, start: string, home = scratch()): string[] {
  vi.stubEnv('HOME', home)
  const dir = scratch()
  put(dir, files)
  const diagnostics = new Diagnostics()
  const place = { start: start.replace('TREE', dir), label: 'installed', hint: 'do it' }
  reportLostPaths(readTree('pi', dir), place, diagnostics.report)
  return diagnostics.list().map(({ file, line, column, message, code, hint, harnesses }) => {
    expect([code, hint, harnesses]).toEqual(['path-lost', 'do it', ['pi']])
    return `${file}:${line}:${column}: ${message.replaceAll(dir, 'TREE').replaceAll(home, 'HOME')}`
  })
}

const SKILL = '---\nname: tidy\ndescription: Tidies\n---\n'
const FILES = {
  'agents/plan.md': 'See `~/x/skills/tidy/SKILL.md`, then ~/x/skills/tidy/more.md.\n',
  'skills/tidy/SKILL.md': `${SKILL}More in (~/x/skills/tidy/more.md)\n`,
  'skills/tidy/more.md': 'More.\n',
  // Neither agent nor skill: nothing puts a PATH there.
  'notes.md': '~/x/none.md\n',
}

test('a place that is not there is told once, for all that begins with it', () => {
  expect(told(FILES, '~/x')).toEqual([
    'installed/agents/plan.md:1:6: there is no "HOME/x", which this path and 2 more begin with',
  ])
})

test('a file that is not there is told where it is named; what is there is not', () => {
  const home = scratch()
  put(home, { 'x/skills/tidy/SKILL.md': SKILL })
  expect(told(FILES, '~/x/', home)).toEqual([
    'installed/agents/plan.md:1:38: there is no "HOME/x/skills/tidy/more.md", which this path names',
    'installed/skills/tidy/SKILL.md:5:10: there is no "HOME/x/skills/tidy/more.md", which this path names',
  ])
})

test('folders, names with blanks, what a variable follows, and what ends a sentence', () => {
  const home = scratch()
  put(home, { 'x/skills/tidy/SKILL.md': SKILL, 'x/skills/tidy/so it is.md': '', 'x/skills/a-b/c.md': '' })
  const files = {
    'skills/tidy/so it is.md': 'So.\n',
    'agents/plan.md':
      'In ~/x/skills, "~/x/skills/tidy/so it is.md" and **~/x/skills/tidy/**: ~/x/skills/${NAME}.md; ~/x/skills/a-b/c.md.\n',
    'skills/tidy/SKILL.md': `${SKILL}~/x/skills/none/\${NAME}.md\n`,
  }
  expect(told(files, '~/x', home)).toEqual([
    'installed/skills/tidy/SKILL.md:5:1: there is no "HOME/x/skills/none/", which this path names',
  ])
})

test("paths below the tree's own directory are looked at too, and what a client fills in is not", () => {
  expect(told({ 'agents/plan.md': 'See ${ROOT}/none.md\n' }, '${ROOT}')).toEqual([])
  vi.stubEnv('PI_CODING_AGENT_DIR', '/nowhere')
  const text = { 'agents/plan.md': 'See ${PI_CODING_AGENT_DIR}/demo/none.md\n' }
  expect(told(text, '${PI_CODING_AGENT_DIR}/demo')).toEqual([
    'installed/agents/plan.md:1:5: there is no "/nowhere/demo", which this path begins with',
  ])
})
