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
    const hints = new Map<Diagnostic, Hints>()
    for (const report of this.#reports) {
      const severity = this.severityOf(report)
      if (severity === 'off' || WEIGHT[severity] < WEIGHT[least]) continue
      const place = typeof report.at === 'function' ? report.at() : report.at
      const key = identity(report, place)
      const known = merged.get(key)
      const diagnostic = known ?? diagnose(report, severity, place)
      if (known === undefined) merged.set(key, diagnostic)
      else join(known, report, severity)
      if (report.hint === undefined) continue
      const lines = hints.get(diagnostic) ?? new Map<string, string[]>()
      hints.set(diagnostic, lines)
      for (const line of report.hint.split('\n'))
        lines.set(line, [
          ...(lines.get(line) ?? []),
          ...(report.harness === undefined ? [] : [report.harness]),
        ])
    }
    for (const [diagnostic, lines] of hints) diagnostic.hint = hintOf(diagnostic, lines)
    return [...merged.values()].toSorted(compare)
  }
}

/** Line of a hint → the harnesses that it is for; none: all. */
type Hints = Map<string, string[]>

const GUESS_RE = /^did you mean /

/** What one harness calls a thing is no name in another: such a line says for which it is. */
function hintOf({ harnesses }: Diagnostic, lines: Hints): string {
  const labelled = [...lines].map(([line, owners]) => {
    const isForAll = owners.length === 0 || harnesses.every((id) => owners.includes(id))
    return isForAll || !GUESS_RE.test(line)
      ? line
      : `for ${harnesses.filter((id) => owners.includes(id)).join(', ')}: ${line}`
  })
  return labelled.join('\n')
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

function diagnose({ code, message, harness }: Report, severity: Severity, place: Settled): Diagnostic {
  const diagnostic: Diagnostic = {
    code,
    severity,
    message,
    harnesses: harness === undefined ? [] : [harness],
  }
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

function join(known: Diagnostic, { harness }: Report, severity: Severity): void {
  if (harness !== undefined && !known.harnesses.includes(harness)) known.harnesses.push(harness)
  if (WEIGHT[severity] > WEIGHT[known.severity]) known.severity = severity
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
