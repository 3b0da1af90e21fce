import { readFileSync } from 'node:fs'
import { forgiveClosedPipes, terminal } from '../build/terminal.ts'
import { ACTIONS, defineCommands, NAME } from './commands.ts'
import { printProblem, printUsageError } from './problem.ts'
import { unknown, UsageError } from './usage.ts'
import { readWords } from './words.ts'

/**
 * The command line. Sets the process's exit code: 0 done, 1 errors were found, 2 the words are wrong.
 * @param words without the interpreter and the script
 */
export async function main(words: readonly string[]): Promise<void> {
  forgiveClosedPipes()
  const onStray = (error: unknown): void => {
    printProblem(error, words, terminal())
    process.exitCode = 1
  }
  process.on('uncaughtException', onStray).on('unhandledRejection', onStray)
  try {
    process.exitCode = await run(words)
  } catch (error) {
    if (error instanceof UsageError) printUsageError(error, words, terminal())
    else printProblem(error, words, terminal())
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

const HELP = new Set(['-h', '--help'])
const VERSION = new Set(['-v', '--version'])

async function run(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words
  if (name !== undefined && VERSION.has(name)) {
    terminal().out(`${packageVersion()}\n`)
    return 0
  }
  const cli = defineCommands(packageVersion())
  const names = Object.keys(ACTIONS)
  if (name === undefined) throw new UsageError('there is no command', `known: ${names.join(', ')}`)
  const globals = cli.globalCommand.options
  if (name.startsWith('-')) {
    if (!HELP.has(name)) readWords([name], globals)
    cli.outputHelp()
    return 0
  }
  const command = cli.commands.find((known) => known.isMatched(name))
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined
  if (command === undefined || action === undefined) throw unknown('command', name, names)
  const ownOptions = [...command.options, ...globals.filter((option) => option.name === 'help')]
  if (
    rest.some((word) => HELP.has(word)) &&
    !rest
      .slice(
        0,
        rest.findIndex((word) => HELP.has(word)),
      )
      .includes('--')
  ) {
    command.outputHelp()
    return 0
  }
  const sorted = readWords(rest, ownOptions)
  return (await action())(sorted)
}

/** @see {@link NAME} */
function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

export { NAME }
