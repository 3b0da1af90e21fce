import { mkdirSync, readdirSync, readlinkSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import { apply, isClean, plan, type Plan, refusals, type Tree } from '../tree/index.ts'
import { freeName } from '../tree/commit.ts'
import { exists, lstat, removeEmpty } from '../tree/disk.ts'
import { failed, isErrno } from '../tree/failure.ts'
import { parseManifest } from '../tree/manifest.ts'
import { carry, type Other, othersIn } from './carry.ts'
import { below, editedFiles, keepEdited, type Kept } from './edits.ts'

/** A folder that clients read in place: a link to one of several versions, so that one rename replaces it all. */
export interface Place {
  /** What clients are told of. */
  readonly link: string
  /** Holds one directory per version, named by number; kills may leave more than the current one. */
  readonly versions: string
  /** Above both; directories below it go when they are empty. */
  readonly base: string
}

/** What would make such a folder hold a tree. */
export interface FolderPlan {
  readonly place: Place
  /** Compared with the version that is current, or with a directory that is not there yet. */
  readonly plan: Plan
  /** Directory of the current version. */
  readonly current: string | undefined
  readonly edited: readonly string[]
  readonly others: readonly Other[]
  /** Something that is not ours stands at the link's place and is to be moved aside. */
  readonly aside: boolean
  readonly isIdle: boolean
  /** Why it must not be done. */
  readonly problems: readonly Report[]
}

/** Directory of the current version; nothing where the link is missing, leads nowhere, or is not ours. */
export function currentVersion(place: Place): string | undefined {
  const target = ownTarget(place)
  return target !== undefined && lstat(target)?.isDirectory() === true ? target : undefined
}

function ownTarget({ link, versions }: Place): string | undefined {
  if (lstat(link)?.isSymbolicLink() !== true) return undefined
  const target = path.resolve(path.dirname(link), readlinkSync(link))
  return path.dirname(target) === versions ? target : undefined
}

export function planFolder(tree: Tree, place: Place, force: boolean): FolderPlan {
  const { link, versions } = place
  const current = currentVersion(place)
  const made = plan(tree, current ?? path.join(versions, 'none'), { force, label: link })
  const isForeign = exists(link) && ownTarget(place) === undefined
  const others = current === undefined || made.problems.length > 0 ? [] : othersIn(current, oursIn(made))
  return {
    place,
    plan: made,
    current,
    edited: current === undefined || made.problems.length > 0 ? [] : editedFiles(made),
    others,
    aside: isForeign && force,
    isIdle: current !== undefined && isClean(made),
    problems: [
      ...refusals([made]),
      ...(isForeign && !force ? [foreignLink(link, tree.harness)] : []),
      ...others.filter(({ kind }) => kind === 'special').map(({ path: file }) => special(link, file)),
    ],
  }
}

function oursIn({ details, unchanged }: Plan): Set<string> {
  const { text } = details.manifest ?? {}
  return new Set([...(text === undefined ? [] : parseManifest(text).files.keys()), ...unchanged])
}

function foreignLink(link: string, harness: string): Report {
  return {
    code: 'output-foreign',
    message: `${JSON.stringify(link)} was not made by agent-cortex; the plugin's folder would stand here`,
    hint: `move it away, or use --force, which keeps it as ${JSON.stringify(`${link}.orig`)}`,
    at: { file: link },
    harness,
  }
}

function special(link: string, file: string): Report {
  const place = `${link}/${file}`
  return {
    code: 'output-failed',
    message: `${JSON.stringify(place)} is neither a file nor a link and cannot be carried over`,
    hint: 'move it away',
    at: { file: place },
  }
}

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
  return readdirSync(versions).map(Number).filter(Number.isInteger)
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

/** Removes all versions but the current, and what a killed run left. */
export function sweepVersions(place: Place): void {
  const current = currentVersion(place)
  for (const name of namesIn(place.versions)) {
    const entry = path.join(place.versions, name)
    if (entry !== current) rmSync(entry, { recursive: true, force: true })
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return []
    throw error
  }
}

/** What taking a folder away leaves of others. */
export interface Removed {
  /** Edited files of ours and what they are called now; absolute. */
  readonly edited: readonly Kept[]
  /** The directory that holds what is not ours; nothing where there is none. */
  readonly remains: string | undefined
}

/** Removes what is ours of a folder, and the link. Called again after a kill, it goes on. @throws what the file system says */
export function removeFolder(place: Place, harness: string, report: (report: Report) => void): Removed {
  const { link, versions } = place
  const current = currentVersion(place)
  let edited: Kept[] = []
  let remains: string | undefined
  if (current !== undefined) {
    const nothing: Tree = { harness, files: new Map() }
    const emptied = plan(nothing, current, { label: link })
    if (emptied.problems.length === 0) edited = [...keepEdited(current, editedFiles(emptied)).kept]
    if (!apply(emptied, { report }).ok) return { edited: below(link, edited), remains: link }
    if (exists(current)) {
      remains = `${path.dirname(link)}/${freeName(path.dirname(link), path.basename(link))}`
      // Before the link goes: without it a version is nobody's.
      renameSync(current, remains)
    }
  }
  if (ownTarget(place) !== undefined) rmSync(link)
  rmSync(versions, { recursive: true, force: true })
  prune(place)
  return { edited: below(remains ?? link, edited), remains }
}

/** Whether anything of ours is there. */
export function isPlaced(place: Place): boolean {
  return ownTarget(place) !== undefined || namesIn(place.versions).length > 0
}

/** Directories that were made for the folder go when they are empty. */
function prune({ versions, link, base }: Place): void {
  for (const start of [versions, path.dirname(link)]) {
    for (let dir = start; dir !== base && (!exists(dir) || removeEmpty(dir)); dir = path.dirname(dir));
  }
}
