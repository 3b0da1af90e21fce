/** A tool that an agent asks for and does not get. */
export interface LostTool {
  /** As the agent's file has it. */
  tool: string
  why: string
}

/** A part of a tree, as a client has it. */
export interface LoadedPart {
  /** What the client calls it. */
  name: string
  /** Relative to the tree, `/`-separated. */
  file: string
}

export interface LoadedAgent extends LoadedPart {
  /** What the client gives it, by the client's own names; `all`: it is not limited; null: this client does not tell. */
  tools: readonly string[] | 'all' | null
  lost: readonly LostTool[]
  /** Tools that it has in another form. */
  notes: readonly LostTool[]
}

/** What a client says against a tree. */
export interface Problem {
  message: string
  /** Relative to the tree, `/`-separated. */
  file?: string
  /** `warning`: the client takes everything all the same. */
  severity: 'error' | 'warning'
}

/** What a client makes of a tree. */
export interface Loaded {
  agents: readonly LoadedAgent[]
  skills: readonly LoadedPart[]
  /** The event of each hook; null: this client does not tell. */
  hooks: readonly string[] | null
  problems: readonly Problem[]
  /** Why the client took nothing at all; then the lists say nothing. */
  failed?: string
}

export function failed(why: string, problems: readonly Problem[] = []): Loaded {
  return { agents: [], skills: [], hooks: null, problems, failed: why }
}
