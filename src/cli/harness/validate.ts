import {
  budgetOf,
  checkBudget,
  fixesOf,
  harnessesOf,
  nodesOf,
  tokenCounter,
} from '../../agent-harness/index.ts'
import type { LoadedHarness } from '../../agent-harness/index.ts'
import { plural } from '../../build/summary.ts'
import { leastShown, printDiagnostics, type Printer } from '../../build/telling.ts'
import { terminal } from '../../build/terminal.ts'
import type { Report } from '../../diagnostics/index.ts'
import { visible } from '../../diagnostics/visible.ts'
import type { Action } from '../commands.ts'
import type { Words } from '../words.ts'
import { atMost, formatOf, type HarnessCall, loadCall, readHarnessCall, reporterOf, toldOf } from './call.ts'
import { applyChanges, describeChange } from './changes.ts'

/** `harness validate`: all that the rules and good use say about a harness. */
export const validate: Action = async (words) => {
  atMost(words, 1, 'validate')
  return validateHarness(words, words.args[0] ?? '.')
}

/** @param given the directory; where it is part of a project, paths are relative to the project's root */
export async function validateHarness(words: Words, given: string, root?: string): Promise<number> {
  const format = formatOf(words)
  const call = await readHarnessCall(words, given, root)
  const has = (name: string): boolean => words.options.has(name)
  const printer = terminal()
  const options = { compat: has('compat'), strict: has('strict'), ...(has('no-lint') ? { lint: false } : {}) }
  const fixed = has('fix') ? fix(call, printer) : []
  const loaded = loadCall(call, options)
  for (const report of fixed) reporterOf(call, loaded.diagnostics)(report)
  await checkLimits(call, loaded)
  const telling = { format, verbose: has('verbose') }
  printDiagnostics(toldOf(loaded, leastShown(telling)), telling, printer)
  const isGood = !loaded.diagnostics.hasErrors
  if (isGood && format === 'pretty') printer.out(closing(loaded))
  return isGood ? 0 : 1
}

const MOST_ROUNDS = 5

/** @returns what could not be mended */
function fix(call: HarnessCall, printer: Printer): Report[] {
  // What one change makes of a directory may show what else there is to mend in it.
  for (let round = 1; ; round++) {
    const { harness } = loadCall(call, { lint: false })
    const { changes, reports } = applyChanges(call.directory, fixesOf(harness, call.files, ''))
    for (const change of changes) printer.error(`${describeChange(change)}\n`)
    if (changes.length === 0 || round === MOST_ROUNDS) return reports
  }
}

async function checkLimits(call: HarnessCall, { harness, diagnostics }: LoadedHarness): Promise<void> {
  const { budget, tokenizer } = call
  if (Object.keys(budget).length === 0) return
  checkBudget(budgetOf(harness, await tokenCounter(tokenizer)), budget, reporterOf(call, diagnostics))
}

function closing({ harness }: LoadedHarness): string {
  let [leaves, files] = [0, 0]
  const harnesses = [...harnessesOf(harness)]
  for (const one of harnesses) {
    for (const { kind } of nodesOf(one)) {
      if (kind === 'leaf') leaves++
      else if (kind === 'file') files++
    }
  }
  const nested =
    harnesses.length === 1 ? '' : `, with ${plural(harnesses.length - 1, 'inner HARNESS.md file')}`
  const name = visible(harness.name ?? harness.slug)
  return `no errors: ${name} (${leaves === 1 ? '1 leaf' : `${leaves} leaves`}, ${plural(files, 'file')}${nested})\n`
}
