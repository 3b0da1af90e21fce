import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export const BIN = path.resolve(import.meta.dirname, '../../bin/agent-cortex.mjs')

export interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

/** Variables that change what is printed are not those of whoever runs the tests. */
function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { NO_COLOR: _no, FORCE_COLOR: _force, CI: _ci, DEBUG: _debug, NODE_ENV: _node, ...rest } = process.env
  return { ...rest, ...more }
}

/** Runs the command in a directory, until it ends. */
export function run(cwd: string, words: readonly string[], env: Record<string, string> = {}): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], {
    cwd,
    encoding: 'utf8',
    env: environment(env),
  })
  return { code: status, stdout, stderr }
}

/** A command that goes on, perhaps within another program; it is ended with the test. */
export class Running {
  stdout = ''
  stderr = ''
  readonly child: ChildProcess
  readonly #ended: Promise<number | null>

  constructor(cwd: string, words: readonly string[], around: readonly string[] = []) {
    const [program = '', ...rest] = [...around, process.execPath, BIN, ...words]
    this.child = spawn(program, rest, { cwd, env: environment() })
    this.child.stdout!.on('data', (data) => (this.stdout += String(data)))
    this.child.stderr!.on('data', (data) => (this.stderr += String(data)))
    this.#ended = new Promise((resolve) => this.child.once('close', resolve))
    onTestFinished(() => void this.child.kill('SIGKILL'))
  }

  /** Ends it as Ctrl-C does. @returns its exit code */
  interrupt(): Promise<number | null> {
    this.child.kill('SIGINT')
    return this.#ended
  }
}

/** Waits until something holds, for at most ten seconds. */
export async function until(holds: () => boolean, what: string): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 10_000) throw new Error(`it did not happen: ${what}`)
    await pause(20)
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
