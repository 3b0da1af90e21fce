import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const PRELOAD = fileURLToPath(new URL('./usage-preload.cjs', import.meta.url))

/**
 * Runs a whole Node process and waits for it.
 * @param {string[]} words script and arguments
 * @param {string} cwd working directory
 * @param {string} scratch directory for a temporary file, outside what is measured
 * @returns {{ wall: number, cpu: number, peak: number }} milliseconds from start to exit, of processor time in all
 * threads, and the most memory resident at once in bytes
 * @throws when the process fails, with what it printed
 */
export function measure(words, cwd, scratch) {
  const usage = path.join(scratch, 'usage.json')
  rmSync(usage, { force: true })
  const env = { ...process.env, AGENT_CORTEX_BENCH_USAGE: usage }
  const start = performance.now()
  const child = spawnSync(process.execPath, ['-r', PRELOAD, ...words], { cwd, env, encoding: 'utf8' })
  const wall = performance.now() - start
  if (child.status !== 0) throw new Error(failure(words, child))
  return { wall, ...JSON.parse(readFileSync(usage, 'utf8')) }
}

/** Runs a script that is not measured. @throws when it fails */
export function runScript(words) {
  const child = spawnSync(process.execPath, words, { encoding: 'utf8' })
  if (child.status !== 0) throw new Error(failure(words, child))
}

function failure(words, { status, signal, stdout, stderr, error }) {
  const end = error?.message ?? (signal === null ? `exit code ${status}` : `signal ${signal}`)
  return [`node ${words.join(' ')}: ${end}`, stdout, stderr].filter(Boolean).join('\n')
}
