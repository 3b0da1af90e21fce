import type { Diagnostic } from '../diagnostics/index.ts'
import type { Flags } from './flags.ts'
import { leastShown, printDiagnostics, type Printer } from './telling.ts'
import type { State } from './state.ts'
import { idleSummary } from './summary.ts'

const WEIGHT = { info: 0, warning: 1, error: 2 } as const

/** Tells again what an earlier build came to, when nothing has changed. @returns whether all is known that is to be told */
export function replay(state: State, flags: Flags, milliseconds: number, printer: Printer): boolean {
  const least = leastShown(flags)
  if (WEIGHT[state.least] > WEIGHT[least]) return false
  const { format = 'pretty' } = flags
  // Programs get all frames; beyond those that people see, the sources must be read for them.
  if (
    format !== 'pretty' &&
    state.diagnostics.some(({ line, frame }) => line !== undefined && frame === undefined)
  )
    return false
  const diagnostics = state.diagnostics.filter(
    ({ severity }: Diagnostic) => WEIGHT[severity] >= WEIGHT[least],
  )
  const outputs = Object.fromEntries(
    state.rows.map(({ id, label, files }) => [
      id,
      { dir: label, files, added: 0, changed: 0, removed: 0, unchanged: files },
    ]),
  )
  printDiagnostics(diagnostics, { ...flags, outputs }, printer)
  if (format !== 'pretty' || flags.quiet === true) return true
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length
  const rows = state.rows.map((row) => ({ ...row, written: 0, removed: 0, unchanged: row.files }))
  printer.out(idleSummary(rows, milliseconds, warnings, printer.colors.out, state.costs))
  return true
}
