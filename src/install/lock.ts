import { mkdirSync, rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Report } from '../diagnostics/index.ts'
import { failed } from '../tree/failure.ts'
import { recover } from '../tree/index.ts'
import { NOTHING } from '../tree/journal.ts'
import { createJournal, randomId, sweep } from '../tree/lock.ts'
import { JOURNAL } from '../tree/paths.ts'
import { self } from '../tree/process.ts'

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
    mkdirSync(dir, { recursive: true })
    for (let waited = 0; ; waited += PAUSE_MS) {
      const journal = {
        version: 1,
        id: randomId(),
        writer: self(),
        state: 'staging',
        made: 0,
        ...NOTHING,
      } as const
      if (createJournal(dir, journal)) return { release: () => release(dir) }
      const [report] = recover(dir)
      if (report === undefined) continue
      if (report.code !== 'output-busy' || waited >= PATIENCE_MS) return report
      await pause(PAUSE_MS)
    }
  } catch (error) {
    return failed(error, 'cannot write', dir)
  }
}

function release(dir: string): void {
  rmSync(`${dir}/${JOURNAL}`, { force: true })
  sweep(dir)
}
