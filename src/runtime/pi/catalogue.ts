import fs from 'node:fs'
import path from 'node:path'
import { didYouMean, order } from '../../diagnostics/index.ts'
import { type Listing, type PiAgent, readAgent } from './agent-file.ts'
import { messageOf } from './teller.ts'

/** The composed agents of a directory, `*.md`; a missing directory holds none. */
export function readDirectory(directory: string): Listing {
  const listing: Listing = { agents: [], problems: [] }
  let names: string[]
  try {
    // Copilot's agents may be committed in the same directory; their tools are not pi's.
    names = fs.readdirSync(directory).filter((name) => name.endsWith('.md') && !name.endsWith('.agent.md'))
  } catch {
    return listing
  }
  for (const name of names.toSorted(order)) {
    const file = path.join(directory, name)
    let agent: ReturnType<typeof readAgent>
    try {
      // A pipe would be waited for without end, and pi with it.
      agent = fs.statSync(file).isFile() ? readAgent(fs.readFileSync(file, 'utf8')) : 'it is no regular file'
    } catch (error) {
      agent = messageOf(error)
    }
    if (typeof agent === 'string') listing.problems.push(`${file}: this agent cannot be used: ${agent}`)
    else if (agent !== undefined) listing.agents.push(agent)
  }
  return listing
}

/** One listing of several; of agents with the same name the first counts. */
export function merged(listings: readonly Listing[]): Listing {
  const agents = new Map<string, PiAgent>()
  for (const { agents: some } of listings)
    for (const agent of some) if (!agents.has(agent.name)) agents.set(agent.name, agent)
  return { agents: [...agents.values()], problems: listings.flatMap(({ problems }) => problems) }
}

/** The agent that a word names: by its whole name, or without the prefix; of several the first. */
export function findAgent(agents: readonly PiAgent[], word: string): PiAgent | undefined {
  return agents.find(({ name }) => name === word) ?? agents.find(({ name }) => shortName(name) === word)
}

/** What to write for an agent: its short name, or all of it where that is another's. */
export function wordFor(agents: readonly PiAgent[], { name }: PiAgent): string {
  const short = shortName(name)
  return findAgent(agents, short)?.name === name ? short : name
}

/** Why a word names no agent, and which there are. */
export function unknownAgent(agents: readonly PiAgent[], word: string): string {
  const words = agents.map((agent) => wordFor(agents, agent)).toSorted(order)
  if (words.length === 0) return `there is no agent ${JSON.stringify(word)}: no agents were found`
  const near = didYouMean(word, words)
  const known = `known: ${words.join(', ')}`
  return `there is no agent ${JSON.stringify(word)}; ${near === undefined ? known : `${near} (${known})`}`
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1)
}
