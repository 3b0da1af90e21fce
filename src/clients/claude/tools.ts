import type { FoundClient } from '../find.ts'
import type { LoadedAgent, LostTool } from '../loaded.ts'
import { each } from '../pool.ts'
import type { Scratch } from '../scratch.ts'
import type { AgentFile, ClientTree } from '../tree.ts'
import { startSession } from './session.ts'

/** Sessions at once: each takes a core for half a second. */
const AT_ONCE = 2
const RULE_RE = /\(.*$/
/** A tool that no client has: what answers to it is not told by the list. */
const NONSENSE = 'NoSuchToolAnywhere'

/**
 * Starts a session as each agent, and says what tools it has. `untold`: this client shows all tools whatever an agent lists,
 * as 2.1.110 does (run 2026-11-30).
 */
export async function resolveTools(
  client: FoundClient,
  tree: ClientTree,
  agents: readonly AgentFile[],
  scratch: Scratch,
): Promise<LoadedAgent[] | 'untold'> {
  if (agents.every(({ tools }) => tools === 'all'))
    return agents.map(({ id, file, tools }) => ({ name: id, file, tools, lost: [], notes: [] }))
  const had = await each(agents, AT_ONCE, async ({ id, tools }) => {
    if (tools === 'all') return 'all'
    const answer = await startSession(client, scratch, ['--plugin-dir', tree.dir, '--agent', id])
    return 'value' in answer ? answer.value.tools : null
  })
  const doubtful = new Set<string>()
  for (const [index, { tools }] of agents.entries()) {
    for (const tool of missingIn(tools, had[index]!)) doubtful.add(tool)
  }
  const alone = await askAlone(client, [...doubtful, NONSENSE], scratch)
  if ((alone.get(NONSENSE)?.length ?? 0) > 0) return 'untold'
  return agents.map(({ id, file, tools }, index) => {
    const missing = missingIn(tools, had[index]!)
    const other = missing.filter((tool) => noteOf(tool, alone.get(tool) ?? []) !== undefined)
    const none = missing.filter((tool) => !other.includes(tool))
    return {
      name: id,
      file,
      tools: had[index]!,
      lost: none.map((tool) => lose(tool, client)),
      notes: other.map((tool) => ({ tool, why: noteOf(tool, alone.get(tool) ?? [])! })),
    }
  })
}

function missingIn(tools: AgentFile['tools'], had: LoadedAgent['tools']): string[] {
  if (tools === 'all' || had === 'all' || had === null) return []
  return tools.filter((tool) => !had.includes(tool.replace(RULE_RE, '')))
}

function lose(tool: string, { version }: FoundClient): LostTool {
  return { tool, why: `Claude Code ${version ?? ''} gives no tool for it`.replace('  ', ' ') }
}

/** A tool has one other name at most: several tools are not what was asked for. */
function noteOf(tool: string, alone: readonly string[]): string | undefined {
  if (alone.includes(tool.replace(RULE_RE, '')))
    return 'it is there alone, and not beside the others: one of them does its work'
  return alone.length === 1 ? `here it is called ${alone[0]}` : undefined
}

/**
 * What each brings by itself: a tool may go by another name (`Agent` is listed as `Task`) or be folded into another (`Grep` where
 * there is `Bash`).
 */
async function askAlone(
  client: FoundClient,
  tools: readonly string[],
  scratch: Scratch,
): Promise<Map<string, readonly string[]>> {
  scratch.write('probe/.claude-plugin/plugin.json', { name: 'probe', version: '1.0.0', description: 'Asks.' })
  for (const [index, tool] of tools.entries()) {
    const text = `---\nname: p${index}\ndescription: "Asks."\ntools: ${JSON.stringify(tool)}\n---\n\nAsk.\n`
    scratch.write(`probe/agents/p${index}.md`, text)
  }
  const dir = `${scratch.dir}/probe`
  const found = await each([...tools.keys()], AT_ONCE, async (index) => {
    const answer = await startSession(client, scratch, ['--plugin-dir', dir, '--agent', `probe:p${index}`])
    return 'value' in answer ? answer.value.tools : []
  })
  return new Map(tools.map((tool, index) => [tool, found[index]!]))
}
