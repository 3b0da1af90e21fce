import type { Outcome } from '../build/build.ts'
import { terminal } from '../build/terminal.ts'
import { type Call, readCall, refuseArguments } from './call.ts'
import type { Seen } from '../workspace/sightings.ts'
import type { Action } from './commands.ts'
import { findConfig } from './config-file.ts'
import type { ConfiguredProject } from './project.ts'

/** `build`: Vite, where the project uses our plugin; else the compiler alone. Both write the same bytes. */
export const build: Action = async (words) => {
  const call = readCall(words)
  refuseArguments('build', call.args)
  if (await isUnchanged(call)) return 0
  const { loadProject } = await import('./project.ts')
  const project = await loadProject(call)
  if (project.config?.plugin !== undefined) {
    const { buildWithVite } = await import('./vite-build.ts')
    return buildWithVite(project, project.config, call.watch)
  }
  return call.watch ? watch(project) : once(project)
}

/** Whether there is nothing to do; then that is told, and the compiler is not even loaded. */
async function isUnchanged({ root, flags, watch }: Call): Promise<boolean> {
  if (watch || flags.force === true || findConfig(root) !== undefined) return false
  const start = performance.now()
  const { unchangedState } = await import('../build/state.ts')
  const state = unchangedState(root, flags)
  if (state === undefined) return false
  const { replay } = await import('../build/replay.ts')
  return replay(state, flags, performance.now() - start, terminal())
}

async function once(project: ConfiguredProject): Promise<number> {
  const [{ Builder, withCosts }, { printOutcome }, { Sightings }] = await Promise.all([
    import('../build/build.ts'),
    import('../build/print.ts'),
    import('../workspace/sightings.ts'),
  ])
  const sightings = new Sightings()
  const outcome = await withCosts(new Builder(project, false, sightings).build(), project.flags)
  printOutcome(outcome, project.flags, terminal())
  if (!isGood(outcome)) return 1
  const seen = project.config === undefined ? sightings.all : undefined
  if (seen !== undefined) await keep(project, outcome, seen)
  return 0
}

async function keep(project: ConfiguredProject, outcome: Outcome, seen: Seen): Promise<void> {
  const { saveState } = await import('../build/state.ts')
  const { rowsOf } = await import('../build/summary.ts')
  const { leastShown } = await import('../build/telling.ts')
  const least = leastShown(project.flags)
  const diagnostics = outcome.compilation.diagnostics.list(least)
  saveState(project.root, project.flags, seen, {
    rows: rowsOf(outcome),
    costs: outcome.costs ?? [],
    least,
    diagnostics,
  })
}

async function watch(project: ConfiguredProject): Promise<number> {
  const [{ watchProject }, { Builder }, { printOutcome }] = await Promise.all([
    import('./watch.ts'),
    import('../build/build.ts'),
    import('../build/print.ts'),
  ])
  const builder = new Builder(project, true)
  let previous: string | undefined
  const run = (): void => {
    const outcome = builder.build()
    previous = printOutcome(outcome, { ...project.flags, previous }, terminal())
  }
  return watchProject(project, { run, inputs: () => builder.inputs() })
}

function isGood({ compilation, written }: Outcome): boolean {
  return written && !compilation.diagnostics.hasErrors
}
