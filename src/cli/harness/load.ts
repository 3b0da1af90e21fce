import { type ListedEntry, type LoadedHarness, type Visit, visit } from '../../agent-harness/index.ts'
import { HARNESS_FILE } from '../../agent-harness/names.ts'
import { printDiagnostics } from '../../build/telling.ts'
import { terminal } from '../../build/terminal.ts'
import type { Diagnostic } from '../../diagnostics/index.ts'
import { visible } from '../../diagnostics/visible.ts'
import type { Action } from '../commands.ts'
import { atMost, loadCall, readHarnessCall, tellErrors } from './call.ts'

/** `harness load`: what a client hands to an agent that asks for a path. */
export const load: Action = async (words) => {
  atMost(words, 2, 'load')
  const call = await readHarnessCall(words)
  const loaded = loadCall(call, { lint: false })
  const { harness } = loaded
  const printer = terminal()
  const found = visit(harness, call.files, '', words.args[1] ?? '')
  const isBroken = harness.document === undefined
  if (isBroken) tellErrors(loaded, printer)
  const wrong = isBroken ? [] : errorsIn(loaded, [HARNESS_FILE, fileOf(found)], call.prefix)
  printDiagnostics(wrong, { format: 'pretty' }, printer)
  if (words.options.has('json')) printer.out(`${JSON.stringify({ version: 1, ...found }, null, 2)}\n`)
  else if (found.kind === 'refused')
    printer.error(`agent-cortex: ${visible(`${JSON.stringify(found.path)}: ${found.reason}`)}\n`)
  else if (!isBroken) printer.out(textOf(found))
  return isBroken || wrong.length > 0 || found.kind === 'refused' ? 1 : 0
}

/** The errors in what was read to answer; those elsewhere are for validate. */
function errorsIn({ diagnostics }: LoadedHarness, paths: readonly string[], prefix: string): Diagnostic[] {
  const files = paths.map((file) => (prefix === '' ? file : `${prefix}/${file}`))
  return diagnostics.list('error').filter(({ file }) => file !== undefined && files.includes(file))
}

function fileOf(found: Visit): string {
  if (found.kind === 'load') return found.path === '' ? HARNESS_FILE : `${found.path}/${HARNESS_FILE}`
  return (found.kind === 'routing' || found.kind === 'leaf' ? found.file : undefined) ?? found.path
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
