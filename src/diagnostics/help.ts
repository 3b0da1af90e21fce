import type { Code } from './codes.ts'

/** Where the page of all codes lies once the package is published; each code is an anchor of it. */
const PAGE = 'https://unpkg.com/agent-cortex/docs/diagnostics.md'

export function helpUri(code: Code): string {
  return `${PAGE}#${code}`
}
