import type { Report } from '../diagnostics/index.ts'
import type { Tree } from './tree.ts'
import { failed, shownPath } from './failure.ts'
import { ManifestFault, type Ownership } from './ownership.ts'
import { labelled } from './paths.ts'
import { Surveyor } from './surveyor.ts'

/** A path that another plugin wrote into the shared directory. */
export interface OwnedPath {
  readonly path: string
  readonly owner: string
}

/** A file to be written, and what is put in its place as one piece: itself, or the outermost missing directory. */
export interface Write {
  readonly path: string
  readonly unit: string
  /** Whether a file of ours stands there now. */
  readonly over: boolean
}

/** What stands in the way; `parent`: something that is no directory, where one is needed; `link`: a symlink there. */
export type Obstacle = 'file' | 'directory' | 'symlink' | 'parent' | 'link' | 'other'

/** What the comparison of a tree with the disk found. */
export interface Survey {
  readonly added: readonly string[]
  /** Ours, with other bytes or another executable bit. */
  readonly changed: readonly string[]
  /** Ours, and no longer in the tree. */
  readonly removed: readonly string[]
  readonly unchanged: readonly string[]
  /** Not ours, and in the way: files with other bytes, directories, symlinks, and what stands where a directory is needed. */
  readonly foreign: readonly string[]
  readonly owned: readonly OwnedPath[]
  /** What kept the comparison from being made, ready to report. */
  readonly problems: readonly Report[]
  /** What `apply` needs to know beyond that. */
  readonly details: Details
}

export interface Details {
  /** By the paths of `foreign`. */
  readonly obstacles: ReadonlyMap<string, Obstacle>
  readonly writes: readonly Write[]
  /** Where the list of what is ours belongs, and its text so far. */
  readonly manifest: (Write & { readonly text: string | undefined }) | undefined
  /** See {@link stampOf}. */
  readonly stamp: string | undefined
}

/** What is compared with what. */
export interface Subject {
  readonly tree: Tree
  /** Those of the tree, sorted. */
  readonly paths: readonly string[]
  readonly dir: string
  readonly label: string
  readonly ownership: Ownership
  readonly force: boolean
}

/** Compares the files of a tree with those on disk, one by one. */
export function survey(subject: Subject, problems: readonly Report[]): Survey {
  const surveyor = new Surveyor(subject)
  if (problems.length > 0) return surveyor.result(problems)
  try {
    surveyor.run()
    return surveyor.result([])
  } catch (error) {
    return new Surveyor(subject).result([problemOf(error, subject)])
  }
}

function problemOf(error: unknown, { dir, label }: Subject): Report {
  if (!(error instanceof ManifestFault)) return failed(error, 'cannot read', shownPath(error, dir, label))
  const file = labelled(label, error.path)
  return {
    code: 'output-failed',
    message: `cannot tell from ${JSON.stringify(file)} whose files are whose: ${error.message}`,
    hint: 'delete it: files that are as they would be written are taken over, others are told',
    at: { file },
  }
}
