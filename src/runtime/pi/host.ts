/**
 * What we use of pi's extension API (`docs/extensions.md` and `dist/core/extensions/types.d.ts` of pi 1.6.0). Written
 * down here since the package itself, 168 MB with what it needs, would be installed for its types alone.
 */
export interface Pi {
  on(event: string, handler: (event: never, ctx: PiContext) => unknown): void
  registerTool(tool: Tool): void
  registerCommand(name: string, options: Command): void
  registerShortcut(key: string, options: { description: string; handler(ctx: PiContext): unknown }): void
  registerFlag(name: string, options: { description: string; type: 'string' | 'boolean' }): void
  /** The value only from `session_start` on. */
  getFlag(name: string): string | boolean | undefined
  appendEntry(customType: string, data: unknown): void
  getActiveTools(): string[]
  getAllTools(): ToolInfo[]
  /** Unknown names are ignored without a word. */
  setActiveTools(names: string[]): void
  /** False where there is no key for the model's provider. */
  setModel(model: Model): Promise<boolean>
  getThinkingLevel(): string
  setThinkingLevel(level: string): void
  /** Between the extensions of one load; a handler runs at once. */
  events: { emit(channel: string, data: unknown): void; on(channel: string, handler: Listener): () => void }
}

type Listener = (data: never) => void

export interface PiContext {
  ui: {
    select(title: string, options: string[], more?: { signal?: AbortSignal }): Promise<string | undefined>
    input(title: string, hint?: string, more?: { signal?: AbortSignal }): Promise<string | undefined>
    notify(message: string, level?: Level): void
    setStatus(key: string, text: string | undefined): void
  }
  /** Whether a person is there: in the terminal and in RPC mode, not with `-p` and JSON. */
  hasUI: boolean
  cwd: string
  sessionManager: { getBranch(): readonly { type: string; customType?: string; data?: unknown }[] }
  modelRegistry: { find(provider: string, id: string): Model | undefined; getAvailable(): Model[] }
  model: Model | undefined
  isProjectTrusted(): boolean
}

export type Level = 'info' | 'warning' | 'error'

export interface Model {
  provider: string
  id: string
}

interface ToolInfo {
  name: string
  sourceInfo: { path: string; source: string }
}

export interface Command {
  description: string
  getArgumentCompletions?(prefix: string): Completion[] | null
  handler(args: string, ctx: PiContext): Promise<void>
}

export interface Completion {
  value: string
  label: string
  description?: string
}

export interface Tool {
  name: string
  label: string
  description: string
  /** One line for the list of tools in the system prompt. */
  promptSnippet: string
  /** A JSON Schema; pi holds the arguments against it. */
  parameters: object
  executionMode?: 'sequential' | 'parallel'
  execute(
    id: string,
    args: never,
    signal: AbortSignal | undefined,
    onUpdate: unknown,
    ctx: PiContext,
  ): Promise<ToolResult>
}

export interface ToolResult {
  content: { type: 'text'; text: string }[]
  details: unknown
  isError?: boolean
}

export interface BeforeAgentStart {
  systemPromptOptions: { sections?: Record<string, string> }
}

export interface ReadResult {
  toolName: string
  input: { path?: unknown; offset?: unknown }
  content: { type: string; text?: string }[]
  isError?: boolean
}
