import { isTreePath, nameOf, TEMPORARY_RE } from './paths.ts'
import type { Process } from './process.ts'

/** What turns the old tree into the new one. Paths are relative to the journal's directory. */
export interface Operations {
  /** Moved aside, from and to; done when the second exists. */
  readonly backups: readonly (readonly [from: string, to: string])[]
  /** Files that go, and after them the directories that are left empty. */
  readonly removals: readonly string[]
  /** Temporaries and where they belong; done when the first is gone. `over`: a file of ours is replaced. */
  readonly places: readonly (readonly [temporary: string, path: string, over: boolean])[]
  /** Lists of ours that go when all else is done. */
  readonly manifests: readonly string[]
  /** Whether the directory itself goes when that leaves it empty. */
  readonly prune: boolean
}

export const NOTHING: Operations = { backups: [], removals: [], places: [], manifests: [], prune: false }

/**
 * What a writer left word of, and its lock. `staging`: temporaries are being written, and are removed if the writer
 * dies; `commit`: all bytes are on disk, and the operations are finished by whoever comes next.
 */
export interface Journal extends Operations {
  readonly version: 1
  /** Twelve random hexadecimal digits; temporaries carry them in their names. */
  readonly id: string
  readonly writer: Process
  readonly state: 'staging' | 'commit'
  /** How many directories the writer made for itself: the output directory and its parents. */
  readonly made: number
}

export function journalText(journal: Journal): string {
  return `${JSON.stringify(journal)}\n`
}

/** The journal, or nothing when the text is none or names a place outside its directory. */
export function parseJournal(text: string): Journal | undefined {
  try {
    const value = JSON.parse(text) as Partial<Journal> | null
    return value !== null && isJournal(value) ? (value as Journal) : undefined
  } catch {
    return undefined
  }
}

/** A journal may come with a cloned repository, so it is held to what this writer could have written. */
function isJournal(value: Partial<Journal>): boolean {
  const { version, id, writer, state, made, backups, removals, places, manifests } = value
  if (version !== 1 || !ID_RE.test(id ?? '') || !Number.isInteger(writer?.pid)) return false
  if ((state !== 'staging' && state !== 'commit') || !Number.isInteger(made)) return false
  const paths = [backups, places].flatMap((list) => list!.flatMap(([from, to]) => [from, to]))
  return (
    [...paths, ...removals!, ...manifests!].every(isTreePath) &&
    places!.every(([temporary]) => TEMPORARY_RE.test(nameOf(temporary)))
  )
}

const ID_RE = /^[0-9a-f]{12}$/
