import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import { apply, plan, type Plan } from '../tree/index.ts'
import { freeName } from '../tree/commit.ts'
import { exists } from '../tree/disk.ts'
import { failed } from '../tree/failure.ts'
import { carry } from './carry.ts'
import { below, keepEdited, type Kept } from './edits.ts'
import type { FolderPlan } from './folder.ts'
import { namesIn, prune, sweepVersions } from './place.ts'

/** A version on disk that no client reads yet. */
export interface Staged {
  /** What was put beside its place, and what was moved out of the way; absolute. */
  readonly edited: readonly Kept[]
  readonly backups: readonly Kept[]
  /** Makes it the current version. @throws what the file system says; then nothing has changed */
  flip(): void
  rollBack(): void
}

/** Writes the next version. @returns it, or why it could not be written; then nothing of it is left */
export function stageFolder(folder: FolderPlan): Staged | Report[] {
  const { place, plan: made, current, others } = folder
  const { versions, link } = place
  let next = ''
  const rollBack = (): void => {
    if (next !== '') rmSync(next, { recursive: true, force: true })
    prune(place)
  }
  try {
    sweepVersions(place)
    mkdirSync(versions, { recursive: true })
    mkdirSync(path.dirname(link), { recursive: true })
    next = path.join(versions, `${1 + Math.max(0, ...numbersIn(versions))}`)
    const reports: Report[] = []
    const { ok } = apply(plan(made.tree, next, { label: link }), { report: (report) => reports.push(report) })
    if (!ok) {
      rollBack()
      return reports
    }
    const backups = current === undefined ? [] : backupsOf(made, next)
    if (current !== undefined) carry(current, others, next, (file) => renamed(file, backups))
    const edited = current === undefined ? [] : keepEdited(current, folder.edited, next).kept
    return {
      edited: below(link, edited),
      backups: [...below(link, backups), ...asideOf(folder)],
      flip: () => flip(folder, next),
      rollBack,
    }
  } catch (error) {
    rollBack()
    return [failed(error, 'cannot write', link)]
  }
}

function numbersIn(versions: string): number[] {
  return namesIn(versions).map(Number).filter(Number.isInteger)
}

/** What is not ours at a path of the tree gets a name that is free in both versions. */
function backupsOf({ foreign, tree, dir }: Plan, next: string): Kept[] {
  return foreign.map((from) => [
    from,
    freeName(dir, from, (name) => tree.files.has(name) || exists(`${next}/${name}`)),
  ])
}

function renamed(file: string, backups: readonly Kept[]): string {
  const hit = backups.find(([from]) => file === from || file.startsWith(`${from}/`))
  return hit === undefined ? file : hit[1] + file.slice(hit[0].length)
}

function asideOf({ aside, place: { link } }: FolderPlan): Kept[] {
  if (!aside) return []
  const [dir, name] = [path.dirname(link), path.basename(link)]
  return [[link, `${dir}/${freeName(dir, name)}`]]
}

function flip(folder: FolderPlan, next: string): void {
  const { link, versions } = folder.place
  const temporary = path.join(versions, 'link')
  symlinkSync(path.relative(path.dirname(link), next), temporary, 'dir')
  for (const [from, to] of asideOf(folder)) renameSync(from, to)
  renameSync(temporary, link)
}
