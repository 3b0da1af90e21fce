import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { apply, isClean, plan, type Tree } from '../../src/tree/index.ts'
import { clocks, disk, list, mode, put, scratch, script, tree, write } from '../support/trees.ts'

const root = process.getuid?.() === 0
const CHILD = path.resolve(import.meta.dirname, '../support/write-tree.mjs')

const mounted: string[] = []
afterAll(() => {
  for (const dir of mounted) execFileSync('umount', [dir])
})

/** A file system with room for so many bytes, or nothing where it cannot be had. */
function smallDisk(options: string): string | undefined {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir])
  if (status !== 0) return undefined
  mounted.push(dir)
  return dir
}

function large(count: number): Tree {
  const files = Array.from({ length: count }, (_, i) => [`agents/a${i}.md`, `${i}`.repeat(20_000)])
  return tree(Object.fromEntries(files))
}

/** Gives a directory and all in it to a user. */
function own(dir: string, user: number): void {
  for (const entry of fs.readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
    fs.chownSync(path.join(dir, entry), user, user)
  }
  fs.chownSync(dir, user, user)
}

test('O-2: a full disk leaves the output as it was, and the reason is told in words', (context) => {
  const disk1 = smallDisk('size=1m')
  if (disk1 === undefined) return context.skip('cannot mount a tmpfs: not root?')
  const dir = path.join(disk1, 'dist/claude')
  write(tree({ 'agents/a0.md': 'old', 'b.md': 'b' }), dir)
  const [before, times, free] = [disk(dir), clocks(dir), fs.statfsSync(disk1).bfree]
  const result = write(large(40), dir)
  expect(result.ok).toBe(false)
  expect(result.reports).toMatchObject([{ code: 'output-failed', hint: 'free some space and run again' }])
  expect(result.reports[0]!.message).toMatch(
    /^cannot write "out\/agents\/a\d+\.md": no space left on the disk$/,
  )
  expect(disk(disk1)).toEqual({
    ...Object.fromEntries(Object.entries(before).map(([file, text]) => [`dist/claude/${file}`, text])),
    'dist/claude/.agent-cortex.json': expect.any(String),
  })
  expect(clocks(dir)).toEqual(times)
  expect(fs.statfsSync(disk1).bfree).toBe(free)
})

test('O-2: on a full disk a first build leaves nothing at all, in none of its directories', (context) => {
  const small = smallDisk('size=1m')
  if (small === undefined) return context.skip('cannot mount a tmpfs: not root?')
  const one = plan(tree({ 'a.md': 'fits' }), path.join(small, 'dist/pi'))
  const other = plan(large(40), path.join(small, 'dist/claude'))
  expect(apply([one, other]).ok).toBe(false)
  expect(fs.readdirSync(small)).toEqual([])
})

test('O-2: a disk without room for one more file is left alone', (context) => {
  const small = smallDisk('size=1m,nr_inodes=12')
  if (small === undefined) return context.skip('cannot mount a tmpfs: not root?')
  const dir = path.join(small, 'out')
  for (let count = 1; count < 14; count++) {
    const files = Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}.md`, 'x']))
    const { ok } = write(tree(files), dir)
    if (ok) write(tree({}), dir)
    expect(fs.readdirSync(small)).toEqual([])
  }
})

test('O-7: a run that was killed on a disk it had filled is taken back', (context) => {
  const small = smallDisk('size=1m')
  if (small === undefined) return context.skip('cannot mount a tmpfs: not root?')
  const dir = path.join(small, 'out')
  write(tree({ 'a.md': 'old' }), dir)
  const id = '0123456789ab'
  put(dir, {
    '.agent-cortex.journal': JSON.stringify({
      version: 1,
      id,
      writer: { pid: 2 ** 22 + 1, thread: 0 },
      state: 'staging',
      made: 0,
      backups: [],
      removals: [],
      places: [[`.agent-cortex.${id}.0`, 'b.md', false]],
      manifests: [],
      prune: false,
    }),
  })
  const rest = fs.statfsSync(small)
  fs.writeFileSync(path.join(dir, `.agent-cortex.${id}.0`), Buffer.alloc(rest.bfree * rest.bsize))
  expect(write(tree({ 'a.md': 'new' }), dir).reports).toEqual([])
  expect(disk(dir)).toEqual({ 'a.md': 'new' })
})

test('O-2: a read-only file system', (context) => {
  const small = smallDisk('size=1m')
  if (small === undefined) return context.skip('cannot mount a tmpfs: not root?')
  const dir = path.join(small, 'out')
  write(tree({ 'a.md': 'old' }), dir)
  execFileSync('mount', ['-o', 'remount,ro', small])
  expect(isClean(plan(tree({ 'a.md': 'old' }), dir))).toBe(true)
  expect(write(tree({ 'a.md': 'new' }), dir).reports).toMatchObject([
    {
      code: 'output-failed',
      message: 'cannot write "out": the file system is read-only',
      hint: 'write to another directory',
    },
  ])
  expect(disk(dir)).toEqual({ 'a.md': 'old' })
})

test('O-2: directories without write permission, as another user', (context) => {
  if (!root) return context.skip('not root: cannot become another user')
  const base = scratch()
  fs.chmodSync(base, 0o777)
  const wanted = path.join(base, 'wanted.json')
  const runAs = (dir: string, files: Record<string, string>): { ok: boolean; reports: unknown[] } => {
    fs.writeFileSync(wanted, JSON.stringify(files))
    const { stdout, stderr } = spawnSync(process.execPath, [CHILD, dir, wanted], {
      uid: 65534,
      gid: 65534,
      encoding: 'utf8',
    })
    if (stdout === '') throw new Error(stderr)
    return JSON.parse(stdout)
  }
  const whole = path.join(base, 'whole')
  write(tree({ 'a.md': 'old' }), whole)
  expect(runAs(whole, { 'a.md': 'new' })).toMatchObject({
    ok: false,
    reports: [
      {
        code: 'output-failed',
        message: 'cannot write "out": permission denied',
        hint: 'make the directory writable for you',
      },
    ],
  })
  expect(disk(whole)).toEqual({ 'a.md': 'old' })

  // Here all can be written but one directory, from which a file is to be removed.
  const part = path.join(base, 'part')
  write(tree({ 'a.md': 'old', 'closed/b.md': 'b' }), part)
  own(part, 65534)
  fs.chmodSync(path.join(part, 'closed'), 0o555)
  const before = clocks(part)
  expect(runAs(part, { 'a.md': 'new', 'c/d.md': 'd' })).toMatchObject({
    ok: false,
    reports: [{ code: 'output-failed', message: 'cannot write "out/closed": permission denied' }],
  })
  expect(disk(part)).toEqual({ 'a.md': 'old', 'closed/b.md': 'b' })
  expect(clocks(part)).toEqual(before)
  expect(runAs(part, { 'a.md': 'old', 'closed/b.md': 'changed' })).toMatchObject({
    reports: [{ message: 'cannot write "out/closed/b.md": permission denied' }],
  })

  const unreadable = path.join(base, 'unreadable')
  write(tree({ 'a.md': 'old' }), unreadable)
  own(unreadable, 65534)
  fs.chmodSync(path.join(unreadable, 'a.md'), 0)
  expect(runAs(unreadable, { 'a.md': 'new' })).toMatchObject({
    reports: [{ code: 'output-failed', message: 'cannot read "out/a.md": permission denied' }],
  })
}, 20_000)

test.runIf(process.platform === 'linux')(
  'O-7: a place where nothing can be made is told, not tried for ever',
  () => {
    const reports: unknown[] = []
    const planned = plan(tree({ 'a.md': 'new' }), '/proc/agent-cortex/out', { label: 'out' })
    expect(apply(planned, { report: (report) => reports.push(report) })).toMatchObject({ ok: false })
    expect(reports).toMatchObject([
      { code: 'output-failed', message: 'cannot write "out": no such file or directory' },
    ])
  },
)

test('O-7: a link to nowhere on the way is told before anything is tried', () => {
  const base = scratch()
  fs.symlinkSync('nowhere/at/all', path.join(base, 'dist'))
  const { problems } = plan(tree({ 'a.md': 'new' }), path.join(base, 'dist/claude'), { label: 'dist/claude' })
  expect(problems).toEqual([
    {
      code: 'output-failed',
      message: 'cannot write "dist": it is a link to what is not there',
      hint: 'make what it leads to, or remove the link',
      at: { file: 'dist' },
    },
  ])
})

/** A tree whose second file, while it is being written, does something to the disk. */
function meddling(action: () => void): Tree {
  const files = new Map(tree({ 'a.md': 'new', 'z.md': 'z' }).files)
  const last = files.get('z.md')!
  files.set('z.md', {
    ...last,
    get content() {
      action()
      return 'z'
    },
  })
  return { harness: 'claude', files }
}

test('O-7: when writing breaks off in the middle, that is told, and the next run finishes it', () => {
  const dir = path.join(scratch(), 'out')
  write(tree({ 'a.md': 'old' }), dir)
  const place = path.join(dir, 'a.md')
  const planned = plan(
    meddling(() => {
      fs.rmSync(place)
      put(place, { 'in the way': '' })
    }),
    dir,
    { label: 'out' },
  )
  const reports: unknown[] = []
  const result = apply(planned, { report: (report) => reports.push(report) })
  expect(result).toMatchObject({ ok: false, unfinished: true })
  expect(reports).toMatchObject([
    { code: 'output-failed', hint: 'the next run finishes it, once nothing is in its way' },
  ])
  fs.rmSync(place, { recursive: true })
  expect(write(tree({ 'a.md': 'new', 'z.md': 'z' }), dir).ok).toBe(true)
  expect(disk(dir)).toEqual({ 'a.md': 'new', 'z.md': 'z' })
})

test('O-2: what fails before anything is changed leaves nothing unfinished', () => {
  const dir = path.join(scratch(), 'out')
  const name = 'n'.repeat(300)
  expect(apply(plan(tree({ [`${name}/b.md`]: 'b' }), dir))).toMatchObject({ ok: false, unfinished: false })
})

test('a name that is too long fails in words and leaves nothing', () => {
  const dir = path.join(scratch(), 'out')
  const name = 'n'.repeat(300)
  expect(write(tree({ 'a.md': 'a', [`${name}/b.md`]: 'b' }), dir).reports).toMatchObject([
    { code: 'output-failed', message: expect.stringContaining('the name is too long') },
  ])
  expect(fs.existsSync(dir)).toBe(false)
})

test.each([0o077, 0o000, 0o022, 0o111])('O-1: under umask %i the trees are the same to us', (mask) => {
  const dir = path.join(scratch(), 'out')
  const wanted = tree({ 'a.md': 'a', 'hooks/run.sh': script('#!') })
  const before = process.umask(mask)
  try {
    expect(write(wanted, dir).ok).toBe(true)
  } finally {
    process.umask(before)
  }
  expect(mode(path.join(dir, 'a.md'))).toBe(0o644 & ~mask)
  expect(mode(path.join(dir, 'hooks/run.sh'))).toBe((0o755 & ~mask) | 0o100)
  expect(isClean(plan(wanted, dir))).toBe(true)
  const other = path.join(scratch(), 'out')
  write(wanted, other)
  expect(list(dir)).toBe(list(other))
})
