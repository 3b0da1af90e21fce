import { execFileSync } from 'node:child_process'
import fs from 'node:fs'

/**
 * What tells a process from a later one with the same number: when it started.
 * @returns nothing where there is no such process
 */
export function identityOf(pid: number): string | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined
  }
}

/** Field 22 of `/proc/<pid>/stat` (proc(5)), counted from the last boot; the second field may hold anything but a `)`. */
function fromProc(pid: number): string | undefined {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const state = fields[0]
  const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  // One that has ended and waits for its parent to look is no longer there.
  return state === 'Z' || state === 'X' ? undefined : `${boot} ${fields[19]}`
}

function fromPs(pid: number): string | undefined {
  const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  return started === '' ? undefined : started
}

/** Ends a process and all that belongs to its group. */
export function endGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has ended by itself.
  }
}
