import { existsSync } from 'node:fs'
import path from 'node:path'
import {
  CLIENT_IDS,
  type ClientId,
  findClient,
  type FoundClient,
  load,
  readObject,
  readTree,
  Scratch,
} from '../clients/index.ts'
import { PLUGIN_ROOT, resolveNamedPaths } from '../compose/paths.ts'
import type { Reporter } from '../diagnostics/index.ts'
import { builtInHarnesses } from '../harness/index.ts'
import { builtInMap } from '../workspace/built-in-map.ts'
import { builtInTokenMap } from '../workspace/token-map.ts'
import { compare, GONE, type Verified } from './compare.ts'
import { findInstalled, type Place } from './installed.ts'
import { reportLostPaths } from './lost-paths.ts'

/** What is asked for. */
export interface VerifyRequest {
  /** Absolute. */
  root: string
  /** Holds the trees; absolute, or relative to the root. */
  out: string
  /** Empty: all clients that are found. */
  harnesses: readonly ClientId[]
  /** Look at what is installed for the user, not at what was built. */
  installed: boolean
  /** What the plugin is called by a client; nothing where it has no name. */
  pluginName(id: ClientId): string | undefined
  /** The command that installs it for a client. */
  installCall(id: ClientId): string
  /** Harness → what paths begin with in place of what the token map says. */
  pluginRoot: Readonly<Record<string, string>>
  /** Client → its program. */
  files: Readonly<Partial<Record<ClientId, string>>>
}

/** Loads trees in the clients of this machine, all at once. What is amiss is reported. */
export async function verify(request: VerifyRequest, report: Reporter): Promise<Verified[]> {
  const { root, out, harnesses, installed, pluginName, installCall } = request
  const wanted = harnesses.length > 0 ? harnesses : CLIENT_IDS
  const built = wanted.filter((id) => existsSync(path.resolve(root, out, id)))
  if (!installed && built.length === 0) {
    const message = `nothing is built: there is no tree for ${wanted.join(', ')} in ${JSON.stringify(out)}`
    report({ code: 'output-missing', message, hint: 'run agent-cortex build' })
    return []
  }
  const results = await Promise.all(wanted.map((id) => verifyIn(id, built.includes(id), request, report)))
  const verified = results.filter((result) => result !== undefined)
  if (installed && verified.length === 0) {
    const names = wanted.flatMap((id) => pluginName(id) ?? [])
    const message = `${JSON.stringify(names[0] ?? path.basename(root))} is installed for no client that is found`
    report({ code: 'not-installed', message, hint: `run ${listed(wanted.map(installCall))}` })
  }
  return verified
}

async function verifyIn(
  id: ClientId,
  isBuilt: boolean,
  request: VerifyRequest,
  report: Reporter,
): Promise<Verified | undefined> {
  const isNamed = request.harnesses.includes(id)
  if (!request.installed && !isBuilt) {
    // Without being named, it is a client that the project is not built for.
    const message = `there is no tree for ${id} in ${JSON.stringify(request.out)}`
    if (isNamed) report({ code: 'output-missing', message, hint: 'run agent-cortex build', harness: id })
    return undefined
  }
  const scratch = new Scratch()
  try {
    const client = await find(id, request, scratch, isNamed || request.files[id] !== undefined, report)
    return client === undefined ? undefined : await verifyOne(client, request, scratch, report)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    report({ code: 'unreadable', message: `the tree for ${id} cannot be read: ${message}`, harness: id })
    return undefined
  } finally {
    scratch.remove()
  }
}

async function find(
  id: ClientId,
  { files }: VerifyRequest,
  scratch: Scratch,
  isNamed: boolean,
  report: Reporter,
): Promise<FoundClient | undefined> {
  const file = files[id]
  const { name } = builtInHarnesses.find((harness) => harness.id === id)!.client
  const client = await findClient(id, {
    ...(file === undefined ? {} : { file }),
    env: scratch.environment({}),
  })
  if (client !== null && client.fault === undefined) return client
  const message =
    client === null
      ? `${name} is not found: ${file === undefined ? `no ${id} on PATH` : `${JSON.stringify(file)} is no file`}`
      : `${name} at ${client.path} ${client.fault}`
  const severity = isNamed ? 'error' : 'warning'
  report({ code: 'client-missing', severity, message, hint: `see --client ${id}=FILE`, harness: id })
  return undefined
}

async function verifyOne(
  client: FoundClient,
  request: VerifyRequest,
  scratch: Scratch,
  report: Reporter,
): Promise<Verified | undefined> {
  const { root, out, installed } = request
  const place: Place | undefined = installed
    ? await installedTree(client, request, scratch, report)
    : { dir: path.resolve(root, out, client.id) }
  if (place === undefined) return undefined
  const { dir, copyOf = dir, shared } = place
  const label = labelOf(copyOf, root)
  const tree = readTree(client.id, dir)
  for (const file of tree.special) {
    const message = 'this is no file, and a client that reads it may wait for ever'
    const at = { file: path.posix.join(label, file) }
    report({ code: 'not-a-file', message, hint: 'move it away', at, harness: client.id })
  }
  if (tree.special.length > 0) return undefined
  const loaded = await load(client, tree, scratch)
  const mend = installed ? `run ${request.installCall(client.id)}` : 'run agent-cortex build'
  if (installed) {
    const start = pluginRoot(request, client.id)
    const hint = `${mend}: it composes for where the client reads`
    if (start !== undefined) reportLostPaths({ ...tree, dir: copyOf }, { start, label, hint }, report)
  }
  for (const file of shared?.gone ?? []) {
    const at = { file: path.posix.join(labelOf(shared!.dir, root), file) }
    report({ code: 'agent-lost', message: GONE, hint: mend, harness: client.id, at })
  }
  return compare({ client, tree, loaded, label, mend, provided: providedIn(root, client.id) }, report)
}

/** What a directory is called in messages: relative to the root where it lies within. */
function labelOf(dir: string, root: string): string {
  const relative = path.relative(root, dir)
  const isWithin = !relative.startsWith('..') && !path.isAbsolute(relative)
  return isWithin ? relative.split(path.sep).join('/') : dir
}

async function installedTree(
  client: FoundClient,
  { root, harnesses, pluginName, installCall }: VerifyRequest,
  scratch: Scratch,
  report: Reporter,
): Promise<Place | undefined> {
  const name = pluginName(client.id) ?? path.basename(root)
  const found = await findInstalled(client, name, scratch, report)
  if ('dir' in found) return found
  const isMeant = found.absent !== true || harnesses.includes(client.id)
  report({
    code: 'not-installed',
    severity: isMeant ? 'error' : 'warning',
    message: `${JSON.stringify(name)} is not installed for ${client.id}: ${found.why}`,
    hint: `run ${installCall(client.id)}`,
    harness: client.id,
  })
  return undefined
}

function listed(commands: readonly string[]): string {
  const [last, ...others] = commands.toReversed()
  return others.length === 0 ? last! : `${others.toReversed().join(', ')} or ${last}`
}

/** What paths begin with, by the project's map or the built-in one. */
function pluginRoot(
  { root, pluginName: nameFor, pluginRoot: roots }: VerifyRequest,
  id: ClientId,
): string | undefined {
  const map = { ...builtInMap(nameFor(id) ?? ''), ...readObject(path.join(root, 'token-map.json')) }
  return resolveNamedPaths(builtInTokenMap(map, false), id, roots[id], () => {}).get(PLUGIN_ROOT)
}

/** What the project's map says brings tools that are not the client's own. */
function providedIn(root: string, id: ClientId): Readonly<Record<string, unknown>> {
  const provides = readObject(path.join(root, 'token-map.json'))['provides']
  const all = typeof provides === 'object' && provides !== null ? (provides as Record<string, unknown>) : {}
  const own = all[id]
  return typeof own === 'object' && own !== null ? (own as Record<string, unknown>) : {}
}
