import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { compileOptions } from '../build/flags.ts'
import { leastShown, printDiagnostics } from '../build/telling.ts'
import { plural } from '../build/summary.ts'
import { terminal } from '../build/terminal.ts'
import { HARNESS_FILE } from '../agent-harness/names.ts'
import { type Compilation, Compiler } from '../compiler/index.ts'
import type { Diagnostic } from '../diagnostics/index.ts'
import { readCall } from './call.ts'
import type { Action } from './commands.ts'
import { loadProject } from './project.ts'
import { UsageError } from './usage.ts'
import type { Words } from './words.ts'

/** `validate`: the sources alone; no output is looked at. */
export const validate: Action = async (words) => {
  const call = readCall(words)
  const harness = call.args.find(isAgentHarness)
  if (harness !== undefined) return validateHarness(words, harness, call.root)
  const project = await loadProject(call)
  const below = call.args.map((given) => placeOf(given, project.root))
  const compiler = new Compiler(compileOptions(project.root, project.options, project.flags), false)
  compiler.begin()
  const compilation = compiler.finish()
  const sources = compiler.inputs().map((file) => relativeTo(project.root, file))
  for (const [index, place] of below.entries()) refuseOthers(call.args[index]!, place, sources)
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

function isAgentHarness(given: string): boolean {
  return path.basename(given) === HARNESS_FILE || existsSync(path.join(given, HARNESS_FILE))
}

/** A harness has rules, and options, of its own. */
async function validateHarness(words: Words, given: string, root: string): Promise<number> {
  if (words.args.length > 1) {
    const hint = `agent-cortex harness validate ${given}`
    throw new UsageError(`${JSON.stringify(given)} is an Agent Harness, which is validated by itself`, hint)
  }
  return (await import('./harness/validate.ts')).validateHarness(words, given, root)
}

/** A path of the call, relative to the root and `/`-separated; empty for the root itself. */
function placeOf(given: string, root: string): string {
  const place = [path.resolve(given), path.resolve(root, given)].find((one) => existsSync(one))
  if (place === undefined) throw new UsageError(`there is no ${JSON.stringify(given)}`)
  // As it is written, if it can be: diagnostics name a link, not what it leads to.
  const relative = [relativeTo(root, place), relativeTo(realpathSync(root), realpathSync(place))].find(
    (one) => one !== '..' && !one.startsWith('../') && !path.isAbsolute(one),
  )
  if (relative === undefined) {
    throw new UsageError(`${JSON.stringify(given)} lies outside the project`, 'name the project with --root')
  }
  return relative
}

function relativeTo(root: string, file: string): string {
  return path.relative(root, file).split(path.sep).join('/')
}

/** "No errors" of what nobody looked at would be no answer. */
function refuseOthers(given: string, place: string, sources: readonly string[]): void {
  const isLookedAt = sources.some(
    (source) => place === '' || isWithin(place, source) || isWithin(source, place),
  )
  if (isLookedAt) return
  throw new UsageError(
    `${JSON.stringify(given)} is no source of this project`,
    'sources are agents/, skills/, harnesses/, agents-native/, <harness>-extras/, token-map.json, plugin.json, package.json and marketplace.json',
  )
}

function isWithin(file: string, directory: string): boolean {
  return file === directory || file.startsWith(`${directory}/`)
}

const MAP = 'token-map.json'

/** What has no file, and the map, concern all; they matter here only as far as they keep everything from being built. */
function concerns({ file, severity }: Diagnostic, below: readonly string[]): boolean {
  if (below.length === 0 || below.includes('')) return true
  if (file === undefined || (file === MAP && !below.includes(MAP))) return severity === 'error'
  return below.some((place) => isWithin(file, place))
}

function closing({ counts }: Compilation): string {
  const harnesses = [...counts].map(
    ([id, { agents, skills }]) => `${id} (${plural(agents, 'agent')}, ${plural(skills, 'skill')})`,
  )
  return `no errors: ${harnesses.join(', ')}\n`
}
