import path from 'node:path'
import type { Compilation } from '../compiler/index.ts'
import type { OutputSummary } from '../diagnostics/format/index.ts'
import type { Reporter } from '../diagnostics/index.ts'
import { apply, plan, type Plan } from '../tree/index.ts'
import { built } from './built.ts'
import { planCommitted } from './committed.ts'
import { checkPlaces } from './guard.ts'
import { labelOf } from './label.ts'
import { planStale } from './stale.ts'

/** Where a project's outputs go. */
export interface Location {
  /** The project's directory, absolute. */
  root: string
  /** Holds one directory per harness; relative to the root. Usually `dist`. */
  out: string
  /** Harness → directory that gets a copy of its agents, relative to the root. */
  committed: Readonly<Record<string, string>>
  /** Builds a part of the harnesses only (`--harness`). */
  only?: readonly string[] | undefined
}

/** What would make all outputs of a project hold what was built; empty when an error was found. */
export interface OutputPlans {
  /** By harness id, in build order: `<out>/<harness>`. */
  trees: ReadonlyMap<string, Plan>
  /** Copies of agents in the project itself (rule O-6). */
  committed: readonly Plan[]
  /** Trees of harnesses that are built no longer: what is ours in them goes. */
  stale: readonly Plan[]
  all: readonly Plan[]
}

const NONE: OutputPlans = { trees: new Map(), committed: [], stale: [], all: [] }

/**
 * Compares what was compiled with what is on disk; writes nothing (but finishes a run that was killed).
 * What forbids writing is reported: an output directory among the sources, an asked-for harness that is not built.
 * @param report that of the compilation's diagnostics
 */
export function planOutputs(
  compilation: Compilation,
  location: Location,
  options: { force?: boolean | undefined },
  report: Reporter,
): OutputPlans {
  const placed = checkPlaces(compilation, location, report)
  if (!placed || compilation.diagnostics.hasErrors) return NONE
  const { root, out } = location
  const force = options.force === true
  const trees = new Map<string, Plan>()
  for (const [id, tree] of compilation.trees) {
    const dir = path.resolve(root, out, id)
    trees.set(id, plan(tree, dir, { force, label: labelOf(root, dir) }))
  }
  const committed = planCommitted(compilation, location, force, report)
  if (compilation.diagnostics.hasErrors) return NONE
  const stale = location.only === undefined ? planStale(compilation, location) : []
  return { trees, committed, stale, all: [...trees.values(), ...committed, ...stale] }
}

/** How far writing has come. */
export interface Written {
  /** Whether the outputs hold what was built. */
  written: boolean
  /** Whether it broke off in the middle; the next run finishes it. */
  unfinished: boolean
}

export const UNWRITTEN: Written = { written: false, unfinished: false }

/** Makes the outputs hold what was built: all or none. What keeps them from it is reported. */
export function applyOutputs(plans: OutputPlans, report: Reporter): Written {
  if (plans === NONE) return UNWRITTEN
  const { ok, unfinished, backups } = apply(plans.all, { report })
  for (const [from, to] of backups) {
    const message = `${JSON.stringify(from)} was not written by agent-cortex; it is now ${JSON.stringify(to)}`
    report({ code: 'output-backup', message, at: { file: to } })
  }
  if (ok) built()
  return { written: ok, unfinished }
}

/** Counts of files by harness: the `outputs` of `--format json`. */
export function summarise(plans: OutputPlans): Record<string, OutputSummary> {
  return Object.fromEntries([...plans.trees].map(([id, one]) => [id, count(one)]))
}

function count({ label, added, changed, removed, unchanged }: Plan): OutputSummary {
  return {
    dir: label,
    files: added.length + changed.length + unchanged.length,
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    unchanged: unchanged.length,
  }
}
