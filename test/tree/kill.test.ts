import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isClean, plan, recover } from '../../src/tree/index.ts'
import { disk, MEMORY, put, scratch, tree, write } from '../support/trees.ts'

const CHILD = path.resolve(import.meta.dirname, '../support/write-tree.mjs')

const OLD = {
  'a.md': 'old a',
  'b/c.md': 'old c',
  'b/d.md': 'same',
  'gone/e.md': 'e',
  file: 'becomes a directory',
}
const NEW = { 'a.md': 'new a', 'b/c.md': 'new c', 'b/d.md': 'same', 'new/deep/f.md': 'f', 'file/g.md': 'g' }
const USER = { 'b/mine.md': 'mine', 'notes.txt': 'mine too' }

/** A directory that holds the old tree and files of the user, and the new tree in a file. */
function start(): { dir: string; wanted: string } {
  const root = scratch(MEMORY)
  const dir = path.join(root, 'out')
  write(tree(OLD), dir)
  put(dir, USER)
  const wanted = path.join(root, 'wanted.json')
  fs.writeFileSync(wanted, JSON.stringify(NEW))
  return { dir, wanted }
}

function run(...args: string[]): { killed: boolean; changes: number; ok: boolean } {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [CHILD, ...args], { encoding: 'utf8' })
  if (signal === 'SIGKILL') return { killed: true, changes: Number.NaN, ok: false }
  if (stdout === '') throw new Error(stderr)
  return { killed: false, ...JSON.parse(stdout) }
}

/** After recovery the disk holds one of the two trees whole, and after a further run the new one. */
function expectSound(dir: string): 'old' | 'new' {
  expect(recover(dir)).toEqual([])
  const found = disk(dir)
  const state = found['a.md'] === OLD['a.md'] ? 'old' : 'new'
  expect(found).toEqual({ ...(state === 'old' ? OLD : NEW), ...USER })
  expect(write(tree(NEW), dir).reports).toEqual([])
  expect(disk(dir)).toEqual({ ...NEW, ...USER })
  expect(isClean(plan(tree(NEW), dir))).toBe(true)
  return state
}

test('O-7: killed at each single change to the disk, a run is taken back or finished', () => {
  const whole = start()
  const { changes, ok } = run(whole.dir, whole.wanted)
  expect(ok).toBe(true)
  expect(changes).toBeGreaterThanOrEqual(30)
  const states: string[] = []
  for (let at = 1; at <= changes; at++) {
    const { dir, wanted } = start()
    expect(run(dir, wanted, '--kill-at', `${at}`).killed).toBe(true)
    states.push(expectSound(dir))
  }
  // One moment divides the two, and nothing ever goes back.
  expect(states).toEqual(states.toSorted((a, b) => (a === b ? 0 : a === 'old' ? -1 : 1)))
  expect(new Set(states)).toEqual(new Set(['old', 'new']))
}, 120_000)

test('O-7: killed while it makes its first directory, a run leaves nothing in the way', () => {
  for (let at = 1; ; at += at < 8 ? 1 : 3) {
    const root = scratch(MEMORY)
    const [dir, wanted] = [path.join(root, 'dist/claude'), path.join(root, 'wanted.json')]
    fs.writeFileSync(wanted, JSON.stringify(NEW))
    if (!run(dir, wanted, '--kill-at', `${at}`).killed) break
    expect(write(tree(NEW), dir).reports).toEqual([])
    expect(disk(dir)).toEqual(NEW)
  }
}, 120_000)

test('O-7: killed again in each step of the recovery, from both phases', () => {
  const counted = start()
  const { changes } = run(counted.dir, counted.wanted)
  for (const first of [Math.floor(changes * 0.4), Math.floor(changes * 0.8)]) {
    for (let at = 1; ; at++) {
      const { dir, wanted } = start()
      expect(run(dir, wanted, '--kill-at', `${first}`).killed).toBe(true)
      if (!run(dir, '--recover', '--kill-at', `${at}`).killed) break
      // Now and then once more, so that a claim upon a claim is tried as well.
      if (at % 3 === 0) run(dir, '--recover', '--kill-at', `${at}`)
      expectSound(dir)
    }
  }
}, 120_000)

test('O-7: killed at random moments, with hundreds of files', async () => {
  const count = 300
  const versions = ['one', 'two'].map((word) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => {
        const folder = i % 7 === 0 ? word : `skills/s${i % 20}`
        return [`${folder}/f${i}.md`, `${word} ${i}\n`.repeat(20)]
      }),
    ),
  )
  const root = scratch(MEMORY)
  const dir = path.join(root, 'out')
  const files = versions.map((version, i) => {
    const file = path.join(root, `${i}.json`)
    fs.writeFileSync(file, JSON.stringify(version))
    return file
  })
  write(tree(versions[0]!), dir)
  put(dir, USER)
  let now = 0
  let killed = 0
  for (let round = 0; round < 25; round++) {
    const next = 1 - now
    const child = spawn(process.execPath, [CHILD, dir, files[next]!, '--go'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    await new Promise((resolve) => setTimeout(resolve, (round * 7) % 40))
    child.kill('SIGKILL')
    const [, signal] = await ended
    if (signal === 'SIGKILL') killed++
    expect(recover(dir)).toEqual([])
    const found = disk(dir)
    const old = { ...versions[now]!, ...USER }
    expect(found).toEqual(
      `${next === 1 ? 'two' : 'one'}/f0.md` in found ? { ...versions[next]!, ...USER } : old,
    )
    expect(write(tree(versions[next]!), dir).reports).toEqual([])
    expect(disk(dir)).toEqual({ ...versions[next]!, ...USER })
    now = next
  }
  expect(killed).toBeGreaterThan(5)
}, 120_000)

function journal(dir: string, fields: Record<string, unknown>): void {
  const whole = {
    version: 1,
    id: '0123456789ab',
    writer: { pid: 2 ** 22 + 1, thread: 0 },
    state: 'commit',
    made: 0,
    backups: [],
    removals: [],
    places: [],
    manifests: [],
    prune: false,
    ...fields,
  }
  put(dir, { '.agent-cortex.journal': JSON.stringify(whole) })
}

async function sleeper(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'])
  await once(child, 'spawn')
  return child
}

test('O-7: while another process writes, a run says so and leaves all as it is', async () => {
  const { dir } = start()
  const child = await sleeper()
  try {
    journal(dir, { writer: { pid: child.pid, thread: 0 }, removals: ['a.md'] })
    const before = disk(dir)
    const result = write(tree(NEW), dir)
    expect(result.reports).toEqual([
      {
        code: 'output-busy',
        message: `process ${child.pid} is writing to "out"`,
        hint: 'wait until it is done and run again',
        at: { file: 'out' },
      },
    ])
    expect(isClean(plan(tree(OLD), dir))).toBe(false)
    expect(disk(dir)).toEqual(before)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  expect(write(tree(NEW), dir).ok).toBe(true)
  expect(disk(dir)).toEqual({ ...NEW, ...USER })
})

test('O-7: a number that a later process was given does not keep the directory busy', async (context) => {
  if (!fs.existsSync('/proc/self/stat')) return context.skip('no /proc: the two cannot be told apart')
  const { dir } = start()
  const child = await sleeper()
  try {
    journal(dir, { writer: { pid: child.pid, thread: 0, start: '1' } })
    expect(write(tree(NEW), dir).reports).toEqual([])
  } finally {
    child.kill('SIGKILL')
  }
})

test.each(['', '{"version":1,"id":"0123', '[]', 'null'])(
  'O-7: a journal that was cut off is cleared away with its temporaries: %j',
  (text) => {
    const { dir } = start()
    put(dir, {
      '.agent-cortex.journal': text,
      '.agent-cortex.journal-4194305-0-0123456789ab': '{"ver',
      '.agent-cortex.journal.0123456789ab': '{}',
      '.agent-cortex.0123456789ab.0/x.md': 'x',
      'b/.agent-cortex.0123456789ab.1z': 'y',
    })
    expectSound(dir)
  },
)

test('O-7: drafts that a kill left without a journal are cleared away', () => {
  const { dir } = start()
  put(dir, { '.agent-cortex.journal-4194305-0-0123456789ab': '{"ver' })
  expectSound(dir)
})

test('O-7: a journal from elsewhere cannot reach outside its directory, by name or by link', () => {
  const { dir } = start()
  const root = path.dirname(dir)
  put(root, { 'victim/x.md': 'x' })
  fs.symlinkSync('../victim', path.join(dir, 'link'))
  journal(dir, { removals: ['../victim/x.md'] })
  recover(dir)
  journal(dir, { removals: ['link/x.md'], backups: [['link/x.md', 'link/y.md']] })
  recover(dir)
  put(dir, { 'b/.agent-cortex.0123456789ab.0': 'theirs' })
  journal(dir, { places: [['b/.agent-cortex.0123456789ab.0', 'link/x.md', true]] })
  recover(dir)
  for (const state of ['staging', 'commit']) {
    journal(dir, { state, places: [['b/mine.md', 'notes.txt', true]] })
    recover(dir)
  }
  expect(disk(path.join(root, 'victim'))).toEqual({ 'x.md': 'x' })
  expect(disk(dir)).toMatchObject({ ...OLD, ...USER })
})

test('O-7: what the user puts in the way between a kill and the next run is kept', () => {
  const { dir } = start()
  put(dir, { '.agent-cortex.0123456789ab.0': 'built' })
  journal(dir, { places: [['.agent-cortex.0123456789ab.0', 'new.md', false]] })
  put(dir, { 'new.md': 'by hand' })
  expect(recover(dir)).toEqual([])
  expect(disk(dir)).toEqual({ ...OLD, ...USER, 'new.md': 'built', 'new.md.orig': 'by hand' })
})

test('O-7: two processes at once end with the tree, each done or told that the other writes', async () => {
  for (let round = 0; round < 12; round++) {
    const { dir, wanted } = start()
    // Every other time both find a run that was killed first.
    if (round % 2 === 1) run(dir, wanted, '--kill-at', '40')
    const children = [0, 1].map(() => spawn(process.execPath, [CHILD, dir, wanted]))
    const outputs = await Promise.all(
      children.map(async (child) => {
        let text = ''
        for await (const part of child.stdout) text += part
        return JSON.parse(text) as { ok: boolean; reports: { code: string }[] }
      }),
    )
    expect(outputs.some(({ ok }) => ok)).toBe(true)
    for (const { ok, reports } of outputs) {
      expect(reports.map(({ code }) => code)).toEqual(ok ? [] : ['output-busy'])
    }
    expect(disk(dir)).toEqual({ ...NEW, ...USER })
    expect(isClean(plan(tree(NEW), dir))).toBe(true)
  }
}, 60_000)
