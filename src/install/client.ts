import { mkdirSync } from 'node:fs'
import { type ClientId, findClient, type FoundClient } from '../clients/find.ts'
import { type Run, runClient } from '../clients/run.ts'
import { type Homes, withHomes } from './homes.ts'
import { noteClient } from './left-running.ts'

/** What people call the clients. */
export const CLIENT_NAMES: Readonly<Record<ClientId, string>> = {
  copilot: 'Copilot CLI',
  claude: 'Claude Code',
  pi: 'pi',
}

/** The oldest version that has been seen to register as we do it (run 2026-11-30). */
const LEAST: Readonly<Record<ClientId, string>> = { copilot: '1.0.40', claude: '2.1.110', pi: '1.6.0' }

/** A client that can be asked to register, or why there is none: a clause such as `there is no pi on PATH`. */
export type Readiness = { readonly client: FoundClient } | { readonly reason: string }

export async function findReady(id: ClientId, env: NodeJS.ProcessEnv): Promise<Readiness> {
  const client = await findClient(id, { env })
  if (client === null) return { reason: `there is no ${id} on PATH` }
  const { version, path, fault } = client
  if (fault !== undefined) return { reason: `${path} ${fault}` }
  if (version === null) return { reason: `${path} does not tell its version` }
  if (isOlder(version, LEAST[id])) {
    return { reason: `${CLIENT_NAMES[id]} ${version} is too old; ${LEAST[id]} is known to register` }
  }
  return { client }
}

/** Compares the three numbers of versions. */
export function isOlder(version: string, least: string): boolean {
  const [a, b] = [numbers(version), numbers(least)]
  const at = b.findIndex((number, index) => a[index] !== number)
  return at !== -1 && (a[at] ?? 0) < b[at]!
}

function numbers(version: string): number[] {
  return version.split(/[.-]/).slice(0, 3).map(Number)
}

/** What keeps a client from the network and from changing itself while it is asked. */
const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  DISABLE_AUTOUPDATER: '1',
  COPILOT_AUTO_UPDATE: 'false',
  PI_OFFLINE: '1',
}

/** Runs a client's command in a directory where it finds no project. */
export type Ask = (args: readonly string[]) => Promise<Run>

export function asker(client: FoundClient, homes: Homes, env: NodeJS.ProcessEnv): Ask {
  const cwd = homes.own
  return (args) => {
    mkdirSync(cwd, { recursive: true })
    return runClient(client, args, {
      cwd,
      env: { ...withHomes(env, homes), ...QUIET },
      timeoutMs: 120_000,
      started: (pid) => noteClient(homes.own, pid),
    })
  }
}

const PLAIN_RE = /^[\w@%+=:,./~-]+$/
const QUOTE_RE = /'/g

/** A command as it can be typed into a shell. */
export function commandText(id: ClientId, args: readonly string[]): string {
  const quoted = args.map((arg) => (PLAIN_RE.test(arg) ? arg : `'${arg.replace(QUOTE_RE, `'\\''`)}'`))
  return [id, ...quoted].join(' ')
}

/** What a run that failed said last. */
export function lastLine({ stdout, stderr, timedOut }: Run): string {
  if (timedOut) return 'it did not end in time'
  const lines = `${stdout}\n${stderr}`.split('\n').map((line) => line.trim())
  return lines.findLast((line) => line !== '') ?? 'it said nothing'
}
