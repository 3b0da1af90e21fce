import { copyFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientId } from '../clients/find.ts'
import type { Reporter } from '../diagnostics/index.ts'
import { freeName } from '../tree/commit.ts'
import { failed } from '../tree/failure.ts'
import { type Ask, CLIENT_NAMES, commandText, lastLine, type Readiness } from './client.ts'
import type { State, Target } from './registrar.ts'
import type { InstallRequest, Registration } from './request.ts'

/** Tells the client of a plugin, or the user how to. What keeps it from having the plugin is reported. */
export async function register(
  request: InstallRequest,
  readiness: Readiness,
  target: Target,
  asked: { state: State; ask: Ask; look: () => State | undefined } | undefined,
  report: Reporter,
): Promise<Registration> {
  const { client, dryRun } = request
  if (!('client' in readiness) || asked === undefined) {
    const isWanted = request.register !== 'no'
    const reason = 'reason' in readiness ? readiness.reason : ''
    if (isWanted) {
      report({
        code: 'client-missing',
        severity: request.register === 'must' ? 'error' : 'warning',
        message: `it is not registered: ${reason}`,
        harness: client,
      })
    }
    return {
      kind: 'left',
      commands: byHand(request, target),
      reason: isWanted ? reason : 'as --no-register says',
    }
  }
  const name = `${CLIENT_NAMES[client]} ${readiness.client.version}`
  const { state, ask, look } = asked
  const commands = texts(client, state.toInstall)
  if (dryRun) return { kind: 'done', commands, client: name }
  keepSettings(state.losing, report)
  const failure = await tellClient(state, ask, look)
  if (failure === undefined) return { kind: 'done', commands, client: name }
  report({
    code: 'register-failed',
    message: `${name} did not take it: ${failure}`,
    hint: 'the files are in place; mend that and install again',
    harness: client,
  })
  return { kind: 'left', commands, reason: failure }
}

export function texts(client: ClientId, commands: State['toInstall']): string[] {
  return commands.map((args) => commandText(client, args))
}

/** @returns why the client has not got it */
async function tellClient(
  state: State,
  ask: Ask,
  look: () => State | undefined,
): Promise<string | undefined> {
  let failure = await runAll(state.toInstall, ask)
  let missing = await state.confirm(ask)
  if (missing === undefined) return undefined
  // Somebody else may have changed the client's state since it was looked at: then other commands are called for.
  const now = look()
  if (now !== undefined && JSON.stringify(now.toInstall) !== JSON.stringify(state.toInstall)) {
    failure = await runAll(now.toInstall, ask)
    missing = await now.confirm(ask)
    if (missing === undefined) return undefined
  }
  await runAll(state.toRestore, ask)
  return failure === undefined ? missing : `${missing}: ${failure}`
}

/** Runs all commands, whatever becomes of each. @returns what the first that failed said last */
export async function runAll(commands: State['toInstall'], ask: Ask): Promise<string | undefined> {
  let failure: string | undefined
  for (const args of commands) {
    const run = await ask(args)
    if (run.code !== 0) failure ??= lastLine(run)
  }
  return failure
}

/** What a user runs where we cannot; as for a client that knows nothing of the plugin. */
function byHand({ client, materialise }: InstallRequest, { names, dir, link }: Target): string[] {
  if (client === 'pi') return materialise ? [] : texts(client, [['install', link]])
  return texts(client, [
    ['plugin', 'marketplace', 'add', dir],
    ['plugin', 'install', `${names.plugin}@${names.market}`],
  ])
}

/** The client writes its settings again without their comments. */
export function keepSettings(files: readonly string[], report: Reporter): void {
  for (const file of files) {
    const [dir, name] = [path.dirname(file), path.basename(file)]
    const copy = path.join(dir, freeName(dir, name))
    try {
      copyFileSync(file, copy)
      report({
        code: 'output-backup',
        severity: 'warning',
        message: `${JSON.stringify(file)} has comments, which the client drops; a copy is ${JSON.stringify(copy)}`,
        at: { file: copy },
      })
    } catch (error) {
      report(failed(error, 'cannot write', copy))
    }
  }
}
