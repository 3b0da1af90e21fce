import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FoundClient } from '../find.ts'
import { failed, type Loaded, type LoadedAgent, type Problem } from '../loaded.ts'
import { type Run, runClient } from '../run.ts'
import type { Scratch } from '../scratch.ts'
import type { AgentFile, ClientTree } from '../tree.ts'
import { within } from '../within.ts'
import { COMMAND, PROBE, type Probed } from './probe.ts'

/** Loads a tree as pi loads a package, in a process that runs one command of ours and ends. */
export async function load(client: FoundClient, tree: ClientTree, scratch: Scratch): Promise<Loaded> {
  const first = await start(client, tree, scratch, [])
  if (first.probed !== undefined) return loadedOf(first.probed, said(first.run, tree), client, tree)
  const why = refusal(first.run, tree)
  // One extension that does not load keeps pi from starting; the rest may be right.
  const second = await start(client, tree, scratch, ['--no-extensions'])
  if (second.probed === undefined) return failed(why)
  return loadedOf(second.probed, [{ message: why, severity: 'error' }], client, tree)
}

interface Started {
  run: Run
  probed: Probed | undefined
}

async function start(
  client: FoundClient,
  tree: ClientTree,
  scratch: Scratch,
  more: readonly string[],
): Promise<Started> {
  const agentDir = scratch.folder('pi')
  scratch.write('pi/settings.json', { packages: [tree.dir] })
  const out = path.join(scratch.dir, 'probed.json')
  const agents = tree.agents.map(({ file }) => path.join(tree.dir, file))
  const request = scratch.write('probe.json', { agents, out })
  const probe = scratch.write('probe.mjs', PROBE)
  const flags = ['-p', '--no-session', '--offline', '--no-mcp', '-e', probe, ...more]
  const run = await runClient(client, [...flags, `/${COMMAND} ${request}`], {
    cwd: scratch.cwd,
    env: scratch.environment({ PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: '1', PI_TELEMETRY: '0' }),
  })
  return { run, probed: existsSync(out) ? (JSON.parse(readFileSync(out, 'utf8')) as Probed) : undefined }
}

const ERROR_RE = /^(?:\w*Error\b|Extension error\b).*$/gm

const PREFIX_RE = /^Error: /

/** What pi prints of extensions that fail once it runs. */
function said({ stderr }: Run, { dir }: ClientTree): Problem[] {
  return [...stderr.matchAll(ERROR_RE)].map(([line]) => ({
    message: line.replaceAll(`${dir}/`, '').replace(PREFIX_RE, ''),
    severity: 'error',
  }))
}

function refusal(run: Run, tree: ClientTree): string {
  if (run.timedOut) return 'it does not answer'
  const [first] = said(run, tree)
  return first?.message ?? (run.stderr.trim().split('\n')[0] || `it ends with ${run.code}`)
}

function loadedOf(
  probed: Probed,
  problems: readonly Problem[],
  client: FoundClient,
  tree: ClientTree,
): Loaded {
  const agents: LoadedAgent[] = []
  const found: Problem[] = [...problems]
  for (const [index, agent] of tree.agents.entries()) {
    const { name, description, error } = probed.agents[index] ?? {}
    const fault = error ?? faultOf(name, description, agent)
    if (fault === undefined) agents.push(resolve(agent, probed.tools, client))
    else found.push({ message: fault.split('\n')[0]!, file: agent.file, severity: 'error' })
  }
  return {
    agents,
    skills: probed.skills.flatMap(({ name, file }) => {
      const place = within(file, tree.dir)
      return place === undefined ? [] : [{ name, file: place }]
    }),
    hooks: [],
    problems: [...found, ...probed.problems.map((problem) => toldOf(problem, tree))],
  }
}

/** The subagent extension skips such an agent; one without tools gets all of them. */
function faultOf(name: unknown, description: unknown, { tools }: AgentFile): string | undefined {
  if (typeof name !== 'string' || name === '') return 'it has no name, and pi skips it'
  if (typeof description !== 'string' || description === '') return 'it has no description, and pi skips it'
  return tools.length === 0 ? 'its list of tools is empty, which gives it all tools in pi' : undefined
}

function resolve({ file, id, tools }: AgentFile, known: readonly string[], client: FoundClient): LoadedAgent {
  if (tools === 'all') return { name: id, file, tools, lost: [], notes: [] }
  const why = `pi ${client.version ?? ''} has no such tool, and nothing in the tree brings it`.replace(
    '  ',
    ' ',
  )
  const lost = tools.filter((tool) => !known.includes(tool)).map((tool) => ({ tool, why }))
  return { name: id, file, tools: tools.filter((tool) => known.includes(tool)), lost, notes: [] }
}

function toldOf({ message, file }: Probed['problems'][number], { dir }: ClientTree): Problem {
  const place = file === undefined ? undefined : within(file, dir)
  const text = message.split('\n')[0]!
  return { message: text, severity: 'error', ...(place === undefined ? {} : { file: place }) }
}
