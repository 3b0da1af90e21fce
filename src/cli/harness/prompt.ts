import { PROMPT_FORMATS, promptOf } from '../../agent-harness/index.ts'
import { terminal } from '../../build/terminal.ts'
import type { Action } from '../commands.ts'
import { atMost, loadCall, oneOf, readHarnessCall, tellErrors } from './call.ts'

/** `harness prompt`: the harness as text for an agent's context. */
export const prompt: Action = async (words) => {
  atMost(words, 1, 'prompt')
  const format = oneOf(words, 'format', PROMPT_FORMATS)
  const loaded = loadCall(await readHarnessCall(words), { lint: false })
  const { harness, diagnostics } = loaded
  const printer = terminal()
  tellErrors(loaded, printer)
  if (harness.document === undefined) return 1
  printer.out(promptOf(harness, format))
  return diagnostics.hasErrors ? 1 : 0
}
