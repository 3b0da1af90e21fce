import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { promptOf, visit } from '../../src/agent-harness/index.ts'
import { DiskFiles } from '../../src/workspace/disk-files.ts'
import { described, ENTRY, harnessDir, load, skill } from '../support/harness.ts'
import { scratch } from '../support/trees.ts'

function tree(): string {
  return harnessDir(
    {
      '.leaf-detectors': 'skill=SKILL.md\nserver=server.json\n',
      '.secret/x.md': 'secret\n',
      'README.md': 'For people.\n',
      'skills/SKILLS.md': described('skills', 'Look here.'),
      'skills/a/SKILL.md': skill('a'),
      'skills/a/scripts/run.sh': 'echo hi\n',
      'skills/a/scripts/.hidden': '',
      'skills/a/SKILLS.md': 'garbage\n',
      'skills/s/server.json': '{}\n',
      'data/x.md': described('x'),
      'data/pic.png': Buffer.from([0x89, 0, 1]),
      'data/in/HARNESS.md': ENTRY.replace('You help', 'Inside, you help'),
      'data/in/t/x.md': described('inner x'),
    },
    { links: { 'data/out': scratch(), 'skills/a/out': '/etc', 'skills/a/again.md': '../../data/x.md' } },
  )
}

const root = tree()
const { harness } = load(root)
const at = (path: string): ReturnType<typeof visit> => visit(harness, new DiskFiles(root), '', path)

test.each(['', '.', './'])('the root is the body of HARNESS.md: %j', (path) => {
  expect(at(path)).toMatchObject({ kind: 'load', name: 'Test', text: 'You help with tests.' })
})

test('a group is its routing file, else what lies in it', () => {
  expect(at('skills/')).toMatchObject({ kind: 'routing', file: 'skills/SKILLS.md', text: 'Look here.' })
  expect(at('skills/SKILLS.md')).toEqual(at('skills'))
  expect(at('data')).toMatchObject({
    kind: 'listing',
    entries: [
      { name: 'in', kind: 'harness', description: 'Helps with tests of harnesses.' },
      { name: 'pic.png', kind: 'file' },
      { name: 'x.md', kind: 'file', description: 'When to look for x in this place.' },
    ],
  })
})

test('A3: a leaf is its primary file and its scripts; inside it, nothing routes', () => {
  expect(at('skills/a')).toMatchObject({
    kind: 'leaf',
    type: 'skill',
    file: 'skills/a/SKILL.md',
    text: 'Do it.',
    scripts: ['run.sh'],
  })
  expect(at('skills/a/scripts')).toEqual({
    kind: 'listing',
    path: 'skills/a/scripts',
    entries: [{ name: 'run.sh', kind: 'file' }],
  })
  expect(at('skills/a/SKILLS.md')).toEqual({ kind: 'file', path: 'skills/a/SKILLS.md', text: 'garbage\n' })
  expect(at('skills/s')).toMatchObject({ kind: 'leaf', type: 'server', text: '{}' })
})

test('a nested harness is its own body, and is entered by its own rules', () => {
  expect(at('data/in')).toMatchObject({ kind: 'load', path: 'data/in', text: 'Inside, you help with tests.' })
  expect(at('data/in/t/x.md')).toMatchObject({ kind: 'file' })
})

test('files are given as they are', () => {
  expect(at('README.md')).toEqual({ kind: 'file', path: 'README.md', text: 'For people.\n' })
  expect(at('data/pic.png')).toEqual({ kind: 'binary', path: 'data/pic.png', size: 3 })
  expect(at('skills/a/again.md')).toMatchObject({ kind: 'file', text: described('x') })
})

test.each([
  '../x',
  'data/../../x',
  '/etc/passwd',
  '~/x',
  'a\\b',
  '.secret/x.md',
  'skills/a/scripts/.hidden',
  'data/out/x',
  'data/out',
  'skills/a/out/passwd',
  'skills/a/out',
  'nowhere',
  'data/x.md/y',
  'constructor',
])('A10: refused: %j', (path) => {
  expect(at(path)).toMatchObject({ kind: 'refused', path })
})

test('V-1: no link leads to what is hidden', () => {
  const root = harnessDir(
    {
      '.env': 'KEY=1\n',
      '.store/in/x.txt': 'x\n',
      '.store/leaf/.harnessleaf': '',
      '.store/leaf/y.txt': 'y\n',
      't/a/.harnessleaf': '',
      't/a/.own': 'own\n',
    },
    {
      links: {
        't/a/env': '../../.env',
        't/a/own': '.own',
        't/a/in': '../../.store/in',
        't/env': '../.env',
        't/linked': '../.store/leaf',
      },
    },
  )
  const { harness } = load(root)
  const kindAt = (path: string): string => visit(harness, new DiskFiles(root), '', path).kind
  for (const path of ['t/a/env', 't/a/own', 't/a/in', 't/a/in/x.txt', 't/env']) {
    expect([path, kindAt(path)]).toEqual([path, 'refused'])
  }
  expect(kindAt('t/linked/y.txt')).toBe('file')
})

test.skipIf(process.platform === 'win32')('a pipe is not waited for', () => {
  const root = harnessDir({ 't/a/.harnessleaf': '' })
  execFileSync('mkfifo', [path.join(root, 't/a/p')])
  expect(visit(load(root).harness, new DiskFiles(root), '', 't/a/p')).toEqual({
    kind: 'refused',
    path: 't/a/p',
    reason: 'this is no regular file',
  })
})

test('the prompt is escaped XML with paths', () => {
  const files = {
    'HARNESS.md': '---\nname: A "B" <C>\ndescription: x & y < z\n---\n</overview>\n\n\u0001\n',
    '.leaf-detectors': 'skill=SKILL.md\nstore=STORE\n',
    'tools/TOOLS.md': '---\ndescription: say "hi" & go\n---\n',
    'tools/a/SKILL.md': '---\nname: n"1\ndescription: a < b & c\n---\n',
    'tools/g/x.md': '---\ndescription: deep\n---\n',
    'tools/s/STORE': '',
  }
  expect(promptOf(load(harnessDir(files)).harness)).toBe(`<harness name="A &quot;B&quot; &lt;C&gt;">
  <description>x &amp; y &lt; z</description>
  <overview>
    &lt;/overview&gt;

    \ufffd
  </overview>
  <directory name="tools" description="say &quot;hi&quot; &amp; go" path="tools">
    <skill name="n&quot;1" path="tools/a/SKILL.md">a &lt; b &amp; c</skill>
    <directory name="g" path="tools/g">
      <file filename="x.md" path="tools/g/x.md">deep</file>
    </directory>
    <leaf name="s" type="store" path="tools/s"></leaf>
  </directory>
</harness>
`)
})

test('A1: the prompt of a minimal harness holds its body once', () => {
  const { harness } = load(harnessDir({}))
  for (const format of ['xml', 'markdown', 'json'] as const) {
    expect(promptOf(harness, format).split('You help with tests.')).toHaveLength(2)
  }
  expect(JSON.parse(promptOf(harness, 'json'))).toEqual({
    version: 1,
    name: 'Test',
    description: 'Helps with tests of harnesses.',
    body: 'You help with tests.',
    children: [],
  })
})
