// Measures whole processes against a floor in the same run: see options.mjs for the call, steps.mjs for the limits.
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { measure } from './measure.mjs'
import { readOptions } from './options.mjs'
import { findTools, makeProject, withVite } from './projects.mjs'
import { isOver, resultsOf } from './results.mjs'
import { defineSteps, distOf } from './steps.mjs'
import { table } from './table.mjs'
import { compareTrees } from './trees.mjs'

const MOST_DIFFERENCES = 10

const options = readOptions(process.argv.slice(2))
const scratch = mkdtempSync(path.join(path.resolve(options.dir), 'agent-cortex-bench-'))
process.on('exit', removeScratch)
process.on('SIGINT', () => process.exit(130))
process.on('SIGTERM', () => process.exit(143))

try {
  process.exitCode = await run()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function run() {
  const tools = findTools()
  process.stdout.write(
    `${machine()}\n${options.size} agents and as many skills in ${scratch}, ${options.runs} rounds\n`,
  )
  const small = makeProject(tools, options.size, scratch)
  const big = options.bigSize === undefined ? undefined : makeProject(tools, options.bigSize, scratch)
  const projects = { small, vite: withVite(small), big }
  const steps = defineSteps(tools, projects, scratch)
  const results = resultsOf(steps, await measureAll(steps))
  process.stdout.write(`\n${table(results)}\n`)
  const same = tellComparison(compareTrees(distOf(projects.small), distOf(projects.vite)))
  return options.strict && (!same || results.some(isOver)) ? 1 : 0
}

/** Round by round, so that what disturbs the machine for a while disturbs all steps alike. */
async function measureAll(steps) {
  const samples = new Map(steps.map(({ name }) => [name, []]))
  for (let round = 1; round <= options.runs; round++) {
    process.stderr.write(`round ${round} of ${options.runs}\n`)
    for (const { name, cwd, words, absent } of steps) {
      for (const dir of absent) rmSync(dir, { recursive: true, force: true })
      samples.get(name).push(measure(words, cwd, scratch))
      // A turn of the event loop, in which a signal is heard.
      await new Promise(setImmediate)
    }
  }
  return samples
}

function tellComparison({ files, differences }) {
  const same = files > 0 && differences.length === 0
  const told = differences.slice(0, MOST_DIFFERENCES).map((line) => `  ${line}\n`)
  const verdict = same ? 'the same' : `${differences.length} differences`
  process.stdout.write(`trees of build and vite build: ${files} files, ${verdict}\n${told.join('')}`)
  return same
}

function machine() {
  const cpus = os.cpus()
  const load = os.loadavg()[0].toFixed(1)
  return `node ${process.version}, ${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown processor'}, load ${load}`
}

function removeScratch() {
  if (options.keep) process.stdout.write(`kept: ${scratch}\n`)
  else rmSync(scratch, { recursive: true, force: true })
}
