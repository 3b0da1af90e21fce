import path from 'node:path'
import { CLIENT_IDS, type ClientId } from '../clients/find.ts'
import { printDiagnostics } from '../build/telling.ts'
import { terminal } from '../build/terminal.ts'
import {
  degenerate,
  generate,
  type InstallRequest,
  isInstalled,
  type Outcome,
  install as run,
  uninstall as undo,
} from '../install/index.ts'
import type { Action } from './commands.ts'
import { rootOf } from './call.ts'
import { installSummary, uninstallSummary } from './install-summary.ts'
import { findSources } from './sources.ts'
import { unknown, UsageError } from './usage.ts'
import { single, type Words } from './words.ts'

/** `install`: writes the tree where the client finds it, and tells the client of it. */
export const install: Action = async (words) => {
  const request = await readRequest('install', words)
  const { output } = request
  const outcome = output === undefined ? await run(request) : generate({ ...request, output })
  return print(outcome, installSummary(outcome, request))
}

/** `uninstall`: takes back what `install` did, and no more. */
export const uninstall: Action = async (words) => {
  const request = await readRequest('uninstall', words)
  const { output } = request
  const outcome = output === undefined ? await undo(request) : degenerate({ ...request, output })
  return print(outcome, uninstallSummary(outcome, request))
}

function print({ ok, diagnostics }: Outcome, summary: string): number {
  const printer = terminal()
  printDiagnostics(diagnostics, {}, printer)
  if (ok) printer.out(summary)
  else if (summary !== '') printer.error(summary)
  return ok ? 0 : 1
}

/** @throws UsageError for words that are wrong or contradict each other */
async function readRequest(command: string, words: Words): Promise<InstallRequest> {
  const client = clientOf(command, words.args)
  const has = (name: string): boolean => words.options.has(name)
  const [output, pluginRoot, root] = ['output', 'plugin-root', 'root'].map((name) => single(words, name))
  const refuse = (a: string, b: string, hint: string): void => {
    if (has(a) && has(b)) throw new UsageError(`--${a} and --${b} contradict each other`, hint)
  }
  refuse('no-register', 'require-register', 'leave one of them out')
  refuse('output', 'require-register', '--output registers nothing')
  refuse('output', 'materialise', '--output writes the whole tree')
  if (has('materialise') && client !== 'pi')
    throw new UsageError('--materialise is for pi alone', `${client} reads its plugin from one folder`)
  return {
    client,
    sources: await findSources(rootOf(root ?? '.'), root !== undefined, `${command} ${client}`, (found) =>
      isInstalled([client], found, process.env),
    ),
    env: process.env,
    output,
    pluginRoot: pluginRoot === undefined ? undefined : absolute(pluginRoot),
    dryRun: has('dry-run'),
    force: has('force'),
    materialise: has('materialise'),
    register: has('no-register') ? 'no' : has('require-register') ? 'must' : 'try',
  }
}

function clientOf(command: string, [name, ...more]: readonly string[]): ClientId {
  const known = CLIENT_IDS.join(', ')
  if (name === undefined) throw new UsageError(`${command} needs the name of a client`, `known: ${known}`)
  const client = CLIENT_IDS.find((id) => id === name)
  if (client === undefined) throw unknown('client', name, CLIENT_IDS)
  if (more.length > 0)
    throw new UsageError(`${command} takes one client, and ${JSON.stringify(more[0])} was given too`)
  return client
}

/** What a client or a shell expands stays as it is. */
const EXPANDED_RE = /^[~$]/

function absolute(dir: string): string {
  return EXPANDED_RE.test(dir) ? dir : path.resolve(dir).split(path.sep).join('/')
}
