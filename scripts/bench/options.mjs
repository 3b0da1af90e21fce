import { existsSync } from 'node:fs'
import os from 'node:os'
import { parseArgs } from 'node:util'

/** Agents, and as many skills. */
const SIZE = 1000
const BIG_SIZE = 5000
const RUNS = 7
/** Memory as a file system, so that no disk is measured. */
const SHARED_MEMORY = '/dev/shm'

const USAGE = `usage: pnpm bench [options]

  --runs N     rounds; each runs every step once (default: ${RUNS})
  --size N     agents, and as many skills (default: ${SIZE})
  --big        also ${BIG_SIZE} agents and ${BIG_SIZE} skills
  --dir DIR    where workspaces and outputs go (default: ${SHARED_MEMORY}, else the system's temporary directory)
  --strict     exit 1 when a limit is exceeded or the trees differ
  --keep       leave the workspaces and outputs in place

  AGENT_CORTEX_BENCH=DIR   take make-workspace.mjs (arguments: N M OUT --clean) and floor.mjs (WORKSPACE OUT) from DIR
`

const DEFINITIONS = {
  runs: { type: 'string', default: `${RUNS}` },
  size: { type: 'string', default: `${SIZE}` },
  big: { type: 'boolean', default: false },
  dir: { type: 'string', default: existsSync(SHARED_MEMORY) ? SHARED_MEMORY : os.tmpdir() },
  strict: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
}

/** The options of a call. With `--help`, or words that are wrong, prints the usage and ends the process. */
export function readOptions(words) {
  try {
    // `pnpm bench -- --big` hands the `--` on.
    const { values } = parseArgs({ args: words.filter((word) => word !== '--'), options: DEFINITIONS })
    if (values.help) leave(process.stdout, USAGE, 0)
    if (!existsSync(values.dir)) throw new Error(`--dir: no directory ${values.dir}`)
    const counts = { runs: count('runs', values.runs), size: count('size', values.size) }
    return { ...values, ...counts, bigSize: values.big ? BIG_SIZE : undefined }
  } catch (error) {
    return leave(process.stderr, `${error.message}\n\n${USAGE}`, 2)
  }
}

function count(name, text) {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} wants a whole number from 1`)
  return number
}

function leave(stream, text, code) {
  stream.write(text)
  process.exit(code)
}
