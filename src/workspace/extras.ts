import { didYouMean, type Reporter } from '../diagnostics/index.ts'
import type { Gitignore } from './gitignore.ts'
import { resolveLink } from './links.ts'
import { nameOf, parentOf, TRAILING_SLASH_RE } from './paths.ts'
import type { Reader } from './reader.ts'
import type { ExtraFile } from './sources.ts'
import { type Entry, walk } from './walk.ts'

/** The `copy` option: harness → file or directory of the project → path in the tree. */
export type CopyOption = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Reads `<harness>-extras/**` and what `copy` names, for the harnesses that are built. */
export function collectExtras(
  reader: Reader,
  gitignore: Gitignore,
  harnesses: readonly string[],
  copy: CopyOption,
  report: Reporter,
): ExtraFile[] {
  const files: ExtraFile[] = []
  for (const harness of harnesses) {
    const directory = `${harness}-extras`
    files.push(...readAll(reader, walk(reader, directory, gitignore, report), harness, directory, '', report))
    files.push(...collectCopies(reader, gitignore, harness, copy[harness] ?? {}, report))
  }
  return files
}

/** @param copies file or directory of the project → path in the tree */
export function collectCopies(
  reader: Reader,
  gitignore: Gitignore,
  harness: string,
  copies: Readonly<Record<string, string>>,
  report: Reporter,
): ExtraFile[] {
  return Object.entries(copies).flatMap(([from, to]) => copied(reader, gitignore, harness, from, to, report))
}

function copied(
  reader: Reader,
  gitignore: Gitignore,
  harness: string,
  from: string,
  to: string,
  report: Reporter,
): ExtraFile[] {
  const source = clean(from)
  const target = clean(to)
  const option = `copy.${harness}[${JSON.stringify(from)}]`
  if (source === undefined || target === undefined || source === '') {
    report({
      code: 'option-value',
      message: `option ${option}: both paths are relative, below the project and below the tree`,
      harness,
    })
    return []
  }
  const kind = reader.kind(source)
  if (kind === undefined) {
    report({
      code: 'option-value',
      message: `option ${option}: there is no ${source}`,
      hint: suggestion(reader, source),
      harness,
    })
    return []
  }
  const skipped = gitignore.reason(source, kind === 'directory')
  if (skipped !== undefined) {
    report({ code: 'ignored', message: `this is ${skipped}`, at: { file: source } })
    return []
  }
  if (kind === 'directory')
    return readAll(reader, walk(reader, source, gitignore, report), harness, source, target, report)
  const real = resolveLink(reader, source, reader.absolute(source), gitignore, report)
  if (real === undefined) return []
  const read = reader.bytes(source, report, real)
  // To the top of the tree, a file keeps its name.
  const path = target === '' ? nameOf(source) : target
  return read === undefined ? [] : [{ harness, target: path, file: source, ...read }]
}

function readAll(
  reader: Reader,
  entries: readonly Entry[],
  harness: string,
  base: string,
  target: string,
  report: Reporter,
): ExtraFile[] {
  const files: ExtraFile[] = []
  for (const entry of entries) {
    if (entry.isDirectory) continue
    const read = reader.bytes(entry.path, report, entry.real)
    const below = entry.path.slice(base.length + 1)
    const path = target === '' ? below : `${target}/${below}`
    if (read !== undefined) files.push({ harness, target: path, file: entry.path, base, ...read })
  }
  return files
}

const ANY_RE = /^/

/** A relative path without `.`, `..` and empty parts; '' for the top; nothing when it is none. */
function clean(path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\') || path.includes('\0')) return undefined
  const parts = path
    .replace(TRAILING_SLASH_RE, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  return parts.includes('..') ? undefined : parts.join('/')
}

function suggestion(reader: Reader, source: string): string | undefined {
  return didYouMean(nameOf(source), reader.names(parentOf(source), ANY_RE))
}
