import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { differences, plan, unifiedDiff } from '../../src/tree/index.ts'
import { put, scratch, script, tree, write } from '../support/trees.ts'

const label = 'dist/claude'

function lines(word: string): string {
  return Array.from({ length: 20_000 }, (_, i) => `${word} ${i}\n`).join('')
}

test('O-6: a changed, a missing and a left-over file, as a unified diff in order of paths', () => {
  const dir = scratch()
  write(tree({ 'b.md': 'one\ntwo\nthree\nfour\nfive\n', 'c.md': 'gone\n' }), dir)
  const planned = plan(tree({ 'b.md': 'one\ntwo\n3\nfour\nfive', 'a.md': 'new\nfile\n' }), dir, { label })
  expect(differences(planned)).toEqual([
    { path: 'a.md', kind: 'added' },
    { path: 'b.md', kind: 'changed' },
    { path: 'c.md', kind: 'removed' },
  ])
  expect(unifiedDiff(planned)).toBe(`--- /dev/null
+++ dist/claude/a.md
@@ -0,0 +1,2 @@
+new
+file
--- dist/claude/b.md
+++ dist/claude/b.md
@@ -1,5 +1,5 @@
 one
 two
-three
+3
 four
-five
+five
\\ No newline at end of file
--- dist/claude/c.md
+++ /dev/null
@@ -1,1 +0,0 @@
-gone
`)
})

test('nothing differs: no text', () => {
  const dir = scratch()
  write(tree({ 'a.md': 'a' }), dir)
  const planned = plan(tree({ 'a.md': 'a' }), dir, { label })
  expect(differences(planned)).toEqual([])
  expect(unifiedDiff(planned)).toBe('')
})

test('a bundle takes one line: its own is longer than anybody reads', () => {
  const dir = scratch()
  write(tree({ 'a.js': 'a'.repeat(10_000), 'b.js': 'b'.repeat(9_999) }), dir)
  const planned = plan(tree({ 'a.js': 'a\n', 'b.js': 'b\n' }), dir, { label })
  const told = unifiedDiff(planned)
  expect(told.split('\n')[0]).toBe('Binary files dist/claude/a.js and dist/claude/a.js differ')
  expect(told).toContain(`-${'b'.repeat(9_999)}\n`)
})

test('binary files take one line, and so does a mode', () => {
  const dir = scratch()
  write(tree({ 'a.png': new Uint8Array([0x89, 0]), 'latin.txt': new Uint8Array([0xe9]), run: 'x\n' }), dir)
  const wanted = {
    'a.png': new Uint8Array([0x89, 1, 0]),
    'latin.txt': 'é',
    run: script('x\n'),
    'b.png': '\0',
  }
  expect(unifiedDiff(plan(tree(wanted), dir, { label })))
    .toBe(`Binary files dist/claude/a.png and dist/claude/a.png differ
Binary files /dev/null and dist/claude/b.png differ
Binary files dist/claude/latin.txt and dist/claude/latin.txt differ
mode change 100644 => 100755 dist/claude/run
`)
})

test('lesson 29: a file that somebody put into the tree is a difference; backups and lists are not', () => {
  const dir = scratch()
  write(tree({ 'skills/a/SKILL.md': 'a' }), dir)
  put(dir, {
    'skills/a/added.md': 'x',
    'top.md': 'y',
    'skills/a/SKILL.md.orig': 'moved aside',
    'skills/.DS_Store': '',
  })
  const planned = plan(tree({ 'skills/a/SKILL.md': 'a' }), dir, { label })
  expect(differences(planned)).toEqual([
    { path: 'skills/a/added.md', kind: 'extra' },
    { path: 'top.md', kind: 'extra' },
  ])
  expect(unifiedDiff(planned)).toBe(
    'Only on disk: dist/claude/skills/a/added.md\nOnly on disk: dist/claude/top.md\n',
  )
})

test('what is in the way is told: another text as a diff, other things in a line', () => {
  const dir = scratch()
  put(dir, { 'a.md': 'theirs\n', 'b.md/inner': '', d: 'file' })
  fs.symlinkSync('a.md', path.join(dir, 'c.md'))
  const wanted = tree({ 'a.md': 'ours\n', 'b.md': 'b', 'c.md': 'c', 'd/e.md': 'e' })
  const planned = plan(wanted, dir, { label })
  expect(differences(planned)).toEqual([
    { path: 'a.md', kind: 'foreign' },
    { path: 'b.md', kind: 'foreign' },
    { path: 'c.md', kind: 'foreign' },
    { path: 'd', kind: 'foreign' },
  ])
  expect(unifiedDiff(planned)).toBe(`--- dist/claude/a.md
+++ dist/claude/a.md
@@ -1,1 +1,1 @@
-theirs
+ours
Not a regular file: dist/claude/b.md
Not a regular file: dist/claude/c.md
Not a directory: dist/claude/d
`)
})

test('CRLF against LF is a difference that shows', () => {
  const dir = scratch()
  put(dir, { 'a.md': 'x\r\n' })
  expect(unifiedDiff(plan(tree({ 'a.md': 'x\n' }), dir, { label: '' }))).toBe(`--- a.md
+++ a.md
@@ -1,1 +1,1 @@
-x\r
+x
`)
})

test('two long texts that share no line are shown as replaced, in little time', () => {
  const dir = scratch()
  write(tree({ 'a.md': lines('old') }), dir)
  const start = performance.now()
  const text = unifiedDiff(plan(tree({ 'a.md': lines('new') }), dir, { label }))
  expect(performance.now() - start).toBeLessThan(5000)
  expect(text).toContain('@@ -1,20000 +1,20000 @@\n-old 0\n')
})

test('the diff is one that patch applies', () => {
  const dir = scratch()
  const old = { 'a.md': 'a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n', 'gone.md': 'x', 'end.md': 'no newline' }
  const now = { 'a.md': 'A\nb\nc\nd\ne\nf\ng\nh\ni\nJ', 'new/deep.md': 'n\n', 'end.md': 'no newline\nmore\n' }
  write(tree(old), dir)
  const text = unifiedDiff(plan(tree(now), dir, { label: '' }))
  execFileSync('git', ['apply', '-p0', '-'], { cwd: dir, input: text })
  expect(plan(tree(now), dir)).toMatchObject({ added: [], changed: [], removed: [] })
})

test('O-6: a stale file that cannot be read is told in a line, not thrown', (context) => {
  const dir = scratch()
  write(tree({ 'a.md': 'a', 'gone.md': 'gone' }), dir)
  const planned = plan(tree({ 'a.md': 'a' }), dir, { label })
  // In the place of rights, which do not stop everybody: what was a file can be read no longer.
  fs.rmSync(path.join(dir, 'gone.md'))
  fs.mkdirSync(path.join(dir, 'gone.md'))
  expect(unifiedDiff(planned)).toBe('Cannot be read (it is a directory): dist/claude/gone.md\n')
  if (process.getuid?.() === 0) return context.skip('root may read all')
  fs.rmdirSync(path.join(dir, 'gone.md'))
  fs.writeFileSync(path.join(dir, 'gone.md'), 'gone', { mode: 0 })
  expect(unifiedDiff(planned)).toBe('Cannot be read (permission denied): dist/claude/gone.md\n')
})
