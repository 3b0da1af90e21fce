import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { FoundClient } from '../find.ts'
import { failed, type Loaded, type LoadedAgent, type LoadedPart, type Problem } from '../loaded.ts'
import type { Scratch } from '../scratch.ts'
import type { ClientTree } from '../tree.ts'
import { within } from '../within.ts'
import { copyWithoutServers } from './copy.ts'
import { environment, flags, homeOf } from './environment.ts'
import { placed, problemsIn } from './log.ts'
import { Rpc } from './rpc.ts'
import { PROBE, probes, Session } from './tools.ts'

/** Loads a tree as Copilot CLI loads a plugin: one server without a head is asked everything. */
export async function load(client: FoundClient, tree: ClientTree, scratch: Scratch): Promise<Loaded> {
  const copy = copyWithoutServers(tree.dir, scratch)
  const root = path.join(realpathSync(homeOf(scratch)), 'installed-plugins/_direct', path.basename(copy))
  const tools = [...new Set(tree.agents.flatMap((agent) => (agent.tools === 'all' ? [] : agent.tools)))]
  for (const [file, content] of Object.entries(probes(tools))) scratch.write(`${PROBE}/${file}`, content)
  const rpc = new Rpc(client, flags(scratch), { cwd: scratch.cwd, env: environment(scratch) })
  try {
    const loaded = await ask({ rpc, client, tree, root, copy, tools, scratch })
    return { ...loaded, problems: [...loaded.problems, ...problemsIn(scratch.folder('log'), root)] }
  } finally {
    await rpc.close()
  }
}

interface Asked {
  rpc: Rpc
  client: FoundClient
  tree: ClientTree
  /** Where the client keeps its own copy. */
  root: string
  copy: string
  /** Every tool that an agent names. */
  tools: readonly string[]
  scratch: Scratch
}

async function ask({ rpc, client, tree, root, copy, tools, scratch }: Asked): Promise<Loaded> {
  const installed = await rpc.call('plugins.install', { source: copy })
  if ('error' in installed) return failed(installed.error)
  const hooks = await rpc.call('hooks.discover', { projectPaths: [] })
  const skills = await rpc.call('skills.discover', { projectPaths: [] })
  await rpc.call('plugins.install', { source: path.join(scratch.dir, PROBE) })
  const session = await Session.open(rpc, scratch.cwd)
  if (typeof session === 'string') return failed(`it opens no session: ${session}`)
  const listed = await session.agents()
  if (typeof listed === 'string') return failed(`it lists no agents: ${listed}`)
  await session.askAlone(tools, (index) => `${PROBE}:p${index}`)
  const agents: LoadedAgent[] = []
  for (const agent of listed) {
    const file = within(agent.path, root)
    if (file !== undefined) agents.push(await session.resolve(agent, file, client))
  }
  return {
    agents,
    skills: listIn(skills, 'skills').flatMap((skill) => partOf(skill, root)),
    hooks: 'error' in hooks ? null : eventsIn(listIn(hooks, 'hooks'), tree),
    problems: [...errorsIn(skills, root), ...errorsIn(hooks, root)],
  }
}

type Reply = Awaited<ReturnType<Rpc['call']>>
type Plain = Readonly<Record<string, unknown>>

function listIn(reply: Reply, key: string): Plain[] {
  const list = 'result' in reply ? reply.result[key] : undefined
  return Array.isArray(list) ? (list as Plain[]) : []
}

function errorsIn(reply: Reply, root: string): Problem[] {
  if ('error' in reply) return []
  return [reply.result['errors'], reply.result['warnings']]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((error: unknown) => placed(String(error), root))
}

function partOf({ name, path: place }: Plain, root: string): LoadedPart[] {
  const file = typeof place === 'string' ? within(place, root) : undefined
  return file === undefined ? [] : [{ name: String(name), file }]
}

function eventsIn(hooks: readonly Plain[], { name }: ClientTree): string[] {
  return hooks
    .filter(({ origin, source }) => origin === 'plugin' && source === name)
    .map(({ hookType }) => String(hookType))
}
