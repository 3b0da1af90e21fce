import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { nodeFault } from './node-version.ts'
import { runClient } from './run.ts'

/** The clients that can be asked. */
export const CLIENT_IDS = ['copilot', 'claude', 'pi'] as const

export type ClientId = (typeof CLIENT_IDS)[number]

/** Name of the program on PATH. */
const PROGRAMS: Readonly<Record<ClientId, string>> = { copilot: 'copilot', claude: 'claude', pi: 'pi' }

export interface FindOptions {
  /** The client's program, or its `.js`; default: what PATH finds. */
  file?: string
  /** Default: this process's. Its PATH is searched, and the client is asked for its version with it. */
  env?: NodeJS.ProcessEnv
  /** How long it may take to tell its version, in milliseconds. Default 30,000. */
  timeoutMs?: number
}

/** A client on this machine. */
export interface FoundClient {
  id: ClientId
  /** The program and its first arguments; the caller's come after. */
  command: readonly string[]
  /** What was found, absolute, links not resolved. */
  path: string
  /** `2.1.332`; null where it does not start or tells none. */
  version: string | null
  /** Why it does not start, as a sentence without its subject: `needs Node >=22.19.0, and …`. */
  fault?: string
}

const VERSION_RE = /\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]*[0-9A-Za-z])?/
const VERSION_MS = 30_000

/** Finds a client; null where there is none. One that does not start is found, with its fault. */
export async function findClient(id: ClientId, options: FindOptions = {}): Promise<FoundClient | null> {
  const { file, env = process.env, timeoutMs = VERSION_MS } = options
  const place = file === undefined ? allOnPath(PROGRAMS[id], env)[0] : path.resolve(file)
  if (place === undefined || !isFile(place)) return null
  const { command, fault } = await commandOf(place, env)
  if (fault !== undefined) return { id, command, path: place, version: null, fault }
  const run = await runClient({ command }, ['--version'], { cwd: os.tmpdir(), env, timeoutMs })
  const version = VERSION_RE.exec(run.stdout)?.[0] ?? null
  const found = { id, command, path: place, version }
  if (run.timedOut) return { ...found, fault: `did not answer in ${timeoutMs / 1000} s` }
  if (run.code === 0) return found
  return { ...found, fault: `does not start: ${firstLine(run.stderr) ?? `exit ${run.code ?? 'by force'}`}` }
}

/** A program, or a script that is run with Node: with ours, else with one on PATH that is new enough. */
async function commandOf(
  place: string,
  env: NodeJS.ProcessEnv,
): Promise<{ command: string[]; fault?: string }> {
  const script = realpathSync(place)
  if (!SCRIPT_RE.test(script)) return { command: [place] }
  const wanted = enginesOf(script)
  const fault = nodeFault(process.versions.node, wanted)
  if (fault === undefined) return { command: [process.execPath, script] }
  for (const node of allOnPath('node', env)) {
    const { stdout } = await runClient({ command: [node] }, ['--version'], { cwd: os.tmpdir(), env })
    if (nodeFault(stdout.trim().replace('v', ''), wanted) === undefined) return { command: [node, script] }
  }
  return { command: [process.execPath, script], fault }
}

const SCRIPT_RE = /\.[cm]?js$/

/** What the package of a script says about Node. */
function enginesOf(script: string): string | undefined {
  for (let dir = path.dirname(script); dir !== path.dirname(dir); dir = path.dirname(dir)) {
    const file = path.join(dir, 'package.json')
    if (!existsSync(file)) continue
    const { name, engines } = readPackage(file)
    if (name !== undefined) return typeof engines?.node === 'string' ? engines.node : undefined
  }
  return undefined
}

function readPackage(file: string): { name?: unknown; engines?: { node?: unknown } } {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as ReturnType<typeof readPackage>
  } catch {
    return {}
  }
}

/** Every program of that name, in the order in which they are looked for. */
function allOnPath(program: string, env: NodeJS.ProcessEnv): string[] {
  const endings = process.platform === 'win32' ? ['.exe', '.com'] : ['']
  return (env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((dir) => dir !== '')
    .flatMap((dir) => endings.map((ending) => path.resolve(dir, program + ending)))
    .filter((file) => isFile(file) && isExecutable(file))
}

function isFile(file: string): boolean {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const ERROR_RE = /^\w*Error\b.*/m

function firstLine(text: string): string | undefined {
  const line = ERROR_RE.exec(text)?.[0] ?? text.split('\n').find((one) => one.trim() !== '')
  return line?.trim()
}
