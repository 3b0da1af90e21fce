import type { Reporter, Source } from '../diagnostics/index.ts'
import { resolveLink } from './links.ts'
import type { Reader } from './reader.ts'

/**
 * A text at the project's root that may be missing.
 * @returns nothing when it is missing; without a source when it could not be read, which is reported
 */
export function readRootText(
  reader: Reader,
  file: string,
  report: Reporter,
): { source: Source | undefined } | undefined {
  if (!reader.exists(file)) return undefined
  const real = resolveLink(reader, file, reader.absolute(file), undefined, report)
  if (real === undefined) return { source: undefined }
  return { source: reader.text(file, report, reader.kind(file) === 'file' ? real : undefined) }
}
