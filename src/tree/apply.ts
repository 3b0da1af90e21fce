import type { Report, Reporter } from '../diagnostics/index.ts'
import type { Plan } from './plan.ts'
import { refusals } from './refusal.ts'
import { isIdle } from './stage.ts'
import { groupByDirectory, type Target } from './target.ts'

export interface ApplyOptions {
  /** Takes what kept the plans from being applied. */
  report?: Reporter
}

export interface ApplyResult {
  /** Whether the directories hold the trees now. */
  readonly ok: boolean
  /** Whether writing broke off in the middle, so that some directories hold a part; the next run finishes it. */
  readonly unfinished: boolean
  /** What was moved aside, from and to, as users know the paths. */
  readonly backups: readonly (readonly [from: string, to: string])[]
}

/**
 * Makes directories hold the trees of plans, all of them or none. What can fail fails before anything is changed; a
 * kill leaves each directory as it was, or for the next {@link recover} to finish.
 */
export function apply(plans: Plan | readonly Plan[], options: ApplyOptions = {}): ApplyResult {
  return new Application('tree' in plans ? [plans] : plans, options).finish()
}

/** What {@link apply} does, for whoever has other things to do meanwhile. */
export class Application {
  readonly #report: Reporter | undefined
  readonly #targets: readonly Target[]
  readonly #preparing: Generator<void, readonly Report[]>
  #problems: readonly Report[] | undefined

  constructor(plans: readonly Plan[], { report }: ApplyOptions = {}) {
    this.#report = report
    const refused = refusals(plans)
    if (refused.length > 0) this.#problems = refused
    this.#targets = refused.length > 0 ? [] : groupByDirectory(plans.filter((plan) => !isIdle(plan)))
    this.#preparing = prepare(this.#targets)
  }

  /** Writes one more file, beside its place. @returns false when all are written, or it cannot be done */
  step(): boolean {
    if (this.#problems !== undefined) return false
    const { done, value } = this.#preparing.next()
    if (done === true) this.#problems = value
    return done !== true
  }

  /** Writes what is left, and puts all in place. */
  finish(): ApplyResult {
    while (this.step());
    const problems = this.#problems ?? []
    for (const problem of problems) this.#report?.(problem)
    if (problems.length > 0) return { ok: false, unfinished: false, backups: [] }
    const { failure, decided } = commit(this.#targets)
    if (failure !== undefined) this.#report?.(failure)
    return {
      ok: failure === undefined,
      unfinished: failure !== undefined && decided,
      backups: this.#targets.flatMap(({ backups }) => backups),
    }
  }

  /** Takes back what was written; nothing has been changed. */
  cancel(): void {
    this.#preparing.return([])
    this.#problems = []
  }
}

/** The first phase: all that needs room or rights. When it fails, or is left, it is taken back. */
function* prepare(targets: readonly Target[]): Generator<void, readonly Report[]> {
  const opened: Target[] = []
  let ready = false
  try {
    for (const target of targets) {
      opened.push(target)
      const reports = target.open()
      if (reports.length > 0) return reports
    }
    // Another run may have written between the comparison and now.
    const reports = refusals(targets.flatMap((target) => target.plans))
    if (reports.length > 0) return reports
    for (const target of targets) {
      const problems = yield* target.stage()
      if (problems.length > 0) return problems
    }
    ready = true
    return []
  } finally {
    if (!ready) for (const target of opened.toReversed()) target.rollBack()
  }
}

/** The second phase: all directories are committed to it before the first is changed. */
function commit(targets: readonly Target[]): { failure?: Report; decided: boolean } {
  let decided = false
  for (const step of ['decide', 'commit'] as const) {
    for (const target of targets) {
      try {
        target[step]()
        decided = true
      } catch (error) {
        return { failure: target.failure(error), decided }
      }
    }
  }
  return { decided }
}
