import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Reporter } from '../diagnostics/index.ts'
import { type Difference, differences, type Plan, unifiedDiff } from '../tree/index.ts'
import type { OutputPlans } from './outputs.ts'

/** What {@link compareOutputs} found. */
export interface Comparison {
  /** What was compared: the trees only where there are any. */
  plans: readonly Plan[]
  /** `---` what is on disk, `+++` what would be built; empty when nothing differs. */
  diff: string
}

/**
 * Reports in what the outputs on disk are not what would be built: each file that differs, is missing or is left over.
 * The trees are looked at only if their directory is there: after a checkout it is not.
 * @param out the directory that holds the trees, absolute
 */
export function compareOutputs(
  { trees, committed, stale }: OutputPlans,
  out: string,
  report: Reporter,
): Comparison {
  const plans = existsSync(out) ? [...trees.values(), ...committed, ...stale] : committed
  const diffs: string[] = []
  for (const plan of plans) {
    for (const problem of plan.problems) report(problem)
    const found = differences(plan)
    for (const difference of found) reportDifference(plan, difference, report)
    if (found.length > 0) diffs.push(unifiedDiff(plan))
  }
  return { plans, diff: diffs.join('') }
}

const SENTENCES: Record<Difference['kind'], string> = {
  added: 'is missing',
  changed: 'differs from what would be built',
  removed: 'is left over from an earlier build',
  foreign: 'is not what would be built, and was not written by agent-cortex',
  owned: 'belongs to another plugin',
  extra: 'was not made by a build',
}

const HINTS: Record<Difference['kind'], string> = {
  added: 'run agent-cortex build',
  changed: 'run agent-cortex build; an edit belongs in the sources',
  removed: 'run agent-cortex build',
  foreign: 'move it away and run agent-cortex build',
  owned: 'move it away and run agent-cortex build',
  extra: 'move it away; files of your own go into <harness>-extras/',
}

function reportDifference({ label, tree }: Plan, { path: below, kind }: Difference, report: Reporter): void {
  const file = path.posix.join(label, below)
  report({
    code: 'output-differs',
    message: `${JSON.stringify(file)} ${SENTENCES[kind]}`,
    hint: HINTS[kind],
    at: { file },
    harness: tree.harness,
  })
}
