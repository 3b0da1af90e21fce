// Measures reading and checking an Agent Harness against reading its files, in one process and one run:
//   node scripts/bench/harness.mjs [directories=2000] [runs=7] [--strict]
// A harness has five files a directory. --strict fails beyond the limit. Needs lib (pnpm build:lib).
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** At most so many times the time of reading. */
const LIMIT = 2

const numbers = process.argv.slice(2).filter((word) => /^\d+$/.test(word))
const [directories, runs] = [Number(numbers[0] ?? 2000), Number(numbers[1] ?? 7)]
const { DiskFiles, loadAgentHarness } = await import('../../lib/bundle/index.js')
const base = mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-bench-'))
process.on('exit', () => rmSync(base, { recursive: true, force: true }))

const files = generate(base, directories)
const times = { reading: [], validating: [] }
let count = 0
for (let run = 0; run <= runs; run++) {
  const reading = timed(() => readAll(base))
  const validating = timed(() => {
    count = loadAgentHarness(new DiskFiles(base), '').diagnostics.list().length
  })
  // The first run warms up.
  if (run > 0) times.reading.push(reading)
  if (run > 0) times.validating.push(validating)
}
const [reading, validating] = [median(times.reading), median(times.validating)]
// Of each run by itself: what disturbs the machine disturbs both.
const ratio = median(times.reading.map((one, run) => times.validating[run] / one))
process.stdout.write(
  `${files} files in ${directories} directories, ${count} diagnostics\n` +
    `reading ${reading.toFixed(0)} ms, validating ${validating.toFixed(0)} ms: ${ratio.toFixed(2)} × (limit ${LIMIT})\n`,
)
if (process.argv.includes('--strict') && ratio > LIMIT) process.exitCode = 1

function timed(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

/** What any reader must do: list every directory, read every file. */
function readAll(directory) {
  let length = 0
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const at = path.join(directory, entry.name)
    length += entry.isDirectory() ? readAll(at) : readFileSync(at, 'utf8').length
  }
  return length
}

/** Groups of up to twenty directories, a third of them skills. */
function generate(root, wanted) {
  let made = 0
  let written = 0
  const put = (file, text) => {
    writeFileSync(path.join(root, file), text)
    written++
  }
  put(
    'HARNESS.md',
    '---\nname: Bench\ndescription: A generated harness, to measure by.\n---\n\nLook into the areas.\n',
  )
  put('.leaf-detectors', 'skill=SKILL.md\n')
  while (made < wanted) {
    const area = `area-${String(made).padStart(5, '0')}`
    mkdirSync(path.join(root, area))
    made++
    const children = Math.min(19, wanted - made)
    const names = Array.from({ length: children }, (_, index) => `topic-${made + index}`)
    const lines = names.map((name) => `- \`${name}/\` — what is to be known of ${name} in ${area}`)
    routing(put, area, `${area.toUpperCase()}.md`, lines)
    for (const [index, name] of names.entries()) {
      const directory = `${area}/${name}`
      mkdirSync(path.join(root, directory))
      made++
      if (index % 3 === 0) skill(put, directory, name)
      else group(put, directory, `${area.toUpperCase()}.md`)
    }
  }
  return written
}

function routing(put, directory, name, lines) {
  put(
    `${directory}/${name}`,
    `---\ndescription: Where to look for matters of ${directory} and what belongs to it.\n---\n\nLook here for ${directory}.\n\n${lines.join('\n')}\n`,
  )
}

function group(put, directory, routingName) {
  const names = ['alpha', 'beta', 'gamma', 'delta']
  routing(
    put,
    directory,
    routingName,
    names.map((name) => `- \`${name}.md\` — the ${name} of ${directory}`),
  )
  for (const name of names) {
    put(
      `${directory}/${name}.md`,
      `---\ndescription: What is known about the ${name} of ${directory}, with examples.\n---\n\n${`A line about ${name}.\n`.repeat(30)}`,
    )
  }
}

function skill(put, directory, name) {
  put(
    `${directory}/SKILL.md`,
    `---\nname: ${name}\ndescription: Does ${name} for ${directory} when asked to.\n---\n\n${'Do it step by step.\n'.repeat(30)}`,
  )
  for (const note of ['a', 'b', 'c', 'd']) put(`${directory}/${note}.txt`, 'Kept beside.\n'.repeat(10))
}
