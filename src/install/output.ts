import path from 'node:path'
import type { ClientId } from '../clients/find.ts'
import type { Report, Reporter } from '../diagnostics/index.ts'
import { plan, type Plan, readManifest, refusals } from '../tree/index.ts'
import { checkClear, compileFor } from './compile.ts'
import { newOutcome, refused } from './install.ts'
import { applyKeeping, changeOf } from './placement.ts'
import { type InstallRequest, NO_REGISTRATION, type Outcome, type UninstallRequest } from './request.ts'

/** Makes a directory hold the tree that a build would make, and no more; its `plugin_root` is the project's own. */
export function generate(request: InstallRequest & { readonly output: string }): Outcome {
  const { client, sources, output, force, dryRun, pluginRoot } = request
  const compiled = compileFor(client, sources, pluginRoot)
  const { compilation, tree } = compiled
  const { report } = compilation.diagnostics
  if (tree === undefined || !checkClear(sources, compilation, [output], report)) return refused(compiled)
  const made = planOutput(client, output, report, (dir) => plan(tree, dir, { force, label: labelOf(output) }))
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
export function degenerate({
  client,
  output,
  dryRun,
}: UninstallRequest & { readonly output: string }): Outcome {
  const outcome = newOutcome()
  const { report } = outcome.diagnostics
  const nothing = { harness: client, files: new Map() }
  const made = planOutput(client, output, report, (dir) => plan(nothing, dir, { label: labelOf(output) }))
  for (const problem of made?.problems ?? []) report(problem)
  if (made === undefined || made.problems.length > 0) return { ...outcome, ok: false }
  const ok = dryRun || applyKeeping(made, report)
  return { ...outcome, ok, changes: [changeOf(made)] }
}

/** Another harness's tree would be taken for an older one of ours, and emptied. */
function planOutput(
  client: ClientId,
  output: string,
  report: Reporter,
  make: (dir: string) => Plan,
): Plan | undefined {
  const dir = path.resolve(output)
  const other = readManifest(dir)?.harness
  if (other !== undefined && other !== client) {
    report(otherTree(output, other, client))
    return undefined
  }
  return make(dir)
}

function otherTree(output: string, other: string, client: ClientId): Report {
  return {
    code: 'output-foreign',
    message: `${JSON.stringify(output)} holds the tree of ${other}`,
    hint: 'name another directory',
    at: { file: labelOf(output) },
    harness: client,
  }
}

function labelOf(output: string): string {
  return output.split(path.sep).join('/')
}
