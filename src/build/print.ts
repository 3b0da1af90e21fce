import { formatDiagnostics } from '../diagnostics/format/index.ts'
import type { Diagnostics } from '../diagnostics/index.ts'
import type { Outcome } from './build.ts'
import type { Flags } from './flags.ts'
import { summarise } from './outputs.ts'
import { rebuildLine, summaryOf } from './summary.ts'

/** Where text goes: results to one stream, what is said about them to the other. */
export interface Printer {
  out(text: string): void
  error(text: string): void
  colors: { out: boolean; error: boolean }
}

export interface PrintOptions extends Pick<Flags, 'format' | 'verbose' | 'quiet'> {
  /** Whether an earlier run was told already, while watching: then one line is enough. Default false. */
  again?: boolean
}

/** Tells what a build came to, in the format that the call wants. */
export function printOutcome(outcome: Outcome, options: PrintOptions, printer: Printer): void {
  const { compilation, plans, written } = outcome
  const outputs = written ? summarise(plans) : {}
  printDiagnostics(compilation.diagnostics, options, printer, outputs)
  if ((options.format ?? 'pretty') !== 'pretty') return
  if (!written) printer.error('nothing was written\n')
  else if (options.again === true) printer.out(rebuildLine(outcome))
  else if (options.quiet !== true) printer.out(summaryOf(outcome, printer.colors.out))
}

/** Diagnostics for people go to stderr; those for programs are the result. */
export function printDiagnostics(
  diagnostics: Diagnostics,
  { format = 'pretty', verbose = false }: PrintOptions,
  printer: Printer,
  outputs: ReturnType<typeof summarise> = {},
): void {
  const pretty = format === 'pretty'
  // Positions of info are not worked out for nobody.
  const list = diagnostics.list(pretty && !verbose ? 'warning' : 'info')
  const text = formatDiagnostics(format, list, { verbose, colors: printer.colors.error, outputs })
  if (pretty) printer.error(text)
  else printer.out(text)
}
