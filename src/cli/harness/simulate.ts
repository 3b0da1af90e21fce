import { existsSync } from 'node:fs'
import { type Route, Router, tokenCounter } from '../../agent-harness/index.ts'
import { number } from '../../agent-harness/show/table.ts'
import { plural } from '../../build/summary.ts'
import { leastShown, printDiagnostics } from '../../build/telling.ts'
import { terminal } from '../../build/terminal.ts'
import { visible } from '../../diagnostics/visible.ts'
import type { Action } from '../commands.ts'
import { UsageError } from '../usage.ts'
import { formatOf, loadCall, readHarnessCall, tellErrors } from './call.ts'

const CASES_RE = /\.json$/

/** `harness simulate`: where the descriptions lead a task; with a file of cases, whether they still lead there. */
export const simulate: Action = async (words) => {
  const [, ...rest] = words.args
  if (rest.length === 0) {
    throw new UsageError(
      'harness simulate needs a task, or a file of cases',
      'as in harness simulate my-harness "sum this up"',
    )
  }
  const file = rest.length === 1 && CASES_RE.test(rest[0]!) ? rest[0]! : undefined
  if (file !== undefined && !existsSync(file)) throw new UsageError(`there is no ${JSON.stringify(file)}`)
  const format = formatOf(words)
  const call = await readHarnessCall(words)
  const loaded = loadCall(call, { lint: false })
  const { harness } = loaded
  const printer = terminal()
  if (harness.document === undefined) {
    tellErrors(loaded, printer)
    return 1
  }
  const router = new Router(harness, await tokenCounter(call.tokenizer))
  const telling = { format, verbose: words.options.has('verbose') }
  if (file === undefined) {
    const route = router.route(rest.join(' '))
    if (format === 'json')
      printer.out(`${JSON.stringify({ version: 1, tokenizer: call.tokenizer, ...route }, null, 2)}\n`)
    else printer.out(told(route, call.tokenizer))
    return route.path === undefined ? 1 : 0
  }
  const { checkCase, readCases } = await import('./cases.ts')
  const { Diagnostics } = await import('../../diagnostics/index.ts')
  const found = new Diagnostics()
  const read = readCases(file, found.report)
  for (const [index, { prompt }] of (read?.cases ?? []).entries()) {
    checkCase(read!, index, router.route(prompt), harness, found.report)
  }
  printDiagnostics(found.list(leastShown(telling)), telling, printer)
  if (!found.hasErrors && format === 'pretty')
    printer.out(`${plural(read!.cases.length, 'case')}, all as expected\n`)
  return found.hasErrors ? 1 : 0
}

function told({ task, path, steps, tokens, close }: Route, tokenizer: string): string {
  const width = Math.max(...steps.map((step) => number(step.tokens).length))
  const lines = steps.map(({ path, tokens, candidates: [best] }) => {
    const why = best === undefined ? '' : `  ${best.path}: ${best.terms.join(', ')}`
    return visible(`  ${number(tokens).padStart(width)}  ${path}${why}`)
  })
  const end = path === undefined ? 'no description fits' : `leads to ${visible(path)}`
  const calls = close.map((other) => `${visible(`close: ${other.path} (${other.terms.join(', ')})`)}\n`)
  return `${visible(task)}\n${lines.join('\n')}\n${end}, ${number(tokens)} tokens (${tokenizer})\n${calls.join('')}`
}
