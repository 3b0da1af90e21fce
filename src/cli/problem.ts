import { formatDiagnostics } from '../diagnostics/format/index.ts'
import { type Code, Diagnostics } from '../diagnostics/index.ts'
import { FORMATS, type Format } from '../diagnostics/format/index.ts'
import type { Printer } from '../build/telling.ts'
import { ACTIONS, HARNESS_COMMANDS, NAME } from './commands.ts'
import type { UsageError } from './usage.ts'

/** A failure that has a diagnostic of its own: the code, and the file at fault. */
export class Failure extends Error {
  readonly code: Code
  readonly file: string | undefined
  readonly hint: string | undefined

  constructor(code: Code, message: string, { file, hint }: { file?: string; hint?: string } = {}) {
    super(message)
    this.code = code
    this.file = file
    this.hint = hint
  }
}

export function printUsageError(
  { message, hint }: UsageError,
  words: readonly string[],
  printer: Printer,
): void {
  const help = [NAME, ...commandIn(words), '--help'].join(' ')
  const lines = [`${NAME}: ${message}`, ...(hint === undefined ? [] : [`  hint: ${hint}`]), `  see: ${help}`]
  printer.error(`${lines.join('\n')}\n`)
}

function commandIn(words: readonly string[]): string[] {
  const [first, second = ''] = words
  if (first === 'harness') return HARNESS_COMMANDS.includes(second) ? [first, second] : [first]
  return words.filter((word) => Object.hasOwn(ACTIONS, word)).slice(0, 1)
}

/** Tells what ended a call in the format that it asked for; a stack only where it is asked for. */
export function printProblem(error: unknown, words: readonly string[], printer: Printer): void {
  const diagnostics = new Diagnostics()
  if (error instanceof Failure) {
    const { code, message, file, hint } = error
    diagnostics.report({ code, message, hint, ...(file === undefined ? {} : { at: { file } }) })
  } else {
    const message = error instanceof Error ? error.message : String(error)
    const hint = 'this is a fault of agent-cortex: please report it'
    diagnostics.report({ code: 'internal', message: message || 'unknown', hint })
  }
  const format = formatIn(words)
  const text = formatDiagnostics(format, diagnostics.list(), { colors: printer.colors.error })
  if (format === 'pretty') printer.error(text)
  else printer.out(text)
  if (wantsStack(words) && error instanceof Error) printer.error(`${error.stack}\n`)
}

/** Found without reading the words properly: they may be what was wrong. */
function formatIn(words: readonly string[]): Format {
  const at = words.findIndex((word) => word === '--format' || word.startsWith('--format='))
  const word = words[at] ?? ''
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : words[at + 1]
  return FORMATS.find((format) => at !== -1 && format === value) ?? 'pretty'
}

function wantsStack(words: readonly string[]): boolean {
  return words.includes('--verbose') || process.env['DEBUG'] === NAME
}
