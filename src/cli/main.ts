import { readFileSync } from 'node:fs'
import type { CAC } from 'cac'
import { forgiveClosedPipes, terminal } from '../build/terminal.ts'
import { ACTIONS, defineCommands } from './commands.ts'
import { asksForHelp } from './help.ts'
import { printProblem, printUsageError } from './problem.ts'
import { unknown, UsageError } from './usage.ts'
import { readWords } from './words.ts'

/**
 * The command line. Sets the process's exit code: 0 done, 1 errors were found, 2 the words are wrong.
 * @param words without the interpreter and the script
 */
export async function main(words: readonly string[]): Promise<void> {
  forgiveClosedPipes()
  // When all is said: taking the heap of a large build apart, object by object, would only take time.
  process.once('beforeExit', () => process.exit())
  const fail = (error: unknown): void => {
    process.exitCode = error instanceof UsageError ? 2 : 1
    if (error instanceof UsageError) printUsageError(error, words, terminal())
    else printProblem(error, words, terminal())
  }
  process.on('uncaughtException', fail).on('unhandledRejection', fail)
  try {
    const code = await run(words)
    process.exitCode ??= code
  } catch (error) {
    fail(error)
  }
}

async function run([name, ...rest]: readonly string[]): Promise<number> {
  const names = [...Object.keys(ACTIONS), 'harness']
  if (name === 'harness') return (await import('./harness/index.ts')).harness(rest)
  if (name === undefined) throw new UsageError('there is no command', `known: ${names.join(', ')}`)
  const version = packageVersion()
  const cli = defineCommands(version)
  if (name.startsWith('-')) return showOf(name, cli, version)
  const command = cli.commands.find((known) => known.isMatched(name))
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (command === undefined || action === undefined) throw unknown('command', name, names)
  if (asksForHelp(rest)) {
    command.outputHelp()
    return 0
  }
  const options = [
    ...command.options,
    ...cli.globalCommand.options.filter((option) => option.name === 'help'),
  ]
  const words = readWords(rest, options)
  return (await action())(words)
}

/** What stands in the place of a command. */
function showOf(flag: string, cli: CAC, version: string): number {
  const { options } = readWords([flag], cli.globalCommand.options)
  if (options.has('version')) terminal().out(`${version}\n`)
  else cli.outputHelp()
  return 0
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
