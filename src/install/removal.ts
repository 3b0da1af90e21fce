import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Reporter } from '../diagnostics/index.ts'
import { apply, plan, type Tree } from '../tree/index.ts'
import { freeName } from '../tree/commit.ts'
import { exists } from '../tree/disk.ts'
import { below, editedFiles, keepEdited, type Kept } from './edits.ts'
import { removeOrigin } from './origin.ts'
import { blocked, currentVersion, ownTarget, type Place, prune, sweepVersions } from './place.ts'

/** What taking a folder away leaves of others. */
export interface Removed {
  /** Edited files of ours and what they are called now; absolute. */
  readonly edited: readonly Kept[]
  /** The directory that what is not ours was moved to; nothing where there is none, or all stays as it is. */
  readonly remains: string | undefined
}

/** Removes what is ours of a folder, and the link. Called again after a kill, it goes on. @throws what the file system says */
export function removeFolder(place: Place, harness: string, report: Reporter): Removed {
  const { link } = place
  const problems = blocked(place)
  for (const problem of problems) report(problem)
  if (problems.length > 0) return { edited: [], remains: undefined }
  const current = currentVersion(place)
  let edited: Kept[] = []
  let remains: string | undefined
  if (current !== undefined) {
    const nothing: Tree = { harness, files: new Map() }
    const emptied = plan(nothing, current, { label: link })
    if (emptied.problems.length === 0) edited = [...keepEdited(current, editedFiles(emptied)).kept]
    if (!apply(emptied, { report }).ok) return { edited: below(link, edited), remains: undefined }
    if (exists(current)) {
      remains = `${path.dirname(link)}/${freeName(path.dirname(link), path.basename(link))}`
      // Before the link goes: without it a version is nobody's.
      renameSync(current, remains)
    }
  }
  if (ownTarget(place) !== undefined) rmSync(link)
  removeOrigin(place)
  sweepVersions(place)
  prune(place)
  return { edited: below(remains ?? link, edited), remains }
}
