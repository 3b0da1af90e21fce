import type { Code } from './codes.ts'
import type { Span } from './source.ts'

export type Severity = 'error' | 'warning' | 'info'

/** What the user may set per code: a severity, or `off` to silence it. */
export type SeveritySetting = Severity | 'off'

/** One message to the user, ready to print. Lines and columns from 1, `endColumn` exclusive. */
export interface Diagnostic {
  code: Code
  severity: Severity
  message: string
  /** The mend, in words: what to write instead. */
  hint?: string
  /** Relative to the project's root, `/`-separated. */
  file?: string
  line?: number
  column?: number
  endLine?: number
  endColumn?: number
  /** Ids of the harnesses that see the mistake, in build order; empty when it concerns none in particular. */
  harnesses: string[]
  /** The offending lines with a caret; only where there is a position. */
  frame?: string
}

/** Where a report points: a run of text (worked out only when shown), a whole file, or nothing in particular. */
export type Place = Span | (() => Span) | { readonly file: string } | undefined

/** A diagnostic as a compiler step states it; {@link Diagnostics} turns it into a {@link Diagnostic}. */
export interface Report {
  code: Code
  message: string
  at?: Place
  hint?: string | undefined
  /** The harness for which it was found; reports that differ in nothing else become one diagnostic. */
  harness?: string
  /** Where a code's severity depends on the case; default: that of the code. */
  severity?: Severity
}

/** Takes reports; the whole compiler is handed this and never throws for a user's mistake. */
export type Reporter = (report: Report) => void
