import { withFlags } from '../build/flags.ts'
import { type Printer, printDiagnostics } from '../build/telling.ts'
import { terminal } from '../build/terminal.ts'
import { CLIENT_IDS, type ClientId } from '../clients/index.ts'
import { newDiagnostics } from '../compiler/settings.ts'
import type { Diagnostics } from '../diagnostics/index.ts'
import { formatDiagnostics } from '../diagnostics/format/index.ts'
import { isInstalled } from '../install/existing.ts'
import { readNames } from '../install/names.ts'
import type { Verified } from '../verify/compare.ts'
import { tableOf } from '../verify/table.ts'
import { verify as verifyTrees } from '../verify/verify.ts'
import { typed } from '../workspace/project-root.ts'
import { type Call, readCall } from './call.ts'
import type { Action } from './commands.ts'
import { loadProject } from './project.ts'
import { findSources } from './sources.ts'
import { unknown, UsageError } from './usage.ts'
import type { Words } from './words.ts'

/** `verify`: loads what was built, or what is installed, in the clients of this machine. */
export const verify: Action = async (words) => {
  const call = readCall(words)
  const harnesses = [...new Set(call.args.map(clientId))]
  const files = clientFiles(words)
  const installed = words.options.has('installed')
  const named = words.options.has('root')
  const { flags } = call
  const repeated = ['verify', ...harnesses, '--installed'].join(' ')
  const sources = installed
    ? await findSources(call.root, named, repeated, (found) => isInstalled(CLIENT_IDS, found, process.env))
    : await loadProject(call)
  const { root, options } = sources
  const { out = 'dist', pluginRoot = {} } = withFlags(options, flags)
  const diagnostics = newDiagnostics(withFlags(options, flags))
  if (installed) for (const id of CLIENT_IDS) readNames(root, options, id, diagnostics.report)
  if (diagnostics.hasErrors) {
    print([], diagnostics, call, terminal())
    return 1
  }
  if ('isOwn' in sources && (flags.format ?? 'pretty') === 'pretty')
    terminal().error("there is no project here: this is about agent-cortex's own agents and skills\n")
  // At exit, what was started is killed and what was made is removed.
  for (const [signal, code] of SIGNALS) process.once(signal, () => process.exit(code))
  const request = {
    root,
    out,
    harnesses,
    installed,
    files,
    pluginRoot,
    pluginName: (id: ClientId) => readNames(root, options, id)?.plugin,
    // As install, called as this is, would take it.
    installCall: (id: ClientId) => `agent-cortex install ${id}${named ? ` --root ${typed(root)}` : ''}`,
  }
  const results = await verifyTrees(request, diagnostics.report)
  print(results, diagnostics, call, terminal())
  return diagnostics.hasErrors ? 1 : 0
}

/** With the exit codes of a shell. */
const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const

function clientId(word: string): ClientId {
  const id = CLIENT_IDS.find((known) => known === word)
  if (id === undefined) throw unknown('client', word, CLIENT_IDS)
  return id
}

function clientFiles({ options }: Words): Partial<Record<ClientId, string>> {
  const given = options.get('client') ?? []
  return Object.fromEntries(
    given.map((value) => {
      const equals = value.indexOf('=')
      const file = value.slice(equals + 1)
      if (equals === -1 || file.trim() === '') {
        const hint = 'as in --client claude=/opt/claude/bin/claude'
        throw new UsageError(`--client: ${JSON.stringify(value)} is not HARNESS=FILE`, hint)
      }
      return [clientId(value.slice(0, equals).trim()), file]
    }),
  )
}

function print(
  results: readonly Verified[],
  diagnostics: Diagnostics,
  { flags }: Call,
  printer: Printer,
): void {
  const { format = 'pretty' } = flags
  if (format === 'json') return printer.out(jsonOf(results, diagnostics))
  if (format === 'pretty') printer.out(tableOf(results, printer.colors.out))
  printDiagnostics(diagnostics, flags, printer)
  if (format === 'pretty' && !diagnostics.hasErrors && results.length > 0) {
    printer.out(`\nnothing is lost: ${results.map(({ client }) => client).join(', ')}\n`)
  }
}

/** The object of the other commands, with `clients` in place of `outputs`. */
function jsonOf(results: readonly Verified[], diagnostics: Diagnostics): string {
  const text = formatDiagnostics('json', diagnostics.list())
  const { outputs: _, ...rest } = JSON.parse(text) as Record<string, unknown>
  const clients = Object.fromEntries(results.map(({ harness, ...result }) => [harness, result]))
  return `${JSON.stringify({ ...rest, clients }, null, 2)}\n`
}
