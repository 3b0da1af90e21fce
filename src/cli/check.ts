import path from 'node:path'
import { Builder, locate, type Outcome } from '../build/build.ts'
import { compareOutputs, type Comparison } from '../build/compare.ts'
import { summarise } from '../build/outputs.ts'
import { printDiagnostics } from '../build/telling.ts'
import { terminal } from '../build/terminal.ts'
import { readCall, refuseArguments } from './call.ts'
import type { Action } from './commands.ts'
import { type ConfiguredProject, loadProject } from './project.ts'

/** `check`: compiles, compares, writes nothing. */
export const check: Action = async (words) => {
  const call = readCall(words)
  refuseArguments('check', call.args)
  const project = await loadProject(call)
  const builder = new Builder(project, call.watch)
  if (!call.watch) return compare(project, builder.check())
  const { watchProject } = await import('./watch.ts')
  const run = (): void => {
    compare(project, builder.check())
  }
  return watchProject(project, { run, inputs: () => builder.inputs() })
}

function compare(project: ConfiguredProject, { compilation, plans }: Outcome): number {
  const { diagnostics } = compilation
  const compilable = !diagnostics.hasErrors
  const [{ root, out }] = locate(project)
  const comparison = compareOutputs(plans, path.resolve(root, out), diagnostics.report)
  const compared = new Set(comparison.plans)
  const trees = new Map([...plans.trees].filter(([, plan]) => compared.has(plan)))
  const { format = 'pretty' } = project.flags
  const printer = terminal()
  // The diff must not stand in the one object that a program reads.
  const write = format === 'json' || format === 'sarif' ? printer.error : printer.out
  write(comparison.diff)
  printDiagnostics(diagnostics, { ...project.flags, outputs: summarise({ ...plans, trees }) }, printer)
  const good = compilable && comparison.diff === '' && !diagnostics.hasErrors
  if (good && format === 'pretty') printer.out(closing(comparison, out))
  return good ? 0 : 1
}

function closing({ plans }: Comparison, out: string): string {
  if (plans.length > 0) return `up to date: ${plans.map(({ label }) => label).join(', ')}\n`
  return `nothing to compare: there is no ${out}, and no copies are committed\n`
}
