import { accessSync, constants, mkdirSync } from 'node:fs'
import { bytesOf, remember } from './bytes.ts'
import { freeName } from './commit.ts'
import { lstat, writeNew } from './disk.ts'
import type { Operations } from './journal.ts'
import { manifestText } from './manifest.ts'
import { labelled, MANIFEST, parentOf, parentsOf } from './paths.ts'
import type { Plan } from './plan.ts'
import type { Write } from './survey.ts'
import type { TreeFile } from './tree.ts'

/** One temporary file. */
interface Job {
  readonly temporary: string
  /** What is put in place as one piece: the temporary itself, or the temporary directory around it. */
  readonly unit: string
  /** A file of the tree; none for the list of what is ours. */
  readonly file?: TreeFile
  readonly plan: Plan
  /** The path that it will have, as users know it. */
  readonly shown: string
}

export interface Stage {
  readonly operations: Operations
  readonly jobs: readonly Job[]
}

/** The new list of what is ours, where it differs from the one on disk; empty: there is to be none. */
function newManifest({ tree, details }: Plan): string | undefined {
  if (details.manifest === undefined) return undefined
  const text = tree.files.size === 0 ? '' : manifestText(tree)
  return text === (details.manifest.text ?? '') ? undefined : text
}

/** Whether applying a plan writes nothing. */
export function isIdle(plan: Plan): boolean {
  return plan.details.writes.length === 0 && plan.removed.length === 0 && newManifest(plan) === undefined
}

/** Works out the operations for plans of one directory, and which temporaries they need; touches nothing. */
export function prepare(plans: readonly Plan[], dir: string, id: string): Stage {
  const stage = new Preparation(id)
  for (const plan of plans) for (const write of plan.details.writes) stage.add(plan, write)
  const lists = plans.flatMap((plan) => {
    const { manifest } = plan.details
    return manifest === undefined || isIdle(plan) ? [] : [{ plan, manifest }]
  })
  for (const { plan, manifest } of lists) if (plan.tree.files.size > 0) stage.add(plan, manifest)
  const leaving = lists.filter(({ plan }) => plan.tree.files.size === 0).map(({ manifest }) => manifest.path)
  const operations: Operations = {
    backups: backupsOf(plans, dir),
    removals: plans.flatMap((plan) => plan.removed),
    places: [...stage.units].map(([path, { temporary, over }]) => [temporary, path, over]),
    manifests: leaving,
    prune: leaving.includes(MANIFEST),
  }
  return { operations, jobs: stage.jobs }
}

class Preparation {
  /** By the path that they are put at, in the order of being put there. */
  readonly units = new Map<string, { temporary: string; over: boolean }>()
  readonly jobs: Job[] = []
  readonly #id: string

  constructor(id: string) {
    this.#id = id
  }

  add(plan: Plan, write: Write): void {
    const unit = this.#unit(write)
    const file = plan.tree.files.get(write.path)
    this.jobs.push({
      temporary: unit + write.path.slice(write.unit.length),
      unit,
      plan,
      shown: labelled(plan.label, write.path),
      ...(file === undefined ? {} : { file }),
    })
  }

  #unit({ unit, over }: Write): string {
    const known = this.units.get(unit)
    if (known !== undefined) return known.temporary
    const parent = parentOf(unit)
    const name = `.agent-cortex.${this.#id}.${this.units.size.toString(36)}`
    const temporary = parent === '' ? name : `${parent}/${name}`
    this.units.set(unit, { temporary, over })
    return temporary
  }
}

function backupsOf(plans: readonly Plan[], dir: string): [from: string, to: string][] {
  const backups: [string, string][] = []
  for (const from of new Set(plans.flatMap((plan) => plan.foreign))) {
    const taken = (name: string): boolean =>
      plans.some((plan) => plan.tree.files.has(name)) || backups.some(([, to]) => to === name)
    backups.push([from, freeName(dir, from, taken)])
  }
  return backups
}

/**
 * Writes all temporaries.
 * @param onFile told before each file, for messages about what went wrong
 */
export function stage(dir: string, { jobs }: Stage, onFile: (shown: string) => void): void {
  const made = new Set<string>()
  let last: string | undefined
  const ensure = (folder: string, unit: string): void => {
    if (folder === last || made.has(folder)) return
    if (folder !== unit) ensure(parentOf(folder), unit)
    mkdirSync(`${dir}/${folder}`)
    made.add(folder)
    last = folder
  }
  for (const { temporary, unit, file, plan, shown } of jobs) {
    onFile(shown)
    if (temporary !== unit) ensure(parentOf(temporary), unit)
    if (file === undefined) {
      // All digests are known by now. Nothing is put in place where the list stays as it is.
      const text = newManifest(plan)
      if (text !== undefined) writeNew(`${dir}/${temporary}`, Buffer.from(text))
    } else {
      const bytes = bytesOf(file.content)
      remember(file, bytes)
      writeNew(`${dir}/${temporary}`, bytes, file.executable)
    }
  }
}

/**
 * Finds what would fail in the second phase: places with names that the file system does not take, and directories
 * that nothing can be removed from.
 * @param onPath told before each path
 */
export function checkPlaces(dir: string, { operations }: Stage, onPath: (path: string) => void): void {
  for (const [, path, over] of operations.places) {
    if (over) continue
    onPath(path)
    lstat(`${dir}/${path}`)
  }
  for (const parent of parentsOf(operations.removals)) {
    onPath(parent)
    accessSync(`${dir}/${parent}`, constants.W_OK | constants.X_OK)
  }
}
