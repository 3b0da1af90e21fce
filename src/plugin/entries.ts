import path from 'node:path'

const PREFIX = 'agent-cortex:'
/** Rolldown needs an entry, also where there are only skills, or nothing to be composed anew. */
const NOTHING = `${PREFIX}nothing`
const AGENT_PREFIX = `${PREFIX}agent/`

/** Ids of entries as they are emitted. */
export const ENTRY_RE = /^agent-cortex:/
export const NOTHING_RE = /^\0agent-cortex:nothing$/
export const AGENT_FILE_RE = /[\\/]agents[\\/][^\\/]+[\\/]agent\.md$/

/** Each agent that is to be composed is one entry module: its `agent.md`. */
export class Entries {
  readonly #root: string
  /** Module id → name. */
  readonly #agents = new Map<string, string>()

  /** @param root absolute */
  constructor(root: string) {
    this.#root = root
  }

  /** @returns the ids to emit */
  begin(agents: readonly string[]): string[] {
    this.#agents.clear()
    for (const name of agents) this.#agents.set(this.#fileOf(name), name)
    return agents.length === 0 ? [NOTHING] : agents.map((name) => AGENT_PREFIX + name)
  }

  /** The file itself, links not resolved: two agents may share one text. */
  resolve(id: string): string {
    return id === NOTHING ? `\0${NOTHING}` : this.#fileOf(id.slice(AGENT_PREFIX.length))
  }

  agentOf(id: string): string | undefined {
    return this.#agents.get(id)
  }

  /** Whether a chunk is one of ours, by the module that it stands for. */
  owns(id: string | null): boolean {
    return id !== null && (id === `\0${NOTHING}` || this.#agents.has(id))
  }

  #fileOf(name: string): string {
    return path.posix.join(this.#root, 'agents', name, 'agent.md')
  }
}
