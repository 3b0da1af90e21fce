import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import { isClean, plan, type Plan, recover, refusals, type Tree } from '../tree/index.ts'
import { exists } from '../tree/disk.ts'
import { failed } from '../tree/failure.ts'
import { parseManifest } from '../tree/manifest.ts'
import { type Other, othersIn } from './carry.ts'
import { editedFiles } from './edits.ts'
import { blocked, currentVersion, ownTarget, type Place } from './place.ts'

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

export function planFolder(tree: Tree, place: Place, force: boolean): FolderPlan {
  const { link, versions } = place
  const nowhere = path.join(versions, 'none')
  const failure: Report[] = []
  let current: string | undefined
  let isForeign = false
  let others: Other[] = []
  let edited: string[] = []
  let made: Plan | undefined
  try {
    const inTheWay = blocked(place)
    if (inTheWay.length > 0) return unplaced(tree, place, inTheWay)
    const before = currentVersion(place)
    // A removal that was stopped is finished first; it may take the version with it.
    if (before !== undefined) failure.push(...recover(before, { label: link }))
    current = currentVersion(place)
    isForeign = exists(link) && ownTarget(place) === undefined
    made = plan(tree, current ?? nowhere, { force, label: link })
    if (current !== undefined && made.problems.length + failure.length === 0) {
      others = othersIn(current, oursIn(made))
      edited = editedFiles(made)
    }
  } catch (error) {
    failure.push(failed(error, 'cannot read', link))
  }
  made ??= plan(tree, nowhere, { force, label: link })
  return {
    place,
    plan: made,
    current,
    edited,
    others,
    aside: isForeign && force,
    isIdle: current !== undefined && isClean(made),
    problems: [
      ...failure,
      ...refusals([made]),
      ...(isForeign && !force ? [foreignLink(link, tree.harness)] : []),
      ...others.filter(({ kind }) => kind === 'special').map(({ path: file }) => special(link, file)),
    ],
  }
}

/** The plan where nothing can be done. */
function unplaced(tree: Tree, place: Place, problems: readonly Report[]): FolderPlan {
  return {
    place,
    plan: plan({ ...tree, files: new Map() }, path.join(place.base, 'none'), { label: place.link }),
    current: undefined,
    edited: [],
    others: [],
    aside: false,
    isIdle: false,
    problems,
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
