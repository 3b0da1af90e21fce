import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { compileOptions } from '../build/flags.ts'
import { leastShown, printDiagnostics } from '../build/print.ts'
import { plural } from '../build/summary.ts'
import { terminal } from '../build/terminal.ts'
import { type Compilation, compile } from '../compiler/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import { readCall } from './call.ts'
import type { Action } from './commands.ts'
import { loadProject } from './project.ts'
import { UsageError } from './usage.ts'

/** `validate`: the sources alone; no output is looked at. */
export const validate: Action = async (words) => {
  const call = readCall(words)
  for (const given of call.args) refuseAgentHarness(given)
  const project = await loadProject(call)
  const below = call.args.map((given) => placeOf(given, project.root))
  const compilation = compile(compileOptions(project.root, project.options, project.flags))
  const all = compilation.diagnostics.list(leastShown(project.flags))
  const shown = all.filter((diagnostic) => concerns(diagnostic, below))
  const isGood = shown.every(({ severity }) => severity !== 'error')
  const printer = terminal()
  printDiagnostics(shown, project.flags, printer)
  if ((project.flags.format ?? 'pretty') === 'pretty' && isGood) {
    printer.out(below.length === 0 ? closing(compilation) : `no errors in ${call.args.join(', ')}\n`)
  }
  return isGood ? 0 : 1
}

function refuseAgentHarness(given: string): void {
  const isOne = path.basename(given) === 'HARNESS.md' || existsSync(path.join(given, 'HARNESS.md'))
  if (isOne) {
    throw new UsageError(
      `${JSON.stringify(given)} is an Agent Harness, which this version cannot validate yet`,
      'only agents/, skills/ and token-map.json are validated',
    )
  }
}

/** A path of the call, relative to the root and `/`-separated; empty for the root itself. */
function placeOf(given: string, root: string): string {
  const place = [path.resolve(given), path.resolve(root, given)].find((one) => existsSync(one))
  if (place === undefined) throw new UsageError(`there is no ${JSON.stringify(given)}`)
  const relative = path.relative(realpathSync(root), realpathSync(place)).split(path.sep).join('/')
  if (relative === '..' || relative.startsWith('../') || path.isAbsolute(relative)) {
    throw new UsageError(`${JSON.stringify(given)} lies outside the project`, 'name the project with --root')
  }
  return relative
}

/** What has no file concerns all; it matters here only as far as it keeps everything from being built. */
function concerns({ file, severity }: Diagnostic, below: readonly string[]): boolean {
  if (below.length === 0 || below.includes('')) return true
  if (file === undefined) return severity === 'error'
  return below.some((place) => file === place || file.startsWith(`${place}/`))
}

function closing({ counts }: Compilation): string {
  const harnesses = [...counts].map(
    ([id, { agents, skills }]) => `${id} (${plural(agents, 'agent')}, ${plural(skills, 'skill')})`,
  )
  return `no errors: ${harnesses.join(', ')}\n`
}
