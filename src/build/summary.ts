import picocolors from 'picocolors'
import type { Plan } from '../tree/index.ts'
import type { Outcome } from './build.ts'

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
export function summaryOf(outcome: Outcome, colorful: boolean): string {
  const colors = picocolors.createColors(colorful)
  const { plans, compilation } = outcome
  const rows = [...plans.trees].map(([id, plan]) => cellsOf(plan, id, compilation.counts.get(id)))
  const lines = [
    ...align(rows).map((row) => rowText(row, colors)),
    ...plans.committed.filter(({ tree, removed }) => tree.files.size + removed.length > 0).map(copiesLine),
    ...plans.stale.map(staleLine),
    ...backupLines(outcome),
    `${colors.green('built')} in ${duration(outcome.milliseconds)}${milder(outcome)}`,
  ]
  return `${lines.join('\n')}\n`
}

/** One line for a rebuild while watching; empty when it changed nothing. */
export function rebuildLine({ plans, milliseconds }: Outcome): string {
  const parts = plans.all.flatMap(({ label, added, changed, removed }) => {
    const told = [
      [added.length + changed.length, 'written'],
      [removed.length, 'removed'],
    ] as const
    const words = told.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
    return words.length === 0 ? [] : [`${label}: ${words.join(', ')}`]
  })
  return parts.length === 0 ? '' : `${parts.join('; ')} in ${duration(milliseconds)}\n`
}

export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(2)} s`
}

export function plural(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

function cellsOf(plan: Plan, id: string, counts: { agents: number; skills: number } = NOTHING): string[] {
  const { added, changed, removed, unchanged, tree, label } = plan
  const some = (number: number, word: string): string => (number === 0 ? '' : `${number} ${word}`)
  return [
    id,
    plural(counts.agents, 'agent'),
    plural(counts.skills, 'skill'),
    plural(tree.files.size, 'file'),
    some(added.length + changed.length, 'written'),
    some(unchanged.length, 'unchanged'),
    some(removed.length, 'removed'),
    label,
  ]
}

const NOTHING = { agents: 0, skills: 0 }

/** Columns of one width, numbers to the right; a column that is empty in every row goes. */
function align(rows: readonly string[][]): string[][] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const pad = (row: string[]): string[] =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column]!) : padNumber(cell, rows, column, widths[column]!),
    )
  return rows.map((row) => pad(row).filter((_, column) => widths[column]! > 0))
}

/** `1 agent ` below `12 agents`: the digits end in one column, the words begin in one. */
function padNumber(cell: string, rows: readonly string[][], column: number, width: number): string {
  const digits = Math.max(...rows.map((row) => digitsIn(row[column]!)))
  const text = ' '.repeat(digits - (cell === '' ? digits : digitsIn(cell))) + cell
  return text.padEnd(Math.max(width, ...rows.map((row) => digits - digitsIn(row[column]!) + row[column]!.length)))
}

const DIGITS_RE = /^\d+(?= )/

function digitsIn(cell: string): number {
  return DIGITS_RE.exec(cell)?.[0].length ?? 0
}

function rowText([id = '', ...cells]: string[], colors: Colors): string {
  const label = cells.pop() ?? ''
  return [colors.bold(id), ...cells, colors.cyan(label.trimEnd())].join('   ')
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
  return compilation.diagnostics
    .list()
    .filter(({ code }) => code === 'output-backup')
    .map(({ message }) => message)
}

function milder({ compilation }: Outcome): string {
  const warnings = compilation.diagnostics.list('warning').length
  return warnings === 0 ? '' : `, ${plural(warnings, 'warning')}`
}
