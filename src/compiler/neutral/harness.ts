import type { Harness } from '../../compose/harness.ts'
import { defineHarness } from '../../harness/index.ts'

/** The name of the output that is for no client: a directory in the format of https://agentharnesses.io. */
export const NEUTRAL = 'agent-harness'

/** Where agents lie: `agents/` would have `AGENTS.md` as its routing file, which coding agents take for instructions. */
export const ROLES = 'roles'

let last: { clients: readonly Harness[]; harness: Harness } | undefined

/** The target for no client. It takes the tools of all of them. @param clients those of the project */
export function neutralHarness(clients: readonly Harness[]): Harness {
  // The same for the same clients, so that what was composed for it can be kept.
  const isSame =
    last?.clients.length === clients.length && last.clients.every((one, at) => one === clients[at])
  if (!isSame) last = { clients, harness: define(clients) }
  return last!.harness
}

function define(clients: readonly Harness[]): Harness {
  const left = 'an Agent Harness is for clients of any kind'
  return defineHarness({
    id: NEUTRAL,
    client: { name: 'Agent Harness', source: 'https://agentharnesses.io/specification' },
    nativeTools: {
      names: [...new Set(clients.flatMap(({ nativeTools }) => nativeTools.names))],
      patterns: clients.flatMap(({ nativeTools }) => nativeTools.patterns),
    },
    // StrictYAML, by which harnesses-ref reads, knows no flow style: no lists in brackets.
    frontmatter: {
      order: ['name', 'description', 'tools'],
      tools: 'comma',
      allTools: 'omit',
      unsupported: { model: left, argumentHint: left },
    },
    layout: { agent: (name) => `${ROLES}/${name}.md` },
  })
}
