import { indexChanges } from '../../agent-harness/index.ts'
import type { Change } from '../../agent-harness/index.ts'
import { leastShown, printDiagnostics } from '../../build/telling.ts'
import { terminal } from '../../build/terminal.ts'
import { visible } from '../../diagnostics/visible.ts'
import { unified } from '../../tree/unified.ts'
import type { Action } from '../commands.ts'
import { UsageError } from '../usage.ts'
import { atMost, formatOf, loadCall, readHarnessCall, reporterOf } from './call.ts'
import { applyChanges, describeChange } from './changes.ts'

/** `harness index`: makes routing files, and keeps what they list up to date. */
export const index: Action = async (words) => {
  atMost(words, 1, 'index')
  const [writes, checks] = ['write', 'check'].map((name) => words.options.has(name))
  if (writes && checks) throw new UsageError('--write and --check exclude each other')
  const format = formatOf(words)
  const call = await readHarnessCall(words)
  const { harness, diagnostics } = loadCall(call, { lint: false })
  const report = reporterOf(call, diagnostics)
  const printer = terminal()
  const changes = indexChanges(harness, call.files, '', report, { routingFrom: call.options.routingFrom })
  const out = format === 'pretty' ? printer.out : printer.error
  if (writes) {
    const applied = applyChanges(call.directory, changes)
    for (const change of applied.changes) out(`${describeChange(change)}\n`)
    for (const problem of applied.reports) report(problem)
  } else for (const change of changes) out(diffOf(change))
  if (checks) {
    for (const { path: file } of changes) {
      const hint = 'agent-cortex harness index --write brings it up to date'
      report({
        code: 'index-differs',
        message: 'what this lists is not what lies beside it',
        hint,
        at: { file },
      })
    }
  }
  const telling = { format, verbose: words.options.has('verbose') }
  printDiagnostics(diagnostics.list(leastShown(telling)), telling, printer)
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
