import { Builder, type Outcome } from '../build/build.ts'
import { printOutcome } from '../build/print.ts'
import { terminal } from '../build/terminal.ts'
import { readCall, refuseArguments } from './call.ts'
import type { Action } from './commands.ts'
import { type ConfiguredProject, loadProject } from './project.ts'

/** `build`: Vite, where the project uses our plugin; else the compiler alone. Both write the same bytes. */
export const build: Action = async (words) => {
  const call = readCall(words)
  refuseArguments('build', call.args)
  const project = await loadProject(call)
  if (project.config?.plugin !== undefined) {
    const { buildWithVite } = await import('./vite-build.ts')
    return buildWithVite(project, project.config, call.watch)
  }
  return call.watch ? watch(project) : once(project)
}

function once(project: ConfiguredProject): number {
  const outcome = new Builder(project, false).build()
  printOutcome(outcome, project.flags, terminal())
  return isGood(outcome) ? 0 : 1
}

async function watch(project: ConfiguredProject): Promise<number> {
  const { watchProject } = await import('./watch.ts')
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
