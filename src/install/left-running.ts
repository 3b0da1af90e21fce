import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isErrno, isSystemError } from '../tree/failure.ts'
import { isAlive, type Process, processOf } from '../tree/process.ts'

/**
 * The client that an installation has started last, beside its lock. It is in a group of its own, so that a kill of
 * the installation leaves it running: whoever takes the lock over waits for its end, for it changes what is looked at.
 */
const FILE = '.client.json'

/** Notes a client that was started. Where that cannot be written, nobody will wait for it, and nothing else is lost. */
export function noteClient(dir: string, pid: number): void {
  try {
    writeFileSync(path.join(dir, FILE), JSON.stringify(processOf(pid)))
  } catch (error) {
    if (!isSystemError(error)) throw error
  }
}

/** Whether a client still runs that an installation left behind. */
export function isClientLeft(dir: string): boolean {
  const client = readClient(path.join(dir, FILE))
  return client !== undefined && isAlive(client)
}

/** For the holder of the lock: no client of its own runs any more. */
export function forgetClient(dir: string): void {
  rmSync(path.join(dir, FILE), { force: true })
}

function readClient(file: string): Process | undefined {
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Partial<Process> | null
    return typeof value?.pid === 'number' ? (value as Process) : undefined
  } catch (error) {
    // Half a note is of an installation that was killed before the client did anything.
    if (error instanceof SyntaxError || isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}
