import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { apply, isClean, plan } from '../../src/tree/index.ts'
import { clocks, disk, put, scratch, tree, write } from '../support/trees.ts'

test('O-2, lesson 31: a file that is not ours and not equal stops the run, and is named with the mend', () => {
  const dir = scratch()
  put(dir, { 'agents/plan.md': 'by hand', 'other.md': 'mine' })
  const result = write(tree({ 'agents/plan.md': 'built', 'new.md': 'n' }), dir)
  expect(result.ok).toBe(false)
  expect(result.reports).toEqual([
    {
      code: 'output-foreign',
      message:
        '"out/agents/plan.md" was not written by agent-cortex, and it differs from what would be written',
      hint: 'move it away, or use --force, which keeps it as "out/agents/plan.md.orig"',
      at: { file: 'out/agents/plan.md' },
      harness: 'claude',
    },
  ])
  expect(disk(dir)).toEqual({ 'agents/plan.md': 'by hand', 'other.md': 'mine' })
})

test('O-2: equal bytes are adopted, untouched, and are ours from then on', () => {
  const dir = scratch()
  put(dir, { 'a.md': 'same' })
  const before = clocks(dir)
  const planned = plan(tree({ 'a.md': 'same' }), dir)
  expect(planned.unchanged).toEqual(['a.md'])
  expect(isClean(planned)).toBe(true)
  write(tree({ 'a.md': 'same' }), dir)
  expect(clocks(dir)).toEqual(before)
  expect(write(tree({ 'a.md': 'next' }), dir).ok).toBe(true)
  expect(disk(dir)).toEqual({ 'a.md': 'next' })
})

test('O-2: --force keeps what stood there beside it, and never over an earlier backup', () => {
  const dir = scratch()
  put(dir, { 'a.md': 'by hand', 'a.md.orig': 'first backup', 'b.md': 'b' })
  const result = write(tree({ 'a.md': 'built', 'b.md': 'b' }), dir, { force: true })
  expect(result.ok).toBe(true)
  expect(result.backups).toEqual([['out/a.md', 'out/a.md.orig.1']])
  expect(disk(dir)).toEqual({
    'a.md': 'built',
    'a.md.orig': 'first backup',
    'a.md.orig.1': 'by hand',
    'b.md': 'b',
  })
})

test('O-2: a backup does not take a name that the tree needs', () => {
  const dir = scratch()
  put(dir, { 'a.md': 'by hand' })
  write(tree({ 'a.md': 'built', 'a.md.orig': 'built too' }), dir, { force: true })
  expect(disk(dir)).toEqual({ 'a.md': 'built', 'a.md.orig': 'built too', 'a.md.orig.1': 'by hand' })
})

test('a directory where a file belongs is foreign; --force moves it aside whole', () => {
  const dir = scratch()
  put(dir, { 'a.md/inner.txt': 'mine' })
  const result = write(tree({ 'a.md': 'built' }), dir)
  expect(result.reports).toMatchObject([
    { code: 'output-foreign', message: '"out/a.md" is a directory; a file would be written here' },
  ])
  expect(write(tree({ 'a.md': 'built' }), dir, { force: true }).ok).toBe(true)
  expect(disk(dir)).toEqual({ 'a.md': 'built', 'a.md.orig/inner.txt': 'mine' })
})

test('an empty directory where a file belongs is foreign too', () => {
  const dir = scratch()
  fs.mkdirSync(path.join(dir, 'a.md'))
  expect(plan(tree({ 'a.md': 'built' }), dir).foreign).toEqual(['a.md'])
})

test('a directory of ours that holds a file of the user does not give way to a file', () => {
  const dir = scratch()
  write(tree({ 'a/b.md': 'b' }), dir)
  put(dir, { 'a/mine.md': 'm' })
  expect(plan(tree({ a: 'file' }), dir).foreign).toEqual(['a'])
})

test('a file where a directory belongs is foreign once, for all files below it', () => {
  const dir = scratch()
  put(dir, { skills: 'a file' })
  const wanted = tree({ 'skills/a/SKILL.md': 'a', 'skills/b/SKILL.md': 'b' })
  const result = write(wanted, dir)
  expect(result.reports).toMatchObject([
    { code: 'output-foreign', message: '"out/skills" is not a directory; one is needed here' },
  ])
  expect(disk(dir)).toEqual({ skills: 'a file' })
  expect(write(wanted, dir, { force: true }).ok).toBe(true)
  expect(disk(dir)).toEqual({ 'skills/a/SKILL.md': 'a', 'skills/b/SKILL.md': 'b', 'skills.orig': 'a file' })
})

test('a link where a directory belongs is told as one', () => {
  const dir = scratch()
  fs.symlinkSync(scratch(), path.join(dir, 'skills'))
  expect(write(tree({ 'skills/a/SKILL.md': 'a' }), dir).reports).toMatchObject([
    {
      code: 'output-foreign',
      message: '"out/skills" is a symbolic link, which is not followed; a directory is needed here',
    },
  ])
})

test('lesson 32: nothing is written or removed through a symlink', () => {
  const root = scratch()
  const dir = path.join(root, 'out')
  write(tree({ 'skills/a.md': 'a', 'skills/b.md': 'b' }), dir)
  fs.rmSync(path.join(dir, 'skills'), { recursive: true })
  put(root, { 'elsewhere/a.md': 'theirs', 'elsewhere/b.md': 'theirs' })
  fs.symlinkSync('../elsewhere', path.join(dir, 'skills'))
  const result = write(tree({ 'skills/a.md': 'new' }), dir)
  expect(result.reports).toMatchObject([{ code: 'output-foreign', at: { file: 'out/skills' } }])
  expect(write(tree({ 'c.md': 'c' }), dir).ok).toBe(true)
  expect(disk(root)).toMatchObject({
    'elsewhere/a.md': 'theirs',
    'elsewhere/b.md': 'theirs',
    'out/skills': '-> ../elsewhere',
    'out/c.md': 'c',
  })
})

test('lesson 32: --force moves the link aside, and leaves what it leads to', () => {
  const root = scratch()
  const dir = path.join(root, 'out')
  put(root, { 'secret.md': 'theirs', 'out/x': '' })
  fs.symlinkSync('../secret.md', path.join(dir, 'a.md'))
  fs.symlinkSync('../nowhere', path.join(dir, 'dangling.md'))
  const wanted = tree({ 'a.md': 'theirs', 'dangling.md': 'built' })
  expect(write(wanted, dir).reports.map(({ message }) => message)).toEqual([
    '"out/a.md" is a symlink; a file would be written here',
    '"out/dangling.md" is a symlink; a file would be written here',
  ])
  expect(write(wanted, dir, { force: true }).ok).toBe(true)
  expect(disk(root)).toEqual({
    'secret.md': 'theirs',
    'out/x': '',
    'out/a.md': 'theirs',
    'out/a.md.orig': '-> ../secret.md',
    'out/dangling.md': 'built',
    'out/dangling.md.orig': '-> ../nowhere',
    'out/.agent-cortex.json': expect.any(String),
  })
})

test('a directory or link in the place of the list is foreign', () => {
  const dir = scratch()
  fs.symlinkSync('/etc/hostname', path.join(dir, '.agent-cortex.json'))
  expect(plan(tree({ 'a.md': 'a' }), dir).foreign).toEqual(['.agent-cortex.json'])
})

test('what is listed as ours and has become a link or directory of the user is not removed', () => {
  const dir = scratch()
  write(tree({ 'a.md': 'a', 'b.md': 'b', 'c.md': 'c' }), dir)
  for (const file of ['a.md', 'b.md']) fs.rmSync(path.join(dir, file))
  fs.symlinkSync('elsewhere', path.join(dir, 'a.md'))
  put(dir, { 'b.md/inner': 'mine' })
  expect(plan(tree({ 'c.md': 'c' }), dir).removed).toEqual([])
  write(tree({ 'c.md': 'c' }), dir)
  expect(disk(dir)).toEqual({ 'a.md': '-> elsewhere', 'b.md/inner': 'mine', 'c.md': 'c' })
})

test('O-2: a file that appears between comparison and writing is kept', () => {
  const dir = scratch()
  const planned = plan(tree({ 'a.md': 'built', 'd/b.md': 'built' }), dir)
  put(dir, { 'a.md': 'late', 'd/mine.md': 'late' })
  expect(apply(planned).ok).toBe(true)
  expect(disk(dir)).toEqual({
    'a.md': 'built',
    'a.md.orig': 'late',
    'd/b.md': 'built',
    'd.orig/mine.md': 'late',
  })
})

test('an output that is a dangling symlink, or lies behind a file, fails in words', () => {
  const root = scratch()
  fs.symlinkSync('nowhere', path.join(root, 'out'))
  put(root, { file: 'f' })
  const dangling = write(tree({ 'a.md': 'a' }), path.join(root, 'out'))
  expect(dangling.reports).toMatchObject([
    { code: 'output-failed', message: 'cannot write "out": it is a link to what is not there' },
  ])
  const behind = write(tree({ 'a.md': 'a' }), path.join(root, 'file/out'))
  expect(behind.reports).toMatchObject([
    { code: 'output-failed', message: 'cannot read "out": a part of the path is not a directory' },
  ])
  const over = write(tree({ 'a.md': 'a' }), path.join(root, 'file'))
  expect(over.reports).toMatchObject([
    { code: 'output-failed', message: 'cannot read "out": a part of the path is not a directory' },
  ])
  expect(disk(root)).toEqual({ out: '-> nowhere', file: 'f' })
})
