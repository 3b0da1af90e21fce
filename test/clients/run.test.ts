import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Rpc } from '../../src/clients/copilot/rpc.ts'
import { runClient } from '../../src/clients/run.ts'

let cwd: string
beforeAll(() => {
  cwd = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-run-'))
})
afterAll(() => fs.rmSync(cwd, { recursive: true }))

const sh = { command: ['/bin/sh', '-c'] }
const env = { PATH: process.env['PATH'] }

test('tells how it ended, and what it said', async () => {
  const run = await runClient(sh, ['cat; pwd >&2; exit 3'], { cwd, env, input: 'hello' })
  expect(run).toEqual({ code: 3, stdout: 'hello', stderr: `${fs.realpathSync(cwd)}\n`, timedOut: false })
})

test('gives the environment that it is given, and nothing more', async () => {
  const { stdout } = await runClient({ command: ['/usr/bin/env'] }, [], { cwd, env: { A: '1' } })
  expect(stdout).toBe('A=1\n')
})

test('has no input where none is given', async () => {
  expect(await runClient(sh, ['cat'], { cwd, env })).toMatchObject({ code: 0, stdout: '' })
})

test('is no exception where the program is not there', async () => {
  const run = await runClient({ command: [path.join(cwd, 'none')] }, [], { cwd, env })
  expect(run).toMatchObject({ code: null, timedOut: false })
  expect(run.stderr).toMatch(/^it cannot be started: .*ENOENT/)
})

test('kills what the client started too, when time is up', async () => {
  const run = await runClient(sh, ['sleep 30 & echo $!; wait'], { cwd, env, timeoutMs: 300 })
  expect(run).toMatchObject({ code: null, timedOut: true })
  expect(await isGone(Number(run.stdout))).toBe(true)
})

test('does not wait for what a client left running', async () => {
  const start = performance.now()
  const run = await runClient(sh, ['sleep 30 & echo $!'], { cwd, env })
  expect(run).toMatchObject({ code: 0, timedOut: false })
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(await isGone(Number(run.stdout))).toBe(true)
})

test('ends once what was asked for has come', async () => {
  const run = await runClient(sh, ['echo there; sleep 30'], {
    cwd,
    env,
    until: (stdout) => stdout.includes('there'),
  })
  expect(run).toMatchObject({ code: null, stdout: 'there\n', timedOut: false })
})

test.each(['yes', 'yes >&2'])('ends a client that prints without end: %s', async (script) => {
  const run = await runClient(sh, [script], { cwd, env, timeoutMs: 25_000 })
  expect(run).toMatchObject({ code: null, timedOut: false })
  expect(run.stderr).toMatch(/^it was ended, for it printed more than 16 MB\n/)
  expect(run.stdout.length + run.stderr.length).toBeLessThan(17 * 1024 * 1024)
})

test.each(['yes', 'yes >&2'])('nor is more kept of one that is talked to: %s', async (script) => {
  const client = { id: 'copilot', path: '', version: null, command: ['/bin/sh', '-c', script] } as const
  const rpc = new Rpc(client, [], { cwd, env })
  const reply = await rpc.call('ping')
  await rpc.close()
  expect(reply).toEqual({ error: 'it was ended, for it printed more than 16 MB' })
})

/** A process that was killed may still be listed until its parent, here the system's first, has asked for it. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      process.kill(pid, 0)
      if (/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))) return true
    } catch {
      return true
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return false
}
