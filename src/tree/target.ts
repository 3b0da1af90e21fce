import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import { close, commit, removeMade, rollBack } from './commit.ts'
import { exists } from './disk.ts'
import { failed, isErrno, isSystemError, shownPath } from './failure.ts'
import { type Journal, NOTHING } from './journal.ts'
import { createJournal, draftJournal, randomId, replaceJournal } from './lock.ts'
import { stampOf } from './ownership.ts'
import { realPlace } from './overlap.ts'
import { JOURNAL, labelled } from './paths.ts'
import { compare, OWN, type Plan } from './plan.ts'
import { self } from './process.ts'
import { busy, recover } from './recover.ts'
import { checkPlaces, prepare, stage } from './stage.ts'

/** Rounds in which another process may come first. */
const ATTEMPTS = 3

/** One directory that is written to, with all plans for it, and how far that has come. */
export class Target {
  readonly dir: string
  readonly label: string
  plans: readonly Plan[]
  #journal: Journal
  #locked = false
  #draft = ''
  /** What is being written, as users know it. */
  #current: string

  constructor(plans: readonly Plan[]) {
    const { dir, label } = plans[0]!
    this.dir = dir
    this.label = label
    this.plans = plans
    this.#current = label
    this.#journal = { version: 1, id: randomId(), writer: self(), state: 'staging', made: 0, ...NOTHING }
  }

  get backups(): (readonly [from: string, to: string])[] {
    const { backups } = this.#journal
    return backups.map(([from, to]) => [labelled(this.label, from), labelled(this.label, to)])
  }

  /** Makes the directory and takes hold of it. The plans are made again where another run has written since. */
  open(): Report[] {
    return this.#attempt(() => {
      this.#makeDirectory()
      const reports = this.#lock()
      if (reports.length === 0) this.plans = this.plans.map(refreshed)
      return reports
    })
  }

  /** Puts every new byte on disk, beside its place. */
  stage(): Report[] {
    return this.#attempt(() => {
      const work = prepare(this.plans, this.dir, this.#journal.id)
      this.#journal = { ...this.#journal, ...work.operations }
      replaceJournal(this.dir, this.#journal)
      stage(this.dir, work, (shown) => {
        this.#current = shown
      })
      checkPlaces(this.dir, work, (path) => {
        this.#current = labelled(this.label, path)
      })
      this.#current = this.label
      this.#draft = draftJournal(this.dir, { ...this.#journal, state: 'commit' })
      return []
    })
  }

  /** The point of no return: from here on a run that is killed is finished by the next. */
  decide(): void {
    renameSync(this.#draft, `${this.dir}/${JOURNAL}`)
  }

  commit(): void {
    commit(this.dir, this.#journal)
    close(this.dir, this.#journal)
  }

  /** What the disk refuses to give back is left to the next run, by the journal. */
  rollBack(): void {
    try {
      if (this.#locked) rollBack(this.dir, this.#journal)
      else removeMade(this.dir, this.#journal.made)
    } catch (error) {
      if (!isSystemError(error)) throw error
    }
  }

  /** The report for what {@link decide} and {@link commit} threw. */
  failure(error: unknown): Report {
    const report = failed(error, 'cannot finish writing', shownPath(error, this.dir, this.label))
    return { ...report, hint: 'the next run finishes it, once nothing is in its way' }
  }

  #attempt(action: () => Report[]): Report[] {
    try {
      return action()
    } catch (error) {
      return [failed(error, 'cannot write', this.#current)]
    }
  }

  #makeDirectory(): void {
    for (const missing of missingAbove(this.dir)) {
      try {
        mkdirSync(missing)
      } catch (error) {
        // Another run may have made it meanwhile.
        if (!isErrno(error, 'EEXIST')) throw error
        continue
      }
      this.#journal = { ...this.#journal, made: this.#journal.made + 1 }
    }
  }

  #lock(): Report[] {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      this.#locked = createJournal(this.dir, this.#journal)
      if (this.#locked) return []
      const reports = recover(this.dir, { label: this.label })
      if (reports.length > 0) return reports
    }
    return [busy(this.label)]
  }
}

function refreshed(plan: Plan): Plan {
  const { tree, dir, label, options, details } = plan
  const stamp = stampOf(dir, options.ownership ?? OWN)
  return stamp !== undefined && stamp === details.stamp ? plan : compare(tree, dir, label, options)
}

/**
 * A directory and those above it that are not there, from the outermost on. One by one, for Node's own `recursive`
 * (20.20) never ends where the system says that nothing can be made in a directory that is there, as in `/proc`.
 */
function missingAbove(dir: string): string[] {
  return exists(dir) ? [] : [...missingAbove(path.dirname(dir)), dir]
}

/** @throws for two plans that keep one and the same list */
export function groupByDirectory(plans: readonly Plan[]): Target[] {
  const groups = new Map<string, Plan[]>()
  for (const plan of plans) {
    const place = realPlace(plan.dir)
    const group = groups.get(place)
    if (group === undefined) groups.set(place, [plan])
    else group.push(plan)
  }
  for (const group of groups.values()) {
    const lists = group.flatMap(({ details }) => details.manifest?.path ?? [])
    if (new Set(lists).size < lists.length) throw new Error(`two plans for ${group[0]!.dir}`)
  }
  return [...groups.values()].map((group) => new Target(group))
}
