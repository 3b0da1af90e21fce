import { type CAC, cac, type Command } from 'cac'
import { FORMATS } from '../diagnostics/format/index.ts'

/** Runs one command. @returns its exit code */
export type Action = (words: import('./words.ts').Words) => Promise<number>

/** Where each command's work is; loaded when it is called. */
export const ACTIONS: Readonly<Record<string, () => Promise<Action>>> = {
  build: async () => (await import('./build.ts')).build,
  check: async () => (await import('./check.ts')).check,
  validate: async () => (await import('./validate.ts')).validate,
  verify: async () => (await import('./verify.ts')).verify,
  install: async () => (await import('./install.ts')).install,
  uninstall: async () => (await import('./install.ts')).uninstall,
}

/** What follows `harness`. */
export const HARNESS_COMMANDS: readonly string[] = [
  'validate',
  'show',
  'load',
  'prompt',
  'index',
  'simulate',
  'init',
]

export const NAME = 'agent-cortex'

/** The commands with their options, as `--help` shows them. */
export function defineCommands(version: string): CAC {
  const cli = cac(NAME)
  const build = cli.command('build', 'Write the trees of all harnesses, and the committed copies')
  building(build.usage('build [options]'), 'Move what is not ours out of the way, to <name>.orig').example(
    `  $ ${NAME} build --harness copilot,claude --watch`,
  )
  const check = cli.command('check', 'Compare what is on disk with what would be built; write nothing')
  building(check.usage('check [options]'), 'Taken as build takes it; nothing is moved').example(
    `  $ ${NAME} check --format github`,
  )
  const validate = cli.command('validate [...path]', 'Check the sources; look at no output')
  printing(rooted(validate.usage('validate [path...] [options]'))).example(
    `  $ ${NAME} validate agents/plan --strict`,
  )
  defineInstallation(cli)
  const verify = cli.command('verify [...harness]', 'Load what was built in the clients of this machine')
  printing(
    rooted(verify.usage('verify [harness...] [options]'))
      .option('--out <dir>', 'Where the trees are, relative to the project (default: dist)')
      .option('--installed', 'What is installed for the user, in place of what was built')
      .option('--client <harness=file>', "That client's program (default: on PATH); may be repeated"),
  ).example(`  $ ${NAME} verify claude --client claude=/opt/claude`)
  cli
    .command('harness <command>', `Agent Harness directories: ${HARNESS_COMMANDS.join(', ')}`)
    .usage('harness <command> [options]')
  cli.example(`  $ ${NAME} build`)
  cli.help((sections) =>
    sections.filter(({ title }) => title?.startsWith('For more info') !== true).map(trimmed),
  )
  cli.version(version)
  return cli
}

function defineInstallation(cli: CAC): void {
  const from = 'The project (default: the working directory; without one there, this package)'
  const install = cli.command('install <client>', 'Put the tree where a client finds it, and register it')
  install
    .usage('install copilot|claude|pi [options]')
    .option('--root <dir>', from)
    .option('--output <dir>', 'Only make this directory hold the tree')
    .option('--plugin-root <dir>', 'What paths begin with (default: where the client reads the plugin)')
    .option('--dry-run', 'Show what would be done; write nothing')
    .option('--force', 'Move what is not ours out of the way, to <name>.orig')
    .option('--no-register', 'Write the files; do not call the client')
    .option('--require-register', 'Exit 1 where the client is missing or too old')
    .option('--materialise', 'pi: agents and skills into its own directory, no package')
    .example(`  $ ${NAME} install claude --dry-run`)
  // cac takes a switch that begins with "no" for one that is on by default, and would say so.
  for (const { config } of install.options) delete config.default
  const uninstall = cli.command('uninstall <client>', 'Remove what install wrote, and unregister it')
  uninstall
    .usage('uninstall copilot|claude|pi [options]')
    .option('--root <dir>', from)
    .option('--output <dir>', 'Remove the tree from this directory alone')
    .option('--dry-run', 'Show what would be done; remove nothing')
    .example(`  $ ${NAME} uninstall claude`)
}

function rooted(command: Command): Command {
  return command.option('--root <dir>', 'The project (default: the working directory)')
}

function building(command: Command, force: string): Command {
  rooted(command)
    .option('--out <dir>', 'Where the trees go, relative to the project (default: dist)')
    .option('--harness <ids>', 'Only these harnesses, separated by commas')
    .option('--plugin-root <harness=dir>', "In place of that harness's plugin_root; may be repeated")
    .option('--watch', 'Run again whenever a source changes')
    .option('--force', force)
  return printing(command)
}

function printing(command: Command): Command {
  return command
    .option('--strict', 'Take warnings for errors')
    .option('--verbose', 'Show info too')
    .option('--format <format>', `${FORMATS.join(', ')} (default: ${FORMATS[0]})`)
}

// What the library says of every option that begins with --no-, as if it were on.
const NEGATED_RE = /^( +--no-.*) \(default: true\)$/

/** No blanks at the ends of lines, and no default of an option that turns something off. */
export function trimmed({ title, body }: { title?: string; body: string }): { title?: string; body: string } {
  const text = body
    .split('\n')
    .map((line) => line.trimEnd().replace(NEGATED_RE, '$1'))
    .join('\n')
  return { ...(title === undefined ? {} : { title }), body: text }
}
