import picocolors from 'picocolors'
import { isClean, type Plan } from '../tree/index.ts'
import type { Outcome } from './build.ts'
import type { OutputPlans } from './outputs.ts'

type Colors = ReturnType<typeof picocolors.createColors>

/**
 * What a build did, for people:
 *
 *     copilot   2 agents   3 skills   14 files   3 written   11 unchanged   dist/copilot
 *     pi        2 agents   3 skills    9 files               9 unchanged   dist/pi
 *     2 copies for copilot in agents, 1 written
 *     dist/claude is built no longer: 14 files removed
 *     built in 312 ms, 2 warnings
 */
export function summaryOf(outcome: Outcome, warnings: number, colorful: boolean): string {
  const colors = picocolors.createColors(colorful)
  const { plans } = outcome
  const told = warnings === 0 ? '' : `, ${plural(warnings, 'warning')}`
  const lines = [
    ...table(outcome, colors),
    ...plans.committed.filter(({ tree, removed }) => tree.files.size + removed.length > 0).map(copiesLine),
    ...plans.stale.map(staleLine),
    ...backupLines(outcome),
    `${colors.green('built')} in ${duration(outcome.milliseconds)}${told}`,
  ]
  return `${lines.join('\n')}\n`
}

/** One line for a rebuild while watching. */
export function rebuildLine({ plans, milliseconds }: Outcome): string {
  const parts = plans.all.filter((plan) => !isClean(plan)).map(changesLine)
  return `${parts.join('; ') || 'up to date'} in ${duration(milliseconds)}\n`
}

function changesLine({ label, added, changed, removed }: Plan): string {
  const written = added.length + changed.length
  const words = [
    ...(written > 0 ? [`${written} written`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ]
  return `${label}: ${words.join(', ')}`
}

/** Whether a run changes nothing on disk. */
export function isIdle({ all }: OutputPlans): boolean {
  return all.every(isClean)
}

function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

/** A number and what it counts; both are empty where there is nothing to tell. */
type Cell = readonly [number: string, word: string]

function cellsOf(plan: Plan, counts: { agents: number; skills: number } = NOTHING): Cell[] {
  const { added, changed, removed, unchanged, tree } = plan
  return [
    cell(counts.agents, 'agent', 'agents'),
    cell(counts.skills, 'skill', 'skills'),
    cell(tree.files.size, 'file', 'files'),
    some(added.length + changed.length, 'written'),
    some(unchanged.length, 'unchanged'),
    some(removed.length, 'removed'),
  ]
}

function cell(number: number, one: string, many: string): Cell {
  return [`${number}`, number === 1 ? one : many]
}

function some(number: number, word: string): Cell {
  return number === 0 ? ['', ''] : [`${number}`, word]
}

const NOTHING = { agents: 0, skills: 0 }

/** One line per tree; a column that is empty in every line goes. */
function table({ plans, compilation }: Outcome, colors: Colors): string[] {
  const trees = [...plans.trees]
  const rows = trees.map(([id, plan]) => cellsOf(plan, compilation.counts.get(id)))
  const first = width(trees.map(([id]) => id))
  const columns =
    rows[0]?.map((_, at) => [0, 1].map((part) => width(rows.map((row) => row[at]![part]!)))) ?? []
  return trees.map(([id, { label }], line) => {
    const cells = columns.flatMap(([number = 0, word = 0], at) => {
      const [left, right] = rows[line]![at]!
      return word === 0 ? [] : [`${left.padStart(number)} ${right.padEnd(word)}`]
    })
    return [colors.bold(id.padEnd(first)), ...cells, colors.cyan(label)].join('   ')
  })
}

function width(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length))
}

function copiesLine({ tree, label, added, changed, removed }: Plan): string {
  const written = added.length + changed.length
  return [
    `${plural(tree.files.size, 'copy', 'copies')} for ${tree.harness} in ${label}`,
    ...(written === 0 ? [] : [`${written} written`]),
    ...(removed.length === 0 ? [] : [`${removed.length} removed`]),
  ].join(', ')
}

function staleLine({ label, removed }: Plan): string {
  return `${label} is built no longer: ${plural(removed.length, 'file')} removed`
}

function backupLines({ compilation }: Outcome): string[] {
  const reports = compilation.diagnostics.reports.filter(({ code }) => code === 'output-backup')
  return reports.map(({ message }) => message)
}
