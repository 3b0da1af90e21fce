import { asksForHelp } from '../help.ts'
import { unknown, UsageError } from '../usage.ts'
import { readWords } from '../words.ts'
import { defineHarnessCommands, HARNESS_ACTIONS } from './commands.ts'

/** `harness <command>`: the commands for Agent Harness directories. @returns the exit code */
export async function harness([name, ...rest]: readonly string[]): Promise<number> {
  const names = Object.keys(HARNESS_ACTIONS)
  const cli = defineHarnessCommands()
  if (name === '--help' || name === '-h') {
    cli.outputHelp()
    return 0
  }
  if (name === undefined) throw new UsageError('harness needs a command', `known: ${names.join(', ')}`)
  const command = cli.commands.find((known) => known.isMatched(name))
  const action = Object.hasOwn(HARNESS_ACTIONS, name) ? HARNESS_ACTIONS[name] : undefined
  if (command === undefined || action === undefined) throw unknown('harness command', name, names)
  if (asksForHelp(rest)) {
    command.outputHelp()
    return 0
  }
  return (await action())(readWords(rest, command.options))
}
