import { type CAC, cac, type Command } from 'cac'
import { TOKENIZERS } from '../../agent-harness/tokens.ts'
import { FORMATS } from '../../diagnostics/format/index.ts'
import { type Action, trimmed } from '../commands.ts'

/** Where the work of each command under `harness` is; loaded when it is called. */
export const HARNESS_ACTIONS: Readonly<Record<string, () => Promise<Action>>> = {
  validate: async () => (await import('./validate.ts')).validate,
  show: async () => (await import('./show.ts')).show,
  load: async () => (await import('./load.ts')).load,
  prompt: async () => (await import('./prompt.ts')).prompt,
  index: async () => (await import('./routing-index.ts')).index,
  simulate: async () => (await import('./simulate.ts')).simulate,
  init: async () => (await import('./init.ts')).init,
}

const HARNESS_NAME = 'agent-cortex harness'

/** The commands under `harness` with their options, as `--help` shows them. */
export function defineHarnessCommands(): CAC {
  const cli = cac(HARNESS_NAME)
  const example = (command: Command, words: string): Command =>
    command.example(`  $ ${HARNESS_NAME} ${words}`)

  const validate = cli.command('validate [dir]', 'Check a harness against the rules of the format')
  example(
    printed(reading(validate.usage('validate [dir] [options]')))
      .option('--strict', 'Take warnings for errors')
      .option('--compat', 'Give the verdict of harnesses-ref, the Python reference')
      .option('--fix', 'Mend what can be mended without a decision')
      .option('--no-lint', 'Leave out what goes beyond the rules'),
    'validate my-harness --strict',
  )
  const show = cli.command('show [dir]', 'Show the tree, and what each phase costs in tokens')
  example(
    counted(reading(show.usage('show [dir] [options]')))
      .option('--depth <number>', 'Levels of the tree (default: all)')
      .option('--json', 'As JSON')
      .option('--mermaid', 'As a Mermaid flowchart')
      .option('--html', 'As one page to look around in'),
    'show my-harness --html > harness.html',
  )
  const load = cli.command('load [dir] [path]', 'What a client reads at a path; without one, at the start')
  example(
    reading(load.usage('load <dir> [path] [options]')).option('--json', 'As JSON'),
    'load my-harness tools/query-db',
  )
  const prompt = cli.command('prompt [dir]', "The harness as text for an agent's context")
  example(
    reading(prompt.usage('prompt [dir] [options]')).option(
      '--format <format>',
      'xml, markdown, json (default: xml)',
    ),
    'prompt my-harness --format markdown',
  )
  const index = cli.command('index [dir]', 'Make routing files and keep their lists up to date')
  example(
    printed(reading(index.usage('index [dir] [options]')))
      .option('--write', 'Write them (default: show what would change)')
      .option('--check', 'Fail if anything would change'),
    'index my-harness --write',
  )
  const simulate = cli.command(
    'simulate [dir] [...words]',
    'Where the descriptions lead a task, without a model',
  )
  example(
    counted(printed(reading(simulate.usage('simulate <dir> <words…> | <cases.json> [options]')))),
    'simulate my-harness "summarize this article"',
  )
  const init = cli.command('init [dir]', 'Start a harness; nothing is overwritten')
  example(
    init
      .usage('init [dir] [options]')
      .option('--preset <name>', 'minimal, skills, docs (default: minimal)')
      .option('--name <name>', 'Name of the harness (default: that of the directory)')
      .option('--description <text>', 'What it enables an agent to do')
      .option('--adopt', 'Propose leaves and rules from what is there')
      .option('--dry-run', 'Only show what would be written'),
    'init my-harness --preset skills',
  )
  cli.example(`  $ ${HARNESS_NAME} validate my-harness`)
  cli.help((sections) =>
    sections.filter(({ title }) => title?.startsWith('For more info') !== true).map(trimmed),
  )
  return cli
}

function reading(command: Command): Command {
  return command.option('--nested <way>', 'A HARNESS.md further down is a boundary (default), or propagate')
}

function printed(command: Command): Command {
  return command
    .option('--verbose', 'Show info too')
    .option('--json', 'The same as --format json')
    .option('--format <format>', `${FORMATS.join(', ')} (default: ${FORMATS[0]})`)
}

function counted(command: Command): Command {
  return command.option('--tokenizer <name>', `${TOKENIZERS.join(', ')} (default: ${TOKENIZERS[0]})`)
}
