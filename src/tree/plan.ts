import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Report } from '../diagnostics/index.ts'
import type { Tree } from './tree.ts'
import { exists } from './disk.ts'
import { isLink } from './overlap.ts'
import { manifestPath, type Ownership, stampOf } from './ownership.ts'
import { JOURNAL, pathsOf } from './paths.ts'
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

/** How ownership is known where nothing else is said. */
export const OWN: Ownership = { kind: 'manifest' }

/**
 * Compares a tree with what is on disk. First finishes, or takes back, a run that was killed.
 * Writes nothing else and never throws for what it finds on disk; that is in {@link Plan.problems}.
 * @throws for a tree with paths that leave it or contradict each other
 */
export function plan(tree: Tree, dir: string, options: PlanOptions = {}): Plan {
  const absolute = path.resolve(dir)
  const label = options.label ?? dir.split(path.sep).join('/')
  for (let attempt = 1; ; attempt++) {
    const problems = [...brokenLinks(absolute, label), ...recover(absolute, { label })]
    const made = compare(tree, absolute, label, options, problems)
    if (problems.length > 0 || attempt === ATTEMPTS || isSettled(made)) return made
  }
}

/** A link to nowhere on the way to a directory: nothing can be made there, and a bundler dies of it. */
function brokenLinks(dir: string, label: string): Report[] {
  const parent = path.dirname(dir)
  if (parent === dir || existsSync(dir)) return []
  if (!isLink(dir)) return brokenLinks(parent, path.posix.dirname(label))
  return [
    {
      code: 'output-failed',
      message: `cannot write ${JSON.stringify(label)}: it is a link to what is not there`,
      hint: 'make what it leads to, or remove the link',
      at: { file: label },
    },
  ]
}

/** Rounds in which another process may write while files are being compared. */
const ATTEMPTS = 3

/** Whether what was compared was one state of the directory, not half of one and half of the next. */
function isSettled({ dir, options, problems, details }: Plan): boolean {
  if (problems.length > 0 || exists(`${dir}/${JOURNAL}`)) return false
  return stampOf(dir, options.ownership ?? OWN) === details.stamp
}

/** The comparison alone, for a directory that is known to be in order. */
export function compare(
  tree: Tree,
  dir: string,
  label: string,
  options: PlanOptions,
  problems: readonly Report[] = [],
): Plan {
  const ownership = options.ownership ?? OWN
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
