import { createRequire } from 'node:module'

/** One side of a comparison. */
export interface Version {
  /** As the header shows it; `/dev/null` where there is no file. */
  readonly name: string
  readonly content: string | Uint8Array
}

interface Hunk {
  oldStart: number
  oldLines: number
  newStart: number
  newLines: number
  lines: string[]
}

/** Texts with more changed lines than that are shown as wholly replaced: finding the least edit would take too long. */
const MOST_EDITS = 1500

/** No line that somebody writes or reads is as long: a bundle, of which a diff would be all of it twice. */
const UNREADABLE_RE = /[^\n]{10000}/

/**
 * The unified diff of two versions of one file, empty when they are equal; binary files are told in one line, and so are
 * those with endless lines.
 */
export function unified(before: Version, after: Version): string {
  const [old, now] = [textOf(before.content), textOf(after.content)]
  if (old === undefined || now === undefined) {
    return same(before, after) ? '' : `Binary files ${shown(before.name)} and ${shown(after.name)} differ\n`
  }
  if (old === now && before.name === after.name) return ''
  const hunks = old === '' || now === '' ? [whole(old, now)] : (edits(old, now) ?? [whole(old, now)])
  const body = hunks.filter(({ lines }) => lines.length > 0).map(hunkText)
  return `--- ${shown(before.name)}\n+++ ${shown(after.name)}\n${body.join('')}`
}

function same(before: Version, after: Version): boolean {
  return before.name === after.name && Buffer.from(before.content).equals(Buffer.from(after.content))
}

/** The text of a file, or nothing when it is binary. */
function textOf(content: string | Uint8Array): string | undefined {
  if (typeof content !== 'string') {
    try {
      return textOf(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content))
    } catch {
      return undefined
    }
  }
  return content.includes('\0') || UNREADABLE_RE.test(content) ? undefined : content
}

/** What would break the header's line. */
const UNPRINTABLE_RE = /[\x00-\x1f\x7f"\\]/

function shown(name: string): string {
  return UNPRINTABLE_RE.test(name) ? JSON.stringify(name) : name
}

let library: typeof import('diff') | undefined

function edits(old: string, now: string): Hunk[] | undefined {
  // Loaded when the first file differs: most checks find nothing.
  library ??= createRequire(import.meta.url)('diff') as typeof import('diff')
  const patch = library.structuredPatch('', '', old, now, '', '', { context: 3, maxEditLength: MOST_EDITS })
  return patch?.hunks
}

function whole(old: string, now: string): Hunk {
  const [removed, added] = [marked('-', old), marked('+', now)]
  return {
    oldStart: 1,
    oldLines: countLines(removed),
    newStart: 1,
    newLines: countLines(added),
    lines: [...removed, ...added],
  }
}

function countLines(marked: readonly string[]): number {
  return marked.filter((line) => line !== NO_NEWLINE).length
}

const NO_NEWLINE = '\\ No newline at end of file'

function marked(sign: string, text: string): string[] {
  if (text === '') return []
  const lines = text.split('\n').map((line) => sign + line)
  if (text.endsWith('\n')) lines.pop()
  else lines.push(NO_NEWLINE)
  return lines
}

function hunkText({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  return `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@\n${lines.join('\n')}\n`
}

/** A side without lines is counted from the line before it. */
function range(start: number, count: number): string {
  return `${count === 0 ? start - 1 : start},${count}`
}
