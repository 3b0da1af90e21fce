import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import type { Tree } from './tree.ts'
import type { Ownership } from './ownership.ts'
import { manifestPath } from './ownership.ts'
import { pathsOf } from './paths.ts'
import { recover } from './recover.ts'
import { type Survey, survey } from './survey.ts'

export interface PlanOptions {
  /** Default: `{ kind: 'manifest' }`. */
  ownership?: Ownership
  /** Whether what is not ours may be moved aside to `<name>.orig`. Default false. */
  force?: boolean
  /** The directory as users know it: relative to the root, `/`-separated. Default: `dir` as given. */
  label?: string
}

/**
 * What would make a directory hold a tree. Paths are `/`-separated, relative to the directory, sorted.
 * Each file of the tree is in one of `added`, `changed`, `unchanged`, `foreign` and `owned`; a foreign directory or
 * symlink on the way to a file stands for all files below it, unless `force` is set: then they are `added`.
 */
export interface Plan extends Survey {
  readonly tree: Tree
  /** Absolute. */
  readonly dir: string
  readonly label: string
  readonly options: Readonly<PlanOptions>
}

/**
 * Compares a tree with what is on disk. First finishes, or takes back, a run that was killed.
 * Writes nothing else and never throws for what it finds on disk; that is in {@link Plan.problems}.
 * @throws for a tree with paths that leave it or contradict each other
 */
export function plan(tree: Tree, dir: string, options: PlanOptions = {}): Plan {
  const absolute = path.resolve(dir)
  const label = options.label ?? dir.split(path.sep).join('/')
  const problems = recover(absolute, { label })
  return compare(tree, absolute, label, options, problems)
}

/** The comparison alone, for a directory that is known to be in order. */
export function compare(
  tree: Tree,
  dir: string,
  label: string,
  options: PlanOptions,
  problems: readonly Report[] = [],
): Plan {
  const ownership = options.ownership ?? { kind: 'manifest' }
  manifestPath(ownership)
  const paths = pathsOf(tree)
  const found = survey({ tree, paths, dir, label, ownership, force: options.force ?? false }, problems)
  return { tree, dir, label, options, ...found }
}

/** Whether the directory holds the tree already: nothing to add, change or remove, and nothing in the way. */
export function isClean(plan: Plan): boolean {
  return [plan.added, plan.changed, plan.removed, plan.foreign, plan.owned, plan.problems].every(
    (list) => list.length === 0,
  )
}
