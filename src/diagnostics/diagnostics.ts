import { CODES, type Code } from './codes.ts'
import type { Diagnostic, Place, Report, Severity, SeveritySetting } from './diagnostic.ts'
import { codeFrame } from './frame.ts'
import { order } from './order.ts'

export interface DiagnosticsOptions {
  /** Per code; default: the severities of `CODES`. */
  severity?: Partial<Record<Code, SeveritySetting>>
  /** Warnings become errors. Default false. */
  strict?: boolean
}

const WEIGHT: Record<Severity, number> = { info: 0, warning: 1, error: 2 }

/** Collects what is wrong in one run; one mistake seen for three harnesses becomes one diagnostic. */
export class Diagnostics {
  readonly #reports: Report[] = []
  readonly #options: DiagnosticsOptions

  constructor(options: DiagnosticsOptions = {}) {
    this.#options = options
  }

  readonly report = (report: Report): void => {
    this.#reports.push(report)
  }

  get reports(): readonly Report[] {
    return this.#reports
  }

  severityOf(report: Report): SeveritySetting {
    const usual = report.severity ?? CODES[report.code]
    const set = this.#options.severity?.[report.code]
    // An error in one case of a code that is otherwise milder is not to be talked down by accident: only its own setting may.
    const severity = set ?? usual
    return severity === 'warning' && this.#options.strict ? 'error' : severity
  }

  get hasErrors(): boolean {
    return this.#reports.some((report) => this.severityOf(report) === 'error')
  }

  /**
   * The diagnostics in order of file, line, column and code, those without a position first.
   * @param least leaves milder ones out, and does not work out their positions. Default `info`: all.
   */
  list(least: Severity = 'info'): Diagnostic[] {
    const merged = new Map<string, Diagnostic>()
    for (const report of this.#reports) {
      const severity = this.severityOf(report)
      if (severity === 'off' || WEIGHT[severity] < WEIGHT[least]) continue
      const diagnostic = locate(report, severity)
      const key = [
        diagnostic.code,
        diagnostic.file,
        diagnostic.line,
        diagnostic.column,
        diagnostic.message,
      ].join('\0')
      const known = merged.get(key)
      if (known === undefined) merged.set(key, diagnostic)
      else join(known, diagnostic)
    }
    return [...merged.values()].toSorted(compare)
  }
}

function locate(report: Report, severity: Severity): Diagnostic {
  const { code, message, hint, harness } = report
  const diagnostic: Diagnostic = {
    code,
    severity,
    message,
    harnesses: harness === undefined ? [] : [harness],
  }
  if (hint !== undefined) diagnostic.hint = hint
  const place: Exclude<Place, () => unknown> = typeof report.at === 'function' ? report.at() : report.at
  if (place === undefined) return diagnostic
  if (!('source' in place)) return { ...diagnostic, file: place.file }
  const { source, start, end } = place
  const from = source.position(start)
  const to = source.position(end)
  return {
    ...diagnostic,
    file: source.file,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    frame: codeFrame(place),
  }
}

function join(known: Diagnostic, other: Diagnostic): void {
  for (const harness of other.harnesses) if (!known.harnesses.includes(harness)) known.harnesses.push(harness)
  if (WEIGHT[other.severity] > WEIGHT[known.severity]) known.severity = other.severity
  if (other.hint === undefined) return
  if (known.hint === undefined) known.hint = other.hint
  else if (!known.hint.split('\n').includes(other.hint)) known.hint += `\n${other.hint}`
}

function compare(a: Diagnostic, b: Diagnostic): number {
  return (
    order(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    order(a.code, b.code) ||
    order(a.message, b.message)
  )
}
