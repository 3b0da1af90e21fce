import { expect, test } from 'vitest'
import { described, harnessDir, load, skill, told, verdict } from '../support/harness.ts'

const TREE = { 'skills/SKILLS.md': described('skills'), 'skills/a/SKILL.md': skill('a') }

/** What is told of `.leaf-detectors` and its consequences, the bare listing of HARNESS.md left out. */
function rules(text: string | Uint8Array, more: Record<string, string> = {}): string[] {
  const files = { ...TREE, ...more, '.leaf-detectors': text }
  return verdict(files).filter((line) => !line.includes('harness-unlisted-dir'))
}

test.each([
  [
    'D-1, D-2, D-3: comments, blank lines, blanks, CRLF',
    '# c\r\n\r\n  # d\r\n  skill  =  SKILL.md  \r\n',
    [],
  ],
  [
    'D-4: a comment behind a path',
    'skill=SKILL.md # note\nskill=SKILL.md',
    [
      'warning detector-inline-comment .leaf-detectors:1:1',
      'info detector-unused .leaf-detectors:1:1',
      'warning detector-duplicate-type .leaf-detectors:2:1',
    ],
  ],
  ['D-5: no =', 'skill=SKILL.md\n SKILL.md\n', ['error detector-syntax .leaf-detectors:2:2']],
  ['D-6: no path', 'skill=SKILL.md\npack=\n', ['error detector-empty-path .leaf-detectors:2:1']],
  ['D-7: no type', 'skill=SKILL.md\n=X.md\n', ['error detector-empty-type .leaf-detectors:2:1']],
  [
    'D-8: one type, two paths',
    'skill=ALT.md\nskill=SKILL.md\n',
    ['info detector-unused .leaf-detectors:1:1', 'warning detector-duplicate-type .leaf-detectors:2:1'],
  ],
  ['D-8: a line twice', 'skill=SKILL.md\nskill=SKILL.md\n', ['info detector-duplicate .leaf-detectors:2:1']],
  [
    'D-9: one path, two types',
    'skill=SKILL.md\nmcp=SKILL.md\n',
    ['error detector-conflict .leaf-detectors:2:1'],
  ],
  ['D-12: an absolute path', 'skill=SKILL.md\nx=/etc/hosts\n', ['error detector-path .leaf-detectors:2:1']],
  ['D-12: a path out', 'skill=SKILL.md\nx=../T.md\n', ['error detector-path .leaf-detectors:2:1']],
  ['D-12: a backslash', 'skill=SKILL.md\nx=a\\b.md\n', ['error detector-path .leaf-detectors:2:1']],
  ['D-12: a home', 'skill=SKILL.md\nx=~/b.md\n', ['error detector-path .leaf-detectors:2:1']],
  ['D-12: the directory itself', 'skill=SKILL.md\nx=./\n', ['error detector-path .leaf-detectors:2:1']],
  [
    'D-10: dots in a path',
    'skill=./SKILL.md\nother=.//SKILL.md\n',
    ['error detector-conflict .leaf-detectors:2:1'],
  ],
  [
    'D-13: a pattern',
    'skill=SKILL.md\nx=*.md\n',
    ['warning detector-glob .leaf-detectors:2:1', 'info detector-unused .leaf-detectors:2:1'],
  ],
  ['D-14: = in the path', 'skill=SKILL.md\nx=a=b\n', ['info detector-unused .leaf-detectors:2:1']],
  [
    'D-15: a type in capitals',
    'Skill=SKILL.md\n',
    ['warning detector-type .leaf-detectors:1:1', 'info opaque-unreachable skills/a'],
  ],
  ['D-17: a byte order mark', '\ufeffskill=SKILL.md\n', ['warning bom .leaf-detectors']],
  [
    'D-18: a rule without use',
    'skill=SKILL.md\nmcp=server.json\n',
    ['info detector-unused .leaf-detectors:2:1'],
  ],
  [
    'D-19: a type of odd characters',
    'skill=SKILL.md\nmy type=x\n',
    ['warning detector-type .leaf-detectors:2:1', 'info detector-unused .leaf-detectors:2:1'],
  ],
])('%s', (_, text, expected) => {
  expect(rules(text)).toEqual(expected)
})

test('D-10: a rule may name a file further down; the outer directory is the leaf', () => {
  const files = {
    'skills/SKILLS.md': described('skills'),
    '.leaf-detectors': 'skill=meta/SKILL.md\n',
    'skills/a/meta/SKILL.md': skill('a'),
    'skills/a/data.md': 'x',
  }
  const { harness } = load(harnessDir(files))
  expect(harness.children[0]).toMatchObject({
    children: [{ kind: 'leaf', path: 'skills/a', type: 'skill', primary: 'meta/SKILL.md' }],
  })
})

test('D-11: a rule may name a directory; then there is nothing to read first', () => {
  const { harness } = load(harnessDir({ '.leaf-detectors': 'pack=src\n', 'packs/a/src/x.md': '' }))
  expect(harness.children[0]).toMatchObject({
    children: [{ kind: 'leaf', type: 'pack', primary: undefined }],
  })
})

test('D-16: names are exact', () => {
  const files = {
    'skills/SKILLS.md': described('skills'),
    'skills/a/skill.md': skill('a'),
    '.leaf-detectors': 'skill=SKILL.md\n',
  }
  expect(verdict(files)).toContain('warning detector-case skills/a/skill.md')
})

test('D-17: what cannot be read is told, and the rest is checked', () => {
  expect(rules(Buffer.from([0xff, 0xfe, 0x73]))).toContain('error not-utf8 .leaf-detectors')
  const asDirectory = told(
    load(harnessDir(TREE, { directories: ['.leaf-detectors'] })).diagnostics.list('warning'),
  )
  expect(asDirectory).toContain('error not-a-file .leaf-detectors')
})

test('A7: the whole grammar at once', () => {
  const text =
    '# c\r\n\r\n  skill  =  SKILL.md  \r\nSKILL.md\r\n=X.md\r\npack=\r\nabs=/etc/hosts\r\nup=../T.md\r\ndoc=D.md # note\r\nmcp=SKILL.md\r\nskill=ALT.md\r\n'
  const root = harnessDir({
    ...TREE,
    '.leaf-detectors': text,
    'tools/TOOLS.md': described('tools'),
    'tools/x/TOOLS.md': described('x'),
  })
  const { harness, diagnostics } = load(root)
  expect(harness.detectors.rules.map(({ type, path, line }) => [type, path, line])).toEqual([
    ['skill', 'SKILL.md', 3],
    ['doc', 'D.md # note', 9],
    ['skill', 'ALT.md', 11],
  ])
  expect(told(diagnostics.list('warning'))).toEqual([
    'error detector-syntax .leaf-detectors:4:1',
    'error detector-empty-type .leaf-detectors:5:1',
    'error detector-empty-path .leaf-detectors:6:1',
    'error detector-path .leaf-detectors:7:1',
    'error detector-path .leaf-detectors:8:1',
    'warning detector-inline-comment .leaf-detectors:9:1',
    'error detector-conflict .leaf-detectors:10:1',
    'warning detector-duplicate-type .leaf-detectors:11:1',
  ])
  expect(harness.children[1]).toMatchObject({ kind: 'group', children: [{ kind: 'group', name: 'x' }] })
})
