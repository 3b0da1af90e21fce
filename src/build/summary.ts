import picocolors from 'picocolors'
import { visible } from '../diagnostics/visible.ts'
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
  const lines = [
    ...table(rowsOf(outcome), colors),
    ...plans.committed.filter(({ tree, removed }) => tree.files.size + removed.length > 0).map(copiesLine),
    ...plans.stale.map(staleLine),
    ...(outcome.costs ?? []),
    ...backupLines(outcome),
    builtLine(outcome.milliseconds, warnings, colors),
  ]
  return `${lines.join('\n')}\n`
}

/** The summary of a build that found nothing to do. */
export function idleSummary(
  rows: readonly Row[],
  milliseconds: number,
  warnings: number,
  colorful: boolean,
  costs: readonly string[] = [],
): string {
  const colors = picocolors.createColors(colorful)
  return `${[...table(rows, colors), ...costs, builtLine(milliseconds, warnings, colors)].join('\n')}\n`
}

function builtLine(milliseconds: number, warnings: number, colors: Colors): string {
  const told = warnings === 0 ? '' : `, ${plural(warnings, 'warning')}`
  return `${colors.green('built')} in ${duration(milliseconds)}${told}`
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
  return `${visible(label)}: ${words.join(', ')}`
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

/** What one line of the summary tells. */
export interface Row {
  id: string
  /** The tree's directory. */
  label: string
  agents: number
  skills: number
  files: number
  written: number
  unchanged: number
  removed: number
}

export function rowsOf({ plans, compilation }: Outcome): Row[] {
  return [...plans.trees].map(([id, { label, tree, added, changed, unchanged, removed }]) => ({
    id,
    label,
    ...(compilation.counts.get(id) ?? { agents: 0, skills: 0 }),
    files: tree.files.size,
    written: added.length + changed.length,
    unchanged: unchanged.length,
    removed: removed.length,
  }))
}

function cellsOf({ agents, skills, files, written, unchanged, removed }: Row): Cell[] {
  return [
    cell(agents, 'agent', 'agents'),
    cell(skills, 'skill', 'skills'),
    cell(files, 'file', 'files'),
    some(written, 'written'),
    some(unchanged, 'unchanged'),
    some(removed, 'removed'),
  ]
}

function cell(number: number, one: string, many: string): Cell {
  return [`${number}`, number === 1 ? one : many]
}

function some(number: number, word: string): Cell {
  return number === 0 ? ['', ''] : [`${number}`, word]
}

/** One line per tree; a column that is empty in every line goes. */
function table(trees: readonly Row[], colors: Colors): string[] {
  const rows = trees.map(cellsOf)
  const first = width(trees.map(({ id }) => id))
  const columns =
    rows[0]?.map((_, at) => [0, 1].map((part) => width(rows.map((row) => row[at]![part]!)))) ?? []
  return trees.map(({ id, label }, line) => {
    const cells = columns.flatMap(([number = 0, word = 0], at) => {
      const [left, right] = rows[line]![at]!
      return word === 0 ? [] : [`${left.padStart(number)} ${right.padEnd(word)}`]
    })
    return [colors.bold(id.padEnd(first)), ...cells, colors.cyan(visible(label))].join('   ')
  })
}

function width(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length))
}

function copiesLine({ tree, label, added, changed, removed }: Plan): string {
  const written = added.length + changed.length
  return [
    `${plural(tree.files.size, 'copy', 'copies')} for ${tree.harness} in ${visible(label)}`,
    ...(written === 0 ? [] : [`${written} written`]),
    ...(removed.length === 0 ? [] : [`${removed.length} removed`]),
  ].join(', ')
}

function staleLine({ label, removed }: Plan): string {
  return `${visible(label)} is built no longer: ${plural(removed.length, 'file')} removed`
}

function backupLines({ compilation }: Outcome): string[] {
  const reports = compilation.diagnostics.reports.filter(({ code }) => code === 'output-backup')
  return reports.map(({ message }) => visible(message))
}
