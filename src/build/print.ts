import { formatDiagnostics, type FormatOptions } from '../diagnostics/format/index.ts'
import type { Diagnostic, Diagnostics, Severity } from '../diagnostics/index.ts'
import type { Outcome } from './build.ts'
import type { Flags } from './flags.ts'
import { summarise } from './outputs.ts'
import { isIdle, rebuildLine, summaryOf } from './summary.ts'

/** Where text goes: results to `out`, what is said about them to `error`. */
export interface Printer {
  out(text: string): void
  error(text: string): void
  colors: { out: boolean; error: boolean }
}

export interface PrintOptions extends Pick<Flags, 'format' | 'verbose' | 'quiet'> {
  /** Whether an earlier run was told already, while watching: one line is then enough. Default: if there is `previous`. */
  again?: boolean
  /** What {@link printOutcome} returned for the run before; what is not new is then not told again. */
  previous?: string | undefined
}

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
  if (!written) printer.error('nothing was written\n')
  else if (again) printer.out(rebuildLine(outcome))
  else if (quiet !== true) printer.out(summaryOf(outcome, warnings, printer.colors.out))
  return told
}

export interface DiagnosticsOptions extends PrintOptions, Pick<FormatOptions, 'outputs'> {
  /** Puts JSON on one line, where one object follows another. Default false. */
  line?: boolean
}

/** Diagnostics for people go to `error`; those for programs are the result. */
export function printDiagnostics(
  diagnostics: Diagnostics | readonly Diagnostic[],
  options: DiagnosticsOptions,
  printer: Printer,
): void {
  const { format = 'pretty', line = false } = options
  const text = render(diagnostics, { ...options, colors: printer.colors.error })
  if (format === 'pretty') printer.error(text)
  else printer.out(format === 'json' && line ? `${JSON.stringify(JSON.parse(text))}\n` : text)
}

function render(
  diagnostics: Diagnostics | readonly Diagnostic[],
  options: DiagnosticsOptions & FormatOptions,
): string {
  const { format = 'pretty', verbose = false, outputs = {}, colors = false } = options
  const list = 'list' in diagnostics ? diagnostics.list(leastShown(options)) : diagnostics
  return formatDiagnostics(format, list, { verbose, colors, outputs })
}

/** The mildest severity that is shown: positions of milder ones need not be worked out. */
export function leastShown({ format = 'pretty', verbose = false }: PrintOptions): Severity {
  return format === 'pretty' && !verbose ? 'warning' : 'info'
}
