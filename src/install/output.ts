import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientId } from '../clients/find.ts'
import type { Report, Reporter } from '../diagnostics/index.ts'
import { plan, type Plan, readManifest, refusals } from '../tree/index.ts'
import { checkClear, compileFor } from './compile.ts'
import { newOutcome, refused } from './install.ts'
import { MANIFESTS } from './manifests.ts'
import { readNames } from './names.ts'
import { applyKeeping, changeOf } from './placement.ts'
import { type InstallRequest, NO_REGISTRATION, type Outcome, type UninstallRequest } from './request.ts'

/** Makes a directory hold the tree that a build would make, and no more; its `plugin_root` is the project's own. */
export function generate(request: InstallRequest & { readonly output: string }): Outcome {
  const { client, sources, output, force, dryRun, pluginRoot } = request
  const compiled = compileFor(client, sources, pluginRoot)
  const { compilation, tree } = compiled
  const { report } = compilation.diagnostics
  if (tree === undefined || !checkClear(sources, compilation, [output], report)) return refused(compiled)
  const plugin = readNames(sources.root, sources.options, client)?.plugin
  const made = planOutput(request, plugin, report, (dir) =>
    plan(tree, dir, { force, label: labelOf(output) }),
  )
  if (made === undefined) return refused(compiled)
  const refusal = refusals([made])
  for (const one of refusal) report(one)
  if (refusal.length > 0 || (!dryRun && !applyKeeping(made, report))) return refused(compiled)
  return {
    ok: !compilation.diagnostics.hasErrors,
    diagnostics: compilation.diagnostics,
    title: undefined,
    changes: [changeOf(made)],
    registration: NO_REGISTRATION,
  }
}

/** Removes from a directory what {@link generate} wrote there. */
export function degenerate(request: UninstallRequest & { readonly output: string }): Outcome {
  const { client, output, dryRun } = request
  const outcome = newOutcome()
  const { report } = outcome.diagnostics
  const nothing = { harness: client, files: new Map() }
  const made = planOutput(request, undefined, report, (dir) => plan(nothing, dir, { label: labelOf(output) }))
  for (const problem of made?.problems ?? []) report(problem)
  if (made === undefined || made.problems.length > 0) return { ...outcome, ok: false }
  const ok = dryRun || applyKeeping(made, report)
  return { ...outcome, ok, changes: [changeOf(made)] }
}

/** The plan for a directory; what holds another tree would be taken for an older one of ours, and emptied. */
function planOutput(
  { client, output }: UninstallRequest & { readonly output: string },
  plugin: string | undefined,
  report: Reporter,
  make: (dir: string) => Plan,
): Plan | undefined {
  const dir = path.resolve(output)
  const harness = readManifest(dir)?.harness
  const other = harness === client ? pluginIn(dir, client) : undefined
  if (harness !== undefined && harness !== client) {
    report(otherTree(output, `the tree of ${harness}`, client))
  } else if (plugin !== undefined && other !== undefined && other !== plugin) {
    report(otherTree(output, `the tree of another plugin, ${JSON.stringify(other)}`, client))
  } else return make(dir)
  return undefined
}

function otherTree(output: string, what: string, client: ClientId): Report {
  return {
    code: 'output-foreign',
    message: `${JSON.stringify(output)} holds ${what}`,
    hint: 'name another directory',
    at: { file: labelOf(output) },
    harness: client,
  }
}

function pluginIn(dir: string, client: ClientId): string | undefined {
  try {
    return namedIn(readFileSync(path.join(dir, MANIFESTS[client])))
  } catch {
    return undefined
  }
}

function namedIn(content: Uint8Array): string | undefined {
  const { name } = JSON.parse(Buffer.from(content).toString('utf8')) as { name?: unknown }
  return typeof name === 'string' ? name : undefined
}

/** Final slashes, but for the root's own. */
const SLASHES_RE = /(.)\/+$/

function labelOf(output: string): string {
  return output.split(path.sep).join('/').replace(SLASHES_RE, '$1')
}
