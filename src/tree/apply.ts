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
  const all: readonly Plan[] = 'tree' in plans ? [plans] : plans
  const { reports, backups, unfinished = false } = run(all)
  for (const report of reports) options.report?.(report)
  return { ok: reports.length === 0, unfinished, backups }
}

interface Outcome {
  readonly reports: readonly Report[]
  readonly unfinished?: boolean
  readonly backups: ApplyResult['backups']
}

function run(plans: readonly Plan[]): Outcome {
  const refused = refusals(plans)
  if (refused.length > 0) return { reports: refused, backups: [] }
  const targets = groupByDirectory(plans.filter((plan) => !isIdle(plan)))
  const problems = prepare(targets)
  if (problems.length > 0) return { reports: problems, backups: [] }
  const { failure, decided } = commit(targets)
  return {
    reports: failure === undefined ? [] : [failure],
    unfinished: failure !== undefined && decided,
    backups: targets.flatMap(({ backups }) => backups),
  }
}

/** The first phase: all that needs room or rights. When it fails, it is taken back. */
function prepare(targets: readonly Target[]): Report[] {
  const opened: Target[] = []
  let reports: Report[] = []
  let ready = false
  try {
    for (const target of targets) {
      opened.push(target)
      reports = target.open()
      if (reports.length > 0) return reports
    }
    // Another run may have written between the comparison and now.
    reports = refusals(targets.flatMap(({ plans }) => plans))
    for (const target of targets) {
      if (reports.length > 0) return reports
      reports = target.stage()
    }
    ready = reports.length === 0
    return reports
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
