import path from 'node:path'
import type { Report, Reporter } from '../diagnostics/index.ts'
import { apply, plan, type Plan, refusals, type Tree, type TreeFile } from '../tree/index.ts'
import { failed } from '../tree/failure.ts'
import { below, editedFiles, keepEdited, type Kept } from './edits.ts'
import { type FolderPlan, planFolder } from './folder.ts'
import { currentVersion, sweepVersions } from './place.ts'
import { stageFolder } from './version.ts'
import { marketWith, writeMarket } from './market.ts'
import { segment } from './names.ts'
import type { Places } from './places.ts'
import type { Change } from './request.ts'

/** All that is to be written for one client. */
export interface Placement {
  readonly places: Places
  readonly tree: Tree
  /** None where pi gets its files in its own directory. */
  readonly folder: FolderPlan | undefined
  /** pi's own directory, which other plugins and the user share. */
  readonly shared: Plan | undefined
  readonly problems: readonly Report[]
  readonly changes: readonly Change[]
}

/** Packages cannot ship agents to pi, so they go where its subagent extension looks. */
const AGENTS_RE = /^agents\//
const MATERIALISED_RE = /^(?:agents|skills)\//

/** @param tree of the client that the places are for */
export function planPlacement(
  tree: Tree,
  places: Places,
  { force, materialise }: { force: boolean; materialise: boolean },
): Placement {
  const folder = materialise ? undefined : planFolder(tree, places.folder, force)
  const shared =
    tree.harness === 'pi'
      ? planShared(part(tree, materialise ? MATERIALISED_RE : AGENTS_RE), places, force)
      : undefined
  return {
    places,
    tree,
    folder,
    shared,
    problems: [...(folder?.problems ?? []), ...(shared === undefined ? [] : sharedRefusals(shared))],
    changes: [
      ...(folder === undefined ? [] : [changeOf(folder.plan, places.folder.link)]),
      ...(shared === undefined ? [] : [changeOf(shared)]),
      ...(materialise ? emptied(places, tree.harness) : []),
    ],
  }
}

/** A folder of pi's own may be a link, to where somebody keeps such files: then there is a way around it. */
function sharedRefusals(shared: Plan): Report[] {
  const { obstacles } = shared.details
  const linked = new Set(
    [...obstacles].filter(([, kind]) => kind === 'link').map(([file]) => `${shared.label}/${file}`),
  )
  return refusals([shared]).map((report) => {
    const file = typeof report.at === 'object' && 'file' in report.at ? report.at.file : undefined
    if (file === undefined || !linked.has(file)) return report
    const hint = `make it a directory, or name another place for all of pi with PI_CODING_AGENT_DIR; ${report.hint}`
    return { ...report, hint }
  })
}

/** What goes when a folder of ours does. */
export function emptied({ folder: place }: Places, harness: string): Change[] {
  const current = currentVersion(place)
  return current === undefined
    ? []
    : [changeOf(plan({ harness, files: new Map() }, current, { label: place.link }))]
}

export function planShared(tree: Tree, { target: { homes, names } }: Places, force: boolean): Plan {
  const ownership = { kind: 'shared', plugin: segment(names.plugin) } as const
  return plan(tree, homes.pi, { force, ownership, label: homes.pi })
}

function part({ harness, files }: Tree, paths: RegExp): Tree {
  const chosen = [...files].filter(([file]) => paths.test(file))
  return { harness, files: new Map<string, TreeFile>(chosen) }
}

export function changeOf({ label, added, changed, removed, unchanged }: Plan, dir = label): Change {
  return { dir, added, changed, removed, unchanged: unchanged.length }
}

/** What a client would not find, for it is neither agent nor skill. */
export function leftOut({ tree, folder }: Placement): string[] {
  return folder === undefined
    ? [...tree.files.keys()].filter((file) => !MATERIALISED_RE.test(file) && file !== 'package.json')
    : []
}

/**
 * Writes it all or nothing. A kill leaves the old state, the new, or one that the next run completes.
 * What kept it from being written, and what was put aside, is reported.
 */
export function writePlacement(placement: Placement, report: Reporter): boolean {
  const { folder, shared, places } = placement
  const staged = folder === undefined || folder.isIdle ? undefined : stageFolder(folder)
  if (Array.isArray(staged)) {
    for (const problem of staged) report(problem)
    return false
  }
  let decided = shared === undefined
  try {
    // Of the two steps the first alone can refuse; the other is one rename.
    if (shared !== undefined) decided = applyKeeping(shared, report)
    if (decided) staged?.flip()
  } catch (error) {
    report(failed(error, 'cannot write', places.folder.link))
    decided = false
  }
  if (!decided) {
    staged?.rollBack()
    return false
  }
  tell(staged?.edited ?? [], staged?.backups ?? [], report)
  return finish(placement, report)
}

/** What comes after the point of no return; the next run does it again. */
function finish({ folder, places, tree }: Placement, report: Reporter): boolean {
  const { market, folder: place, target } = places
  try {
    if (market !== undefined && folder !== undefined) {
      const own = Buffer.from(tree.files.get(market.file)?.content ?? '').toString('utf8')
      writeMarket(market, marketWith(market, own, target.names.plugin, path.basename(place.link)))
    }
    if (folder !== undefined) sweepVersions(place)
    return true
  } catch (error) {
    report(failed(error, 'cannot finish writing', place.link))
    return false
  }
}

/** Applies a plan for a directory that is not ours alone; edited files of ours are kept beside their places. */
export function applyKeeping(made: Plan, report: Reporter): boolean {
  try {
    const { kept, undo } = keepEdited(made.dir, made.problems.length > 0 ? [] : editedFiles(made))
    const { ok, unfinished, backups } = apply(made, { report })
    if (ok) tell(below(made.label, kept), backups, report)
    else if (!unfinished) undo()
    return ok
  } catch (error) {
    report(failed(error, 'cannot write', made.label))
    return false
  }
}

export function tell(edited: readonly Kept[], backups: readonly Kept[], report: Reporter): void {
  for (const [from, to] of edited) {
    report({
      code: 'install-edited',
      message: `${JSON.stringify(from)} was edited after it was installed; that text is now ${JSON.stringify(to)}`,
      hint: 'an edit that shall last belongs in the sources',
      at: { file: from },
    })
  }
  for (const [from, to] of backups) {
    const message = `${JSON.stringify(from)} was not written by agent-cortex; it is now ${JSON.stringify(to)}`
    report({ code: 'output-backup', severity: 'warning', message, at: { file: to } })
  }
}

/** Tells where the files of others are that lay in a folder which has gone. */
export function tellRemains(folder: string, remains: string | undefined, report: Reporter): void {
  if (remains === undefined) return
  const message = `${JSON.stringify(folder)} held files that agent-cortex did not write; they are now in ${JSON.stringify(remains)}`
  report({ code: 'output-backup', severity: 'warning', message, at: { file: remains } })
}
