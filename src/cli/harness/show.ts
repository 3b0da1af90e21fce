import {
  budgetOf,
  budgetTable,
  htmlOf,
  mermaidOf,
  shownOf,
  tokenCounter,
  treeOf,
} from '../../agent-harness/index.ts'
import { terminal } from '../../build/terminal.ts'
import type { Action } from '../commands.ts'
import { UsageError } from '../usage.ts'
import { single, type Words } from '../words.ts'
import { atMost, loadCall, readHarnessCall, tellErrors } from './call.ts'

const FORMS = ['json', 'mermaid', 'html'] as const

/** `harness show`: what there is, and what it costs. */
export const show: Action = async (words) => {
  atMost(words, 1, 'show')
  const form = formOf(words)
  const depth = depthOf(words)
  const call = await readHarnessCall(words)
  const loaded = loadCall(call, { lint: false })
  const { harness, diagnostics } = loaded
  const printer = terminal()
  tellErrors(loaded, printer)
  if (harness.document === undefined) return 1
  const ok = !diagnostics.hasErrors
  if (form === 'mermaid') printer.out(mermaidOf(harness))
  else {
    const budget = budgetOf(harness, await tokenCounter(call.tokenizer))
    if (form === 'json') printer.out(`${JSON.stringify(shownOf(harness, budget, ok), null, 2)}\n`)
    else if (form === 'html') printer.out(htmlOf(harness, budget, ok))
    else printer.out(`${treeOf(harness, budget, depth)}\n${budgetTable(budget)}`)
  }
  return ok ? 0 : 1
}

/** @throws UsageError for two at once */
function formOf({ options }: Words): (typeof FORMS)[number] | undefined {
  const [form, other] = FORMS.filter((name) => options.has(name))
  if (other !== undefined) throw new UsageError(`--${form} and --${other} exclude each other`)
  return form
}

const WHOLE_RE = /^[1-9]\d{0,8}$/

function depthOf(words: Words): number | undefined {
  const depth = single(words, 'depth')
  if (depth === undefined) return undefined
  if (!WHOLE_RE.test(depth))
    throw new UsageError(`--depth: ${JSON.stringify(depth)} is no whole number from 1`)
  return Number(depth)
}
