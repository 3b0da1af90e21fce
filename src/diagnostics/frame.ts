import type { Span } from './source.ts'

/** The offending line with the one before it and a caret line beneath. */
export function codeFrame(span: Span): string {
  return span.source.line(span.source.position(span.start).line)
}
