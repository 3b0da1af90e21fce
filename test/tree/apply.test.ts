import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { apply, isClean, plan, refusals } from '../../src/tree/index.ts'
import { clocks, disk, put, scratch, script, tree, write } from '../support/trees.ts'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

test('O-2: a first build makes the directory and its parents', () => {
  const dir = path.join(scratch(), 'dist/claude')
  const wanted = tree({ 'agents/plan.md': 'plan\n', 'skills/a/b/SKILL.md': 'skill\n', 'plugin.json': '{}\n' })
  const planned = plan(wanted, dir)
  expect(planned).toMatchObject({
    added: ['agents/plan.md', 'plugin.json', 'skills/a/b/SKILL.md'],
    changed: [],
    removed: [],
    unchanged: [],
    foreign: [],
  })
  expect(fs.existsSync(path.dirname(dir))).toBe(false)
  expect(apply(planned)).toEqual({ ok: true, unfinished: false, backups: [] })
  expect(disk(dir)).toEqual({
    'agents/plan.md': 'plan\n',
    'skills/a/b/SKILL.md': 'skill\n',
    'plugin.json': '{}\n',
  })
})

test('O-1: the manifest lists path, sha256 and mode by code point, and nothing else', () => {
  const dir = scratch()
  write(
    tree({
      'z.md': 'z',
      '\u{1F600}.md': 'astral',
      '\uFFFD.md': 'last of the plane',
      'a/run.sh': script('#!'),
    }),
    dir,
  )
  expect(fs.readFileSync(path.join(dir, '.agent-cortex.json'), 'utf8')).toBe(`{
  "version": 1,
  "harness": "claude",
  "files": {
    "a/run.sh": { "sha256": "${sha256('#!')}", "mode": "0755" },
    "z.md": { "sha256": "${sha256('z')}", "mode": "0644" },
    "\uFFFD.md": { "sha256": "${sha256('last of the plane')}", "mode": "0644" },
    "\u{1F600}.md": { "sha256": "${sha256('astral')}", "mode": "0644" }
  }
}
`)
})

test('O-2: unchanged files keep their mtime, the manifest included, and applying changes nothing', () => {
  const dir = scratch()
  const files = {
    'a.md': 'é\n',
    'b/c.bin': new Uint8Array([0, 255, 1]),
    'b/empty': '',
    'd/run': script('#!'),
  }
  write(tree(files), dir)
  const before = clocks(dir)
  const manifest = fs.statSync(path.join(dir, '.agent-cortex.json')).mtimeMs
  const again = plan(tree(files), dir)
  expect(again).toMatchObject({ added: [], changed: [], unchanged: ['a.md', 'b/c.bin', 'b/empty', 'd/run'] })
  expect(isClean(again)).toBe(true)
  expect(apply(again).ok).toBe(true)
  expect(clocks(dir)).toEqual(before)
  expect(fs.statSync(path.join(dir, '.agent-cortex.json')).mtimeMs).toBe(manifest)
})

test('O-2, lessons 13 and 29: added, changed and removed files; only the directories that this empties go', () => {
  const dir = scratch()
  write(tree({ 'keep.md': 'k', 'change.md': 'old', 'skills/old/SKILL.md': 's', 'skills/new/x.md': 'x' }), dir)
  put(dir, { 'notes.txt': 'mine' })
  fs.mkdirSync(path.join(dir, 'empty'))
  fs.mkdirSync(path.join(dir, 'skills/new/empty'))
  const planned = plan(tree({ 'keep.md': 'k', 'change.md': 'new', 'agents/a.md': 'a' }), dir)
  expect(planned).toMatchObject({
    added: ['agents/a.md'],
    changed: ['change.md'],
    removed: ['skills/new/x.md', 'skills/old/SKILL.md'],
    unchanged: ['keep.md'],
  })
  expect(isClean(planned)).toBe(false)
  expect(apply(planned).ok).toBe(true)
  expect(disk(dir)).toEqual({
    'keep.md': 'k',
    'change.md': 'new',
    'agents/a.md': 'a',
    'notes.txt': 'mine',
    'empty/': '',
    'skills/new/empty/': '',
  })
})

test('O-2: bytes of equal length but other content are a change', () => {
  const dir = scratch()
  write(tree({ 'a.md': 'abc' }), dir)
  expect(plan(tree({ 'a.md': 'abd' }), dir).changed).toEqual(['a.md'])
})

test('O-2: contents beyond the reading buffer are compared and written whole', () => {
  const dir = scratch()
  const large = 'é'.repeat(400_000)
  write(tree({ 'large.md': large }), dir)
  expect(fs.readFileSync(path.join(dir, 'large.md'), 'utf8')).toBe(large)
  expect(plan(tree({ 'large.md': large }), dir).unchanged).toEqual(['large.md'])
  expect(plan(tree({ 'large.md': `${'é'.repeat(399_999)}è` }), dir).changed).toEqual(['large.md'])
})

test('O-2: a file of ours gives way to a directory, and a directory of ours to a file', () => {
  const dir = scratch()
  write(tree({ a: 'file', 'b/c/d.md': 'deep', 'b/e.md': 'e' }), dir)
  const result = write(tree({ 'a/x/y.md': 'now a directory', b: 'now a file' }), dir)
  expect(result.reports).toEqual([])
  expect(disk(dir)).toEqual({ 'a/x/y.md': 'now a directory', b: 'now a file' })
})

test('O-2: a removed file leaves its directory when another is put there', () => {
  const dir = scratch()
  write(tree({ 'a/old.md': 'o' }), dir)
  const directory = fs.statSync(path.join(dir, 'a')).ino
  write(tree({ 'a/new.md': 'n' }), dir)
  expect(disk(dir)).toEqual({ 'a/new.md': 'n' })
  expect(fs.statSync(path.join(dir, 'a')).ino).toBe(directory)
})

test('lesson 30: an empty tree removes all that was written, the list and the directory too', () => {
  const dir = path.join(scratch(), 'claude')
  write(tree({ 'a/b.md': 'b', 'c.md': 'c' }), dir)
  expect(write(tree({}), dir).ok).toBe(true)
  expect(fs.existsSync(dir)).toBe(false)
})

test('lesson 30: with a file of the user in it the directory stays', () => {
  const dir = path.join(scratch(), 'claude')
  write(tree({ 'a/b.md': 'b' }), dir)
  put(dir, { 'a/mine.md': 'm' })
  expect(write(tree({}), dir).ok).toBe(true)
  expect(disk(dir)).toEqual({ 'a/mine.md': 'm' })
  expect(fs.existsSync(path.join(dir, '.agent-cortex.json'))).toBe(false)
})

test('an empty tree makes no directory', () => {
  const dir = path.join(scratch(), 'claude')
  expect(write(tree({}), dir).ok).toBe(true)
  expect(fs.existsSync(dir)).toBe(false)
})

test('lesson 32: a changed executable bit is a change, in both directions', () => {
  const dir = scratch()
  write(tree({ run: 'x', text: script('y') }), dir)
  const planned = plan(tree({ run: script('x'), text: 'y' }), dir)
  expect(planned.changed).toEqual(['run', 'text'])
  apply(planned)
  expect(fs.statSync(path.join(dir, 'run')).mode & 0o100).toBe(0o100)
  expect(fs.statSync(path.join(dir, 'text')).mode & 0o111).toBe(0)
  expect(isClean(plan(tree({ run: script('x'), text: 'y' }), dir))).toBe(true)
})

test('O-2: only the owner’s bit counts, as in git', () => {
  const dir = scratch()
  write(tree({ run: script('x') }), dir)
  fs.chmodSync(path.join(dir, 'run'), 0o700)
  expect(plan(tree({ run: script('x') }), dir).unchanged).toEqual(['run'])
})

test('O-2: several plans are applied together or not at all', () => {
  const root = scratch()
  put(root, { 'b/x.md': 'of the user' })
  const reports: string[] = []
  const result = apply(
    [
      plan(tree({ 'x.md': 'new' }), path.join(root, 'a')),
      plan(tree({ 'x.md': 'new' }), path.join(root, 'b')),
    ],
    { report: ({ code }) => reports.push(code) },
  )
  expect(result.ok).toBe(false)
  expect(reports).toEqual(['output-foreign'])
  expect(disk(root)).toEqual({ 'b/x.md': 'of the user' })
})

test('O-2: two plans that would keep one list are a mistake of the caller', () => {
  const dir = scratch()
  const plans = [plan(tree({ 'a.md': 'a' }), dir), plan(tree({ 'b.md': 'b' }), dir)]
  expect(() => apply(plans)).toThrow('two plans for')
})

test('O-2: a plan that another run has overtaken is made again', () => {
  const dir = scratch()
  const first = plan(tree({ 'a.md': 'same', 'b.md': 'old' }), dir)
  const second = plan(tree({ 'a.md': 'same', 'c.md': 'new' }), dir)
  expect(apply(first).ok).toBe(true)
  expect(apply(second).ok).toBe(true)
  expect(disk(dir)).toEqual({ 'a.md': 'same', 'c.md': 'new' })
})

test.each(['../x', '/x', 'a//b', 'a/../b', 'a/', '', '.', 'a/./b', 'a\0b'])(
  'a path that leaves the tree is a mistake of the caller: %j',
  (bad) => {
    expect(() => plan(tree({ [bad]: 'x' }), scratch())).toThrow('not a path inside the tree')
  },
)

test('a tree that contradicts itself, or takes the writer’s own names, is a mistake of the caller', () => {
  expect(() => plan(tree({ a: 'x', 'a/b': 'y' }), scratch())).toThrow('"a" is both a file and a directory')
  expect(() => plan(tree({ '.agent-cortex.json': 'x' }), scratch())).toThrow(
    'is kept for agent-cortex itself',
  )
})

test('names that a path check could mistake are written', () => {
  const dir = scratch()
  const files = { '...': 'dots', '..a/.b.': 'dots', '__proto__/constructor': 'p', 'a b/ü.md': 'u' }
  expect(write(tree(files), dir).reports).toEqual([])
  expect(disk(dir)).toEqual(files)
  expect(isClean(plan(tree(files), dir))).toBe(true)
})

test.each([
  ['not JSON', '{', 'it is not JSON'],
  ['of a later version', '{"version":2,"files":{}}', 'it has version 2, this agent-cortex knows 1'],
  [
    'pointing outside',
    '{"version":1,"files":{"../victim":{}}}',
    'it lists "../victim", which is no path inside',
  ],
])('O-7: a manifest that is %s is not believed', (_, text, reason) => {
  const root = scratch()
  const dir = path.join(root, 'out')
  put(root, { victim: 'v', 'out/.agent-cortex.json': text })
  const planned = plan(tree({ 'a.md': 'a' }), dir, { label: 'out' })
  expect(refusals([planned])).toMatchObject([
    {
      code: 'output-failed',
      message: `cannot tell from "out/.agent-cortex.json" whose files are whose: ${reason}`,
    },
  ])
  expect(isClean(planned)).toBe(false)
  expect(apply(planned).ok).toBe(false)
  expect(disk(root)).toMatchObject({ victim: 'v' })
})
