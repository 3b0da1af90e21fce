import type { FoundClient } from '../find.ts'
import type { LoadedAgent } from '../loaded.ts'
import { MODEL, PROVIDER } from './environment.ts'
import type { Rpc } from './rpc.ts'

/** An agent as `session.agent.list` gives it. */
export interface ListedAgent {
  id: string
  path: string
  source: string
  /** As its file has them; `["*"]`: all. */
  tools: readonly string[] | null
}

/** A session that can ask its user, so that an agent gets the tools for that. */
export class Session {
  readonly #rpc: Rpc
  readonly #id: string
  readonly #alone = new Map<string, readonly string[]>()

  private constructor(rpc: Rpc, id: string) {
    this.#rpc = rpc
    this.#id = id
  }

  /** @returns a session, or why there is none; no hook runs in it */
  static async open(rpc: Rpc, cwd: string): Promise<Session | string> {
    const reply = await rpc.call('session.create', {
      sessionId: crypto.randomUUID(),
      model: MODEL,
      provider: PROVIDER,
      workingDirectory: cwd,
      envValueMode: 'direct',
      enableConfigDiscovery: true,
      enableSkills: true,
      enableFileHooks: false,
      requestUserInput: true,
      requestExitPlanMode: true,
    })
    if ('error' in reply) return reply.error
    const id = reply.result['sessionId']
    return typeof id === 'string' ? new Session(rpc, id) : 'it opens no session'
  }

  /** The agents that plugins brought. */
  async agents(): Promise<ListedAgent[] | string> {
    const reply = await this.#rpc.call('session.agent.list', { sessionId: this.#id })
    if ('error' in reply) return reply.error
    return ((reply.result['agents'] ?? []) as ListedAgent[]).filter(({ source }) => source === 'plugin')
  }

  /** What tools the client gives to an agent; null where it does not tell. */
  async toolsOf(agent: string): Promise<string[] | null> {
    const about = { sessionId: this.#id }
    const selected = await this.#rpc.call('session.agent.select', { ...about, name: agent })
    if ('error' in selected) return null
    await this.#rpc.call('session.tools.initializeAndValidate', about)
    const reply = await this.#rpc.call('session.tools.getCurrentMetadata', about)
    const tools = 'result' in reply ? (reply.result['tools'] as { name: string }[] | null) : null
    return tools?.map(({ name }) => name) ?? null
  }

  /** Asks what each of these brings by itself: `execute` is `bash` and three more. @param probe of {@link probes} */
  async askAlone(tools: readonly string[], probe: (index: number) => string): Promise<void> {
    const always = (await this.toolsOf(probe(tools.length))) ?? []
    for (const [index, tool] of tools.entries()) {
      const found = (await this.toolsOf(probe(index))) ?? []
      const own = found.filter((name) => !always.includes(name) || name === tool)
      this.#alone.set(tool, own)
    }
  }

  async resolve(agent: ListedAgent, file: string, { version }: FoundClient): Promise<LoadedAgent> {
    const { id: name, tools: wanted } = agent
    if (wanted === null || wanted.includes('*')) return { name, file, tools: 'all', lost: [], notes: [] }
    const tools = await this.toolsOf(name)
    const why = `Copilot CLI ${version ?? ''} gives no tool for it`.replace('  ', ' ')
    const missing = tools === null ? [] : wanted.filter((tool) => !tools.includes(tool))
    const lost = missing.filter((tool) => this.#alone.get(tool)?.length === 0)
    const notes = missing.filter((tool) => !lost.includes(tool))
    return {
      name,
      file,
      tools,
      lost: lost.map((tool) => ({ tool, why })),
      notes: notes.map((tool) => ({ tool, why: `here it is called ${this.#alone.get(tool)?.join(', ')}` })),
    }
  }
}

/** A plugin with an agent for each tool, and one more with a tool that nobody has. */
export const PROBE = 'agent-cortex-probe'

export function probes(tools: readonly string[]): Record<string, unknown> {
  return {
    'plugin.json': { name: PROBE, version: '1.0.0', description: 'Asks.', agents: 'agents/' },
    ...Object.fromEntries(
      [...tools, NOBODYS].map((tool, index) => [`agents/p${index}.agent.md`, probeAgent(tool)]),
    ),
  }
}

function probeAgent(tool: string): string {
  return `---\ndescription: "Asks."\ntools: [${JSON.stringify(tool)}]\n---\n\nAsk.\n`
}

const NOBODYS = 'agent_cortex_no_such_tool'
