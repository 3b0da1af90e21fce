import { CODES, type Code } from './codes.ts'
import type { Diagnostic, Place, Report, Severity, SeveritySetting } from './diagnostic.ts'
import { codeFrame } from './frame.ts'
import { order } from './order.ts'
import type { Span } from './source.ts'

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
  #last: { least: Severity; of: number; list: Diagnostic[] } | undefined

  constructor(options: DiagnosticsOptions = {}) {
    this.#options = options
  }

  readonly report = (report: Report): void => {
    this.#reports.push(report)
  }

  get reports(): readonly Report[] {
    return this.#reports
  }

  /** What the user set for the code, else what the report or its code says; then `strict`. */
  severityOf(report: Report): SeveritySetting {
    const usual = report.severity ?? CODES[report.code]
    const set = this.#options.severity?.[report.code]
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
    const last = this.#last
    if (last?.least === least && last.of === this.#reports.length) return last.list
    const list = this.#list(least)
    this.#last = { least, of: this.#reports.length, list }
    return list
  }

  #list(least: Severity): Diagnostic[] {
    const merged = new Map<string, Diagnostic>()
    for (const report of this.#reports) {
      const severity = this.severityOf(report)
      if (severity === 'off' || WEIGHT[severity] < WEIGHT[least]) continue
      const place = typeof report.at === 'function' ? report.at() : report.at
      const key = identity(report, place)
      const known = merged.get(key)
      if (known === undefined) merged.set(key, diagnose(report, severity, place))
      else join(known, report, severity)
    }
    return [...merged.values()].toSorted(compare)
  }
}

/** A place that has been worked out. */
type Settled = Exclude<Place, () => unknown>

/** Two reports that agree in this are one mistake, seen for two harnesses. */
function identity({ code, message }: Report, place: Settled): string {
  if (place === undefined) return `${code}\0\0\0\0${message}`
  if (!('source' in place)) return `${code}\0${place.file}\0\0\0${message}`
  const { line, column } = place.source.position(place.start)
  return `${code}\0${place.source.file}\0${line}\0${column}\0${message}`
}

function diagnose({ code, message, hint, harness }: Report, severity: Severity, place: Settled): Diagnostic {
  const diagnostic: Diagnostic = {
    code,
    severity,
    message,
    harnesses: harness === undefined ? [] : [harness],
  }
  if (hint !== undefined) diagnostic.hint = hint
  if (place === undefined) return diagnostic
  if ('source' in place) return locate(diagnostic, place)
  diagnostic.file = place.file
  return diagnostic
}

function locate(diagnostic: Diagnostic, span: Span): Diagnostic {
  const from = span.source.position(span.start)
  const to = span.source.position(Math.max(span.start, span.end))
  diagnostic.file = span.source.file
  diagnostic.line = from.line
  diagnostic.column = from.column
  diagnostic.endLine = to.line
  diagnostic.endColumn = to.column
  // Of many diagnostics, few are shown; a frame is made for those.
  let frame: string | undefined
  Object.defineProperty(diagnostic, 'frame', {
    enumerable: true,
    configurable: true,
    get: () => (frame ??= codeFrame(span)),
  })
  return diagnostic
}

function join(known: Diagnostic, { hint, harness }: Report, severity: Severity): void {
  if (harness !== undefined && !known.harnesses.includes(harness)) known.harnesses.push(harness)
  if (WEIGHT[severity] > WEIGHT[known.severity]) known.severity = severity
  if (hint === undefined) return
  const hints = known.hint?.split('\n') ?? []
  known.hint = [...new Set([...hints, ...hint.split('\n')])].join('\n')
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
