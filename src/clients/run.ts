import { type ChildProcess, spawn } from 'node:child_process'
import type { FoundClient } from './find.ts'

export interface RunOptions {
  cwd: string
  /** The whole environment; nothing of this process's own is added. */
  env: NodeJS.ProcessEnv
  /** Then the client and all that it started are killed. Default 60,000. */
  timeoutMs?: number
  /** What its standard input holds. Default: nothing, at its end. */
  input?: string
  /** Ends the run, as a timeout does, once what was asked for has come; given all of standard output so far. */
  until?: (stdout: string) => boolean
  /** Told of the process at once: one that outlives us is for somebody else to wait for. */
  started?: (pid: number) => void
}

/** How a run ended. */
export interface Run {
  /** Nothing where it did not end by itself, or did not start: then `stderr` says why. */
  code: number | null
  stdout: string
  stderr: string
  timedOut: boolean
}

const TIMEOUT_MS = 60_000
/** UTF-16 units, or bytes, of one stream; a client that goes on after that has gone mad, and is ended. */
export const MOST = 16 * 1024 * 1024

export const TOO_MUCH = 'it was ended, for it printed more than 16 MB'

const running = new Set<ChildProcess>()
let watchesExit = false

/** Runs a client to its end, in a process group of its own. Never rejects. */
export function runClient(
  { command }: Pick<FoundClient, 'command'>,
  args: readonly string[],
  { cwd, env, timeoutMs = TIMEOUT_MS, input, until, started }: RunOptions,
): Promise<Run> {
  const child = startClient({ command }, args, { cwd, env })
  if (child.pid !== undefined) started?.(child.pid)
  const run: Run = { code: null, stdout: '', stderr: '', timedOut: false }
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      run.timedOut = true
      kill(child)
    }, timeoutMs)
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      if (isTooMuch(run.stdout)) return
      run.stdout += text
      if (until?.(run.stdout) === true) kill(child)
    })
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      if (!isTooMuch(run.stderr)) run.stderr += text
    })
    let isFlooded = false
    const isTooMuch = (kept: string): boolean => {
      if (kept.length < MOST) return false
      isFlooded = true
      kill(child)
      return true
    }
    child.once('error', (error) => {
      run.stderr += `it cannot be started: ${error.message}\n`
      end(null)
    })
    // What a client left running holds its streams open.
    let left: NodeJS.Timeout | undefined
    child.once('exit', () => {
      left = setTimeout(() => {
        kill(child)
        // One that made a group of its own is not ours to wait for.
        child.stdout!.destroy()
        child.stderr!.destroy()
      }, LEAVE_MS)
    })
    child.once('close', (code) => end(code))
    child.stdin!.end(input ?? '')

    function end(code: number | null): void {
      clearTimeout(timer)
      clearTimeout(left)
      resolve({ ...run, code, ...(isFlooded ? { stderr: `${TOO_MUCH}\n${run.stderr}` } : {}) })
    }
  })
}

/** How long what a client started may outlive it. */
const LEAVE_MS = 2_000

/** Starts a client that is talked to; {@link kill} ends it. All three streams are pipes. */
export function startClient(
  { command }: Pick<FoundClient, 'command'>,
  args: readonly string[],
  { cwd, env }: Pick<RunOptions, 'cwd' | 'env'>,
): ChildProcess {
  const [program = '', ...before] = command
  const child = spawn(program, [...before, ...args], { cwd, env, stdio: 'pipe', detached: GROUPS })
  running.add(child)
  child.once('close', () => running.delete(child))
  child.once('error', () => running.delete(child))
  // A client that ends before it has read all is judged by how it ended.
  child.stdin.on('error', () => {})
  if (!watchesExit) process.once('exit', stopClients)
  watchesExit = true
  return child
}

/** Windows has no process groups. */
const GROUPS = process.platform !== 'win32'

/** Kills every client that this process started, and all that those started. */
export function stopClients(): void {
  for (const child of running) kill(child)
}

/** Kills a client and all that it started. */
export function kill(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (GROUPS) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // It has ended, and so have those it started.
  }
}
