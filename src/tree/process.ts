import { readFileSync } from 'node:fs'
import { threadId } from 'node:worker_threads'
import { isErrno } from './failure.ts'

/** A thread of a process, told apart from a later one that was given the same number. */
export interface Process {
  readonly pid: number
  readonly thread: number
  /** When it was started, in the kernel's ticks; only where `/proc` tells. */
  readonly start?: string
}

/** This thread. */
export function self(): Process {
  const start = status(process.pid)?.start
  return { pid: process.pid, thread: threadId, ...(start === undefined ? {} : { start }) }
}

/** Another process that runs now. */
export function processOf(pid: number): Process {
  const start = status(pid)?.start
  return { pid, thread: 0, ...(start === undefined ? {} : { start }) }
}

/** Whether a process still runs, and is not this thread: what that left behind, it has given up. */
export function isAlive(other: Process): boolean {
  if (other.pid === process.pid) {
    return other.thread !== threadId && (other.start === undefined || other.start === self().start)
  }
  try {
    process.kill(other.pid, 0)
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false
  }
  const now = status(other.pid)
  if (now === undefined) return true
  return !DEAD_RE.test(now.state) && (other.start === undefined || other.start === now.start)
}

/** Zombies count as running for signals. */
const DEAD_RE = /^[ZX]/

/** State and start of a process, proc_pid_stat(5): fields 3 and 22; the second field may hold blanks and brackets. */
function status(pid: number): { state: string; start: string | undefined } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', start: fields[19] }
  } catch {
    return undefined
  }
}
