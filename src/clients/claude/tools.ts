import type { FoundClient } from '../find.ts'
import type { LoadedAgent, LostTool } from '../loaded.ts'
import { each } from '../pool.ts'
import type { Scratch } from '../scratch.ts'
import type { AgentFile, ClientTree } from '../tree.ts'
import { startSession } from './session.ts'

/** Sessions at once: each takes a core for half a second. */
const AT_ONCE = 2
const RULE_RE = /\(.*$/

/** Starts a session as each agent, and says what tools it has. */
export async function resolveTools(
  client: FoundClient,
  tree: ClientTree,
  agents: readonly AgentFile[],
  scratch: Scratch,
): Promise<LoadedAgent[]> {
  const had = await each(agents, AT_ONCE, async ({ id, tools }) => {
    if (tools === 'all') return 'all'
    const answer = await startSession(client, scratch, ['--plugin-dir', tree.dir, '--agent', id])
    return 'value' in answer ? answer.value.tools : null
  })
  const doubtful = new Set<string>()
  for (const [index, { tools }] of agents.entries()) {
    for (const tool of missingIn(tools, had[index]!)) doubtful.add(tool)
  }
  const alone = await askAlone(client, [...doubtful], scratch)
  return agents.map(({ id, file, tools }, index) => {
    const missing = missingIn(tools, had[index]!)
    const none = missing.filter((tool) => alone.get(tool)?.length === 0)
    const other = missing.filter((tool) => !none.includes(tool))
    return {
      name: id,
      file,
      tools: had[index]!,
      lost: none.map((tool) => lose(tool, client)),
      notes: other.map((tool) => ({ tool, why: noteOf(tool, alone.get(tool) ?? []) })),
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

function noteOf(tool: string, alone: readonly string[]): string {
  if (!alone.includes(tool.replace(RULE_RE, ''))) return `here it is called ${alone.join(', ')}`
  return 'it is there alone, and not beside the others: one of them does its work'
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
  if (tools.length === 0) return new Map()
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
