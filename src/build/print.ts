import type { Outcome } from './build.ts'
import { summarise } from './outputs.ts'
import { isIdle, rebuildLine, summaryOf } from './summary.ts'
import { leastShown, printDiagnostics, type Printer, type PrintOptions, render } from './telling.ts'

/** Tells what a build came to, in the format that the call wants. @returns its diagnostics as text */
export function printOutcome(outcome: Outcome, options: PrintOptions, printer: Printer): string {
  const { compilation, plans, written } = outcome
  const { format = 'pretty', previous, quiet, again = previous !== undefined } = options
  const list = compilation.diagnostics.list(leastShown(options))
  const told = render(list, options)
  const isNew = told !== previous
  if (previous !== undefined && !isNew && isIdle(plans)) return told
  if (format !== 'pretty' || isNew) {
    const outputs = written ? summarise(plans) : {}
    printDiagnostics(list, { ...options, outputs, line: again }, printer)
  }
  if (format !== 'pretty') return told
  const warnings = list.filter(({ severity }) => severity === 'warning').length
  if (!written) printer.error(`${shortfall(outcome)}\n`)
  else if (again) printer.out(rebuildLine(outcome))
  else if (quiet !== true) printer.out(summaryOf(outcome, warnings, printer.colors.out))
  return told
}

/** What became of the outputs of a run that failed. */
export function shortfall({ unfinished }: Outcome): string {
  return unfinished ? 'writing is not finished; the next run finishes it' : 'nothing was written'
}
