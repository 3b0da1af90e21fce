import type { Harness } from '../../src/compose/harness.ts'
import { Diagnostics, Source } from '../../src/diagnostics/index.ts'

/** What a harness says of a JSON file of its tree, one line each: `1:2 error message`. */
export function checkJson(
  harness: Harness,
  path: string,
  file: unknown,
  manifest: Record<string, unknown> = {},
): string[] {
  const check = harness.fileCheck?.(path, manifest)
  if (check === undefined) throw new Error(`${harness.id} does not check ${path}`)
  const diagnostics = new Diagnostics()
  check(new Source(path, typeof file === 'string' ? file : JSON.stringify(file)), diagnostics.report)
  return diagnostics
    .list()
    .map(({ line, column, severity, message }) => `${line}:${column} ${severity} ${message}`)
}

/** The same without the positions. */
export function faults(harness: Harness, path: string, file: unknown): string[] {
  return checkJson(harness, path, file).map((line) => line.slice(line.indexOf(' ') + 1))
}
