import { type ListedEntry, type Visit, visit } from '../../agent-harness/index.ts'
import { terminal } from '../../build/terminal.ts'
import { visible } from '../../diagnostics/visible.ts'
import type { Action } from '../commands.ts'
import { atMost, loadCall, readHarnessCall, tellErrors } from './call.ts'

/** `harness load`: what a client hands to an agent that asks for a path. */
export const load: Action = async (words) => {
  atMost(words, 2, 'load')
  const call = await readHarnessCall(words)
  const { harness, diagnostics } = loadCall(call, { lint: false })
  const printer = terminal()
  const found = visit(harness, call.files, '', words.args[1] ?? '')
  const isBroken = harness.document === undefined
  if (isBroken) tellErrors(diagnostics, printer)
  if (words.options.has('json')) printer.out(`${JSON.stringify({ version: 1, ...found }, null, 2)}\n`)
  else if (found.kind === 'refused')
    printer.error(`agent-cortex: ${visible(`${JSON.stringify(found.path)}: ${found.reason}`)}\n`)
  else if (!isBroken) printer.out(textOf(found))
  return isBroken || found.kind === 'refused' ? 1 : 0
}

function textOf(found: Exclude<Visit, { kind: 'refused' }>): string {
  switch (found.kind) {
    case 'load':
      return paragraphs(found.text)
    case 'routing':
      return paragraphs(visible(found.description), found.text)
    case 'listing':
      return paragraphs(listing(found.entries))
    case 'leaf':
      if (found.text === '') return paragraphs(listing(found.entries))
      return paragraphs(found.text, found.scripts.length === 0 ? '' : `Scripts:\n${bullets(found.scripts)}`)
    case 'file':
      return found.text
    case 'binary':
      return `${visible(found.path)}: ${found.size} bytes that are no text\n`
  }
}

function paragraphs(...parts: readonly string[]): string {
  return parts
    .filter((part) => part !== '')
    .map((part) => `${part}\n`)
    .join('\n')
}

function listing(entries: readonly ListedEntry[]): string {
  return entries
    .map(({ name, kind, description }) => {
      const shown = kind === 'file' ? name : `${name}/`
      return visible(`- ${shown}${description === undefined ? '' : ` — ${description}`}`)
    })
    .join('\n')
}

function bullets(names: readonly string[]): string {
  return names.map((name) => visible(`- scripts/${name}`)).join('\n')
}
