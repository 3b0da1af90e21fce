import { indexChanges } from '../../agent-harness/index.ts'
import type { Change } from '../../agent-harness/index.ts'
import { asWord } from '../../agent-harness/text.ts'
import { leastShown, printDiagnostics } from '../../build/telling.ts'
import { terminal } from '../../build/terminal.ts'
import type { Report, Reporter } from '../../diagnostics/index.ts'
import { visible } from '../../diagnostics/visible.ts'
import { unified } from '../../tree/unified.ts'
import type { Action } from '../commands.ts'
import { UsageError } from '../usage.ts'
import { atMost, formatOf, loadCall, readHarnessCall, reporterOf, toldOf } from './call.ts'
import { applyChanges, describeChange } from './changes.ts'

/** `harness index`: makes routing files, and keeps what they list up to date. */
export const index: Action = async (words) => {
  atMost(words, 1, 'index')
  const [writes, checks] = ['write', 'check'].map((name) => words.options.has(name))
  if (writes && checks) throw new UsageError('--write and --check exclude each other')
  const format = formatOf(words)
  const call = await readHarnessCall(words)
  let loaded = loadCall(call, { lint: false })
  const reports: Report[] = []
  const report: Reporter = (one) => void reports.push(one)
  const printer = terminal()
  const { routingFrom } = call.options
  const changes = indexChanges(loaded.harness, call.files, '', report, { routingFrom })
  const out = format === 'pretty' ? printer.out : printer.error
  if (writes) {
    const applied = applyChanges(call.directory, changes)
    for (const change of applied.changes) out(`${describeChange(change)}\n`)
    for (const problem of applied.reports) report(problem)
    // What was missing before may be there now.
    if (applied.changes.length > 0) loaded = loadCall(call, { lint: false })
  } else for (const change of changes) out(diffOf(change))
  if (checks) {
    for (const { path: file } of changes) {
      const directory = call.given === '.' ? '' : ` ${asWord(call.given)}`
      const hint = `agent-cortex harness index${directory} --write brings it up to date`
      report({
        code: 'index-differs',
        message: 'what this lists is not what lies beside it',
        hint,
        at: { file },
      })
    }
  }
  const { diagnostics } = loaded
  for (const one of reports) reporterOf(call, diagnostics)(one)
  const telling = { format, verbose: words.options.has('verbose') }
  printDiagnostics(toldOf(loaded, leastShown(telling)), telling, printer)
  const isGood = !diagnostics.hasErrors
  if (isGood && changes.length === 0 && format === 'pretty') printer.out('up to date\n')
  return isGood ? 0 : 1
}

function diffOf(change: Change): string {
  if (change.kind === 'rename') return ''
  const { before, text } = change
  const path = visible(change.path)
  return unified(
    { name: before === undefined ? '/dev/null' : path, content: before ?? '' },
    { name: path, content: text },
  )
}
