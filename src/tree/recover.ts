import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import { close, commit, rollBack } from './commit.ts'
import { failed, shownPath } from './failure.ts'
import type { Journal } from './journal.ts'
import { claimJournal, ownNames, readJournal, sweep } from './lock.ts'
import { JOURNAL, TEMPORARY_RE } from './paths.ts'
import { isAlive, type Process } from './process.ts'

export interface RecoverOptions {
  /** The directory as users know it. Default: `dir` as given. */
  label?: string
}

/** Rounds in which another process may come first. */
const ATTEMPTS = 10

/**
 * Finishes a run that was killed while it changed a directory, and takes one back that was killed before.
 * @returns why the directory is not in order: another process is writing, or the disk refused; nothing when it is
 */
export function recover(dir: string, options: RecoverOptions = {}): Report[] {
  const absolute = path.resolve(dir)
  const label = options.label ?? dir.split(path.sep).join('/')
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const result = tryRecover(absolute)
      if (result === 'done') return []
      if (result !== 'again') return [busy(label, result)]
    }
    return [busy(label)]
  } catch (error) {
    return [failed(error, 'cannot finish the run that was stopped:', shownPath(error, absolute, label))]
  }
}

/** Another process holds a directory. */
export function busy(label: string, other?: Process): Report {
  return {
    code: 'output-busy',
    message: `${other === undefined ? 'another process' : `process ${other.pid}`} is writing to ${JSON.stringify(label)}`,
    hint: 'wait until it is done and run again',
    at: { file: label },
  }
}

function tryRecover(dir: string): 'done' | 'again' | Process {
  const names = ownNames(dir)
  if (names.length === 0) return 'done'
  const journal = readJournal(dir)
  if (journal === undefined) {
    sweep(dir, names)
    return 'done'
  }
  if (journal === 'unreadable') {
    removeTemporaries(dir)
    rmSync(`${dir}/${JOURNAL}`, { force: true, recursive: true })
    return 'again'
  }
  if (isAlive(journal.writer)) return journal.writer
  const claimed = claimJournal(dir, journal.id)
  if (claimed === undefined) return 'again'
  if (!('state' in claimed)) return claimed
  finish(dir, claimed)
  return 'again'
}

function finish(dir: string, journal: Journal): void {
  if (journal.state === 'staging') {
    rollBack(dir, journal)
  } else {
    commit(dir, journal)
    close(dir, journal)
  }
}

/** A journal that a crash of the machine cut off does not name its temporaries; their own names tell. */
function removeTemporaries(dir: string): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const place = `${dir}/${entry.name}`
    if (TEMPORARY_RE.test(entry.name)) rmSync(place, { recursive: true, force: true })
    else if (entry.isDirectory()) removeTemporaries(place)
  }
}
