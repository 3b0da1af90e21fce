import fs from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Arrivals } from '../../src/plugin/arrivals.ts'
import { until } from '../support/cli.ts'
import { put, scratch } from '../support/trees.ts'

function arrivals(cacheDir: string): Arrivals {
  const made = new Arrivals(cacheDir)
  onTestFinished(() => made.close())
  return made
}

const size = (file: string): string => fs.readFileSync(file, 'utf8')

test('what appears is told by a change of the signal', async () => {
  const root = scratch()
  const it = arrivals(path.join(root, 'cache'))
  expect(it.signal).toBe(path.join(root, 'cache/agent-cortex/arrived'))
  const before = size(it.signal)
  it.expect([path.join(root, 'skills')])
  put(root, { 'skills/x': '' })
  await until(() => size(it.signal) !== before, 'the signal')
})

test("where Vite's directory cannot be written to, the signal is elsewhere, and goes at the end", async () => {
  const root = scratch()
  put(root, { cache: 'a file, where a directory would be needed' })
  const it = new Arrivals(path.join(root, 'cache'))
  expect(it.signal.startsWith(root)).toBe(false)
  const before = size(it.signal)
  it.rebuild()
  await until(() => size(it.signal) !== before, 'the signal')
  it.close()
  expect(fs.existsSync(path.dirname(it.signal))).toBe(false)
})

test('a signal that cannot be written any longer ends nothing', async () => {
  const root = scratch()
  const it = arrivals(path.join(root, 'cache'))
  fs.rmSync(path.join(root, 'cache'), { recursive: true })
  put(root, { cache: 'in the way' })
  it.rebuild()
  // An exception in the timer would fail the test run.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(fs.readFileSync(path.join(root, 'cache'), 'utf8')).toBe('in the way')
})
