import { expect, test } from 'vitest'
import { type HarnessNode, type LeafNode, nodesOf } from '../../src/agent-harness/index.ts'
import { described, harnessDir, load, skill, told, verdict } from '../support/harness.ts'

const DETECTOR = { '.leaf-detectors': 'skill=SKILL.md\n' }
const SKILLS = { 'skills/SKILLS.md': described('skills') }

const A3 = {
  ...SKILLS,
  'skills/a/SKILL.md': skill('a'),
  'skills/a/scripts/run.sh': 'echo hi\n',
  'skills/a/references/x.md': 'no frontmatter\n',
  'skills/a/SKILLS.md': 'garbage\n',
  'skills/a/inner/SKILL.md': '---\ndescription: x\n---\n',
}

function rules(files: Record<string, string>, options = {}): string[] {
  return verdict(files, options).filter((line) => !line.includes('harness-unlisted-dir'))
}

function leaves(files: Record<string, string>, options = {}): LeafNode[] {
  const { harness } = load(harnessDir(files), options)
  return nodesOf(harness).filter((node: HarnessNode): node is LeafNode => node.kind === 'leaf')
}

test('A3, T-4, T-9, T-10: a skill leaf is closed', () => {
  const files = { ...A3, ...DETECTOR }
  expect(rules(files)).toEqual(['info routing-in-leaf skills/a/SKILLS.md'])
  expect(leaves(files)).toMatchObject([
    { path: 'skills/a', type: 'skill', via: 'detector', primary: 'SKILL.md', scripts: ['run.sh'] },
  ])
})

test('A4, T-1: without a rule there is no leaf, and that is said once', () => {
  const files = { ...A3, 'skills/b/SKILL.md': skill('b') }
  const found = load(harnessDir(files)).diagnostics.list('warning')
  expect(told(found).filter((line) => line.includes('skill-not-declared'))).toEqual([
    'warning skill-not-declared skills/a/SKILL.md',
  ])
  expect(found[0]?.hint).toBe('create .leaf-detectors with the line skill=SKILL.md')
  // What follows from it is not told besides.
  expect(told(found)).toEqual(['warning skill-not-declared skills/a/SKILL.md'])
  expect(leaves(files)).toEqual([])
})

test('A5, T-2, T-7: leaves at the top level', () => {
  const files = {
    ...DETECTOR,
    'summarize/SKILL.md': skill('summarize'),
    'summarize/scripts/go.sh': '',
    'corpus/.harnessleaf': '',
    'corpus/sub/b.md': 'no frontmatter\n',
  }
  expect(leaves(files)).toMatchObject([
    { path: 'corpus', type: 'leaf', via: 'harnessleaf' },
    { path: 'summarize', type: 'skill', scripts: ['go.sh'] },
  ])
  expect(rules(files)).toEqual([
    'info opaque-unreachable corpus',
    'warning harnessleaf-untyped corpus/.harnessleaf',
  ])
  // The reference goes into both.
  expect(leaves(files, { compat: true })).toEqual([])
})

test('A6, T-3, T-11: what .harnessleaf says', () => {
  const files = {
    ...DETECTOR,
    'skills/SKILLS.md': described('skills', '- `a/`, `b/`, `c/`, d and e'),
    'skills/a/SKILL.md': '---\nname: a\n---\n',
    'skills/a/.harnessleaf': '',
    'skills/b/SKILL.md': skill('b'),
    'skills/b/.harnessleaf': '\n skill \n',
    'skills/c/x.txt': '',
    'skills/c/.harnessleaf': 'mcp-server\n',
    'skills/d/x.txt': '',
    'skills/d/.harnessleaf': '# what is this\n',
  }
  expect(leaves(files).map(({ path, type, primary }) => [path, type, primary])).toEqual([
    ['skills/a', 'leaf', undefined],
    ['skills/b', 'skill', 'SKILL.md'],
    ['skills/c', 'mcp-server', undefined],
    ['skills/d', 'leaf', undefined],
  ])
  expect(rules(files)).toEqual([
    'warning harnessleaf-untyped skills/a/.harnessleaf',
    'warning leaf-shadowed skills/a/.harnessleaf',
    'warning harnessleaf-malformed skills/d/.harnessleaf',
  ])
  expect(leaves(files, { compat: true }).map(({ type }) => type)).toEqual(['leaf', 'leaf', 'leaf', 'leaf'])
})

test('T-5: rules count at the root of a harness only', () => {
  const files = {
    ...SKILLS,
    'skills/.leaf-detectors': 'skill=SKILL.md\n',
    'skills/a/x.md': described('x'),
    'skills/a/SKILLS.md': described('a'),
  }
  expect(rules(files)).toEqual(['warning detectors-not-at-root skills/.leaf-detectors'])
})

test('A8, T-12: the first rule that fits decides', () => {
  const files = {
    '.leaf-detectors': 'resource=RESOURCE.md\nskill=SKILL.md\n',
    'skills/SKILLS.md': described('skills', '- `a/`'),
    'skills/a/SKILL.md': skill('a'),
    'skills/a/RESOURCE.md': described('resources'),
  }
  const { diagnostics } = load(harnessDir(files))
  const [warning] = diagnostics.list('warning')
  expect(warning).toMatchObject({ code: 'leaf-ambiguous', file: 'skills/a' })
  expect(warning?.message).toContain('"resource" and "skill"')
  expect(leaves(files)).toMatchObject([{ type: 'resource', primary: 'RESOURCE.md' }])
})

test('T-13: the root is never a leaf', () => {
  const files = {
    ...SKILLS,
    ...DETECTOR,
    '.harnessleaf': 'x\n',
    'SKILL.md': skill('root'),
    'skills/a/SKILL.md': skill('a'),
  }
  expect(rules(files)).toEqual(['warning leaf-at-root .harnessleaf', 'warning leaf-at-root SKILL.md'])
})

test('T-6, T-8: an opaque leaf is named by a routing text or a skill', () => {
  const files = {
    '.leaf-detectors': 'skill=SKILL.md\ncorpus=corpus.json\n',
    ...SKILLS,
    'skills/a/SKILL.md': skill('a'),
    'skills/store/corpus.json': '{}',
  }
  expect(rules(files)).toEqual(['info opaque-unreachable skills/store'])
  expect(rules({ ...files, 'skills/a/SKILL.md': skill('a', 'Search ../store for it.') })).toEqual([])
})

test.each([
  ['no frontmatter', 'Text.\n', 'error skill-frontmatter skills/a/SKILL.md:1:1'],
  [
    'no name',
    '---\ndescription: Does a when asked to do it.\n---\n',
    'error skill-frontmatter skills/a/SKILL.md:2:1',
  ],
  ['no description', '---\nname: a\n---\n', 'error skill-frontmatter skills/a/SKILL.md:2:1'],
  [
    'a number for a name',
    '---\nname: 1\ndescription: Does a when asked to do it.\n---\n',
    'error skill-frontmatter skills/a/SKILL.md:2:7',
  ],
  [
    'no YAML',
    '---\nname: a\ndescription: Use this when: asked\n---\n',
    'error skill-frontmatter skills/a/SKILL.md:3:14',
  ],
  [
    'another directory',
    '---\nname: b\ndescription: Does a when asked to do it.\n---\n',
    'warning skill-name skills/a/SKILL.md:2:7',
  ],
  [
    'another key',
    '---\nname: a\ndescription: Does a when asked to do it.\ncolor: red\n---\n',
    'info skill-key skills/a/SKILL.md:4:8',
  ],
  ['500 lines', skill('a', 'x\n'.repeat(600)), 'warning body-too-long skills/a/SKILL.md:5:1'],
])('T-8: a skill leaf is held against Agent Skills: %s', (_, text, expected) => {
  expect(rules({ ...DETECTOR, ...SKILLS, 'skills/a/SKILL.md': text })).toEqual([expected])
})

test('T-8: every broken skill is told, and so is a skill without its file', () => {
  const files = {
    ...DETECTOR,
    ...SKILLS,
    'skills/a/SKILL.md': '---\nname: a\n---\n',
    'skills/b/SKILL.md': '---\ndescription: Does b when asked to do it.\n---\n',
    'skills/c/.harnessleaf': 'skill\n',
  }
  expect(rules(files)).toEqual([
    'error skill-frontmatter skills/a/SKILL.md:2:1',
    'error skill-frontmatter skills/b/SKILL.md:2:1',
    'error skill-frontmatter skills/c',
  ])
})

test('T-14: a text may point into a leaf, which is told', () => {
  const body = '- [a](a/SKILL.md) and its [notes](a/notes/x.md)'
  const files = {
    ...DETECTOR,
    'skills/SKILLS.md': described('skills', body),
    'skills/a/SKILL.md': skill('a'),
    'skills/a/notes/x.md': '',
  }
  expect(rules(files)).toEqual(['info link-into-leaf skills/SKILLS.md:5:35'])
})
