import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ClientTree, FoundClient, Loaded, LoadedAgent, LostTool, Problem } from '../clients/index.ts'
import { type Code, didYouMean, type Reporter, type Severity } from '../diagnostics/index.ts'
import { eventOf } from '../harness/copilot/events.ts'
import { builtInHarnesses } from '../harness/index.ts'
import { type Provided, reasonFor } from './unseen.ts'

/** An agent as the client has it. */
export interface VerifiedAgent extends Omit<LoadedAgent, 'notes'> {
  /** Tools that it has in another form, or does not get here and will get elsewhere. */
  told: LostTool[]
}

/** What a client made of a tree. */
export interface Verified {
  harness: string
  client: string
  version: string | null
  /** As users know it: relative to the root where it lies within. */
  dir: string
  agents: VerifiedAgent[]
  skills: string[]
  /** The event of each hook; null: the client does not tell. */
  hooks: readonly string[] | null
}

export interface Comparison {
  client: FoundClient
  tree: ClientTree
  loaded: Loaded
  /** Name of the tree's directory. */
  label: string
  /** What puts back a file that is gone. */
  mend: string
  provided: Provided
}

/** Holds what was loaded against what the tree holds; what was lost is reported. */
export function compare(comparison: Comparison, report: Reporter): Verified {
  const { client, tree, loaded, label, mend } = comparison
  const harness = builtInHarnesses.find(({ id }) => id === client.id)!
  const tell = (code: Code, message: string, more: { file?: string; hint?: string; severity?: Severity }) => {
    const { file, ...rest } = more
    const at = { file: file === undefined || file === '' ? label : path.posix.join(label, file) }
    report({ code, message, at, harness: client.id, ...rest })
  }
  const { name } = harness.client
  const verified: Verified = {
    harness: client.id,
    client: name,
    version: client.version,
    dir: label,
    agents: [],
    skills: loaded.skills.map((skill) => skill.name),
    hooks: loaded.hooks,
  }
  for (const problem of loaded.problems) tellProblem(problem)
  const told = new Set(loaded.problems.map((problem) => problem.file))
  for (const file of tree.broken) {
    if (told.has(file)) continue
    tell('unreadable', 'a build wrote this file, and it is not JSON any more', { file, hint: mend })
  }
  if (loaded.failed !== undefined) {
    tell('client-refused', `${name} does not load the tree: ${loaded.failed}`, {})
    return { ...verified, hooks: [] }
  }
  verified.agents = loaded.agents.map((agent) => sortTools(agent, comparison))
  compareAgents()
  compareSkills()
  compareHooks()
  for (const file of tree.gone) {
    tell('agent-lost', GONE, { file, hint: mend })
  }
  return verified

  function tellProblem({ message, file = '', severity }: Problem): void {
    const field = IGNORED_RE.exec(message)?.[1]
    // Another client that reads the same files obeys it.
    const isMeant = field !== undefined && harness.frontmatter.order.includes(field)
    tell('client-problem', message, { file, severity: isMeant ? 'info' : severity })
  }

  function compareAgents(): void {
    const files = new Set(loaded.agents.map(({ file }) => file))
    for (const { file, id } of tree.agents) {
      if (files.has(file)) continue
      const rival = tree.agents.find((other) => other.id === id && other.file !== file)
      const why = rival === undefined ? '' : `: ${rival.file} has the same name, and one of them is dropped`
      tell('agent-lost', `${name} does not have the agent ${JSON.stringify(id)}${why}`, {
        file,
        ...hintFor(file),
      })
    }
    for (const agent of verified.agents) {
      for (const { tool, why } of agent.lost) {
        const hint = didYouMean(tool, harness.nativeTools.names)
        const message = `the agent ${JSON.stringify(agent.name)} does not get the tool ${JSON.stringify(tool)}: ${why}`
        tell('tool-lost', message, { file: agent.file, ...(hint === undefined ? {} : { hint }) })
      }
    }
  }

  function compareSkills(): void {
    const files = new Set(loaded.skills.map(({ file }) => file))
    for (const { file, folder } of tree.skills) {
      if (files.has(file)) continue
      tell('skill-lost', `${name} does not have the skill ${JSON.stringify(folder)}`, {
        file,
        ...hintFor(file),
      })
    }
  }

  function compareHooks(): void {
    if (loaded.hooks === null) return
    const left = loaded.hooks.map((event) => canonical(client.id, event))
    for (const event of tree.hooks) {
      const index = left.indexOf(canonical(client.id, event))
      if (index === -1) tell('hook-lost', `${name} does not have the hook for ${JSON.stringify(event)}`, {})
      else left.splice(index, 1)
    }
  }

  /** What was said of a file is most likely why it is not there. */
  function hintFor(file: string): { hint?: string } {
    const said = loaded.problems.some((problem) => problem.file === file || problem.message.includes(file))
    return said ? { hint: 'see what the client says of this file' } : { hint: PLACES }
  }
}

/** Of a file that a list of agent-cortex names. */
export const GONE = 'agent-cortex wrote this file, and it is gone'
const PLACES = 'see which folders the manifest names, and whether the file begins with its frontmatter'
const IGNORED_RE = /^unknown field ignored: (\S+)$/

/** Copilot tells an event by its own name, where a file has Claude Code's. */
function canonical(harness: string, event: string): string {
  return harness === 'copilot' ? (eventOf(event) ?? event) : event
}

function sortTools({ notes, ...agent }: LoadedAgent, { client, tree, provided }: Comparison): VerifiedAgent {
  const holds = (file: string): boolean => existsSync(path.join(tree.dir, file))
  const lost: LostTool[] = []
  const told: LostTool[] = [...notes]
  for (const tool of agent.lost) {
    const why = reasonFor(client.id, tool, provided, holds)
    if (why === undefined) lost.push(tool)
    else told.push({ tool: tool.tool, why })
  }
  return { ...agent, lost, told }
}
