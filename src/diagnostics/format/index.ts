import type { Diagnostic } from '../diagnostic.ts'
import { formatGithub } from './github.ts'
import { formatJson, type OutputSummary } from './json.ts'
import { formatPretty, type PrettyOptions } from './pretty.ts'
import { formatSarif } from './sarif.ts'

export type { OutputSummary } from './json.ts'

/** The values of `--format`, the default first. */
export const FORMATS = ['pretty', 'json', 'sarif', 'github'] as const

export type Format = (typeof FORMATS)[number]

export interface FormatOptions extends PrettyOptions {
  /** Only `json` tells them. Default: none. */
  outputs?: Readonly<Record<string, OutputSummary>>
}

/**
 * Diagnostics as text, ready to be written; ends with a line break unless it is empty.
 * Only `pretty` leaves any out (info, and what is beyond the first 50).
 */
export function formatDiagnostics(
  format: Format,
  diagnostics: readonly Diagnostic[],
  options: FormatOptions = {},
): string {
  switch (format) {
    case 'pretty':
      return formatPretty(diagnostics, options)
    case 'json':
      return formatJson(diagnostics, options.outputs ?? {})
    case 'sarif':
      return formatSarif(diagnostics)
    case 'github':
      return formatGithub(diagnostics)
  }
}
