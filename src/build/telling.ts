import { formatDiagnostics, type FormatOptions } from '../diagnostics/format/index.ts'
import type { Diagnostic, Diagnostics, Severity } from '../diagnostics/index.ts'
import type { Flags } from './flags.ts'

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

export function render(
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
