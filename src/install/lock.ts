import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Report } from '../diagnostics/index.ts'
import { failed, isErrno } from '../tree/failure.ts'
import { recover } from '../tree/index.ts'
import { NOTHING } from '../tree/journal.ts'
import { createJournal, randomId, sweep } from '../tree/lock.ts'
import { JOURNAL } from '../tree/paths.ts'
import { self } from '../tree/process.ts'
import { forgetClient, isClientLeft } from './left-running.ts'

const PAUSE_MS = 100
/** An installation with its client takes seconds. */
const PATIENCE_MS = 120_000

/** Holds a directory for one process at a time; a holder that was killed holds nothing. */
export interface Lock {
  release(): void
}

/**
 * Waits for a directory and takes hold of it. A journal without operations serves as the lock, so that taking over
 * from a dead holder is what it is for trees.
 */
export async function takeHold(dir: string): Promise<Lock | Report> {
  try {
    makeDirectory(dir)
    for (let waited = 0; ; waited += PAUSE_MS) {
      const journal = {
        version: 1,
        id: randomId(),
        writer: self(),
        state: 'staging',
        made: 0,
        ...NOTHING,
      } as const
      if (createJournal(dir, journal)) return await afterClient(dir)
      const [report] = recover(dir)
      if (report === undefined) continue
      if (report.code !== 'output-busy' || waited >= PATIENCE_MS) return report
      await pause(PAUSE_MS)
    }
  } catch (error) {
    return failed(error, 'cannot write', dir)
  }
}

/** Where a file system is read-only, Node says of all but the last directory that it is not there. */
function makeDirectory(dir: string): void {
  if (existsSync(dir)) return
  makeDirectory(path.dirname(dir))
  try {
    mkdirSync(dir)
  } catch (error) {
    // Somebody else has made it meanwhile.
    if (!isErrno(error, 'EEXIST') || !statSync(dir).isDirectory()) throw error
  }
}

/** Having the lock, waits for the client of a holder that was killed. */
async function afterClient(dir: string): Promise<Lock | Report> {
  try {
    for (let waited = 0; isClientLeft(dir); waited += PAUSE_MS) {
      if (waited >= PATIENCE_MS) {
        release(dir)
        return {
          code: 'output-busy',
          message: 'a client that an installation started is still running, and changes its settings',
          hint: 'wait for its end, or end it, and run again',
          at: { file: dir },
        }
      }
      await pause(PAUSE_MS)
    }
  } catch (error) {
    release(dir)
    throw error
  }
  return {
    release: () => {
      forgetClient(dir)
      release(dir)
    },
  }
}

function release(dir: string): void {
  rmSync(`${dir}/${JOURNAL}`, { force: true })
  sweep(dir)
}
