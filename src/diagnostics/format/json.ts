import type { Diagnostic } from '../diagnostic.ts'

/** What building did to one harness's output; counts of files. */
export interface OutputSummary {
  /** Relative to the root, `/`-separated. */
  dir: string
  /** Files in the tree: added, changed and unchanged ones. */
  files: number
  added: number
  changed: number
  removed: number
  unchanged: number
}

/** Increased when a key changes its meaning or goes; new keys may come without. */
const VERSION = 1

/** One JSON object: `version`, `ok` (no errors), `diagnostics`, and `outputs` by harness. */
export function formatJson(
  diagnostics: readonly Diagnostic[],
  outputs: Readonly<Record<string, OutputSummary>>,
): string {
  const ok = diagnostics.every(({ severity }) => severity !== 'error')
  return `${JSON.stringify({ version: VERSION, ok, diagnostics: diagnostics.map(inOrder), outputs }, null, 2)}\n`
}

/** Keys in one order, however the diagnostic was made; absent ones are left out by JSON. */
function inOrder(diagnostic: Diagnostic): Diagnostic {
  const { code, severity, message, hint, file, line, column, endLine, endColumn, harnesses, frame } =
    diagnostic
  const all = { code, severity, message, hint, file, line, column, endLine, endColumn, harnesses, frame }
  return all as Diagnostic
}
