import type { ClientId, LostTool } from '../clients/index.ts'
import { builtInHarnesses } from '../harness/index.ts'

type Unseen = Readonly<Record<string, string>>

const OFFLINE = 'it is not there offline'
const MODE = 'it is there in an interactive session only, or with a feature switched on'
const VS_CODE = 'a tool of VS Code, which the CLI does not have'

/**
 * Tools that a client has and does not show to a session that is offline and not logged in (run 2026-11-30 with Claude Code
 * 2.1.332 and Copilot CLI 1.0.102: each name alone in an agent's list brought nothing). Their absence is told, and is no loss.
 */
export const UNSEEN: Readonly<Record<ClientId, Unseen>> = {
  claude: reasons(
    MODE,
    `AskUserQuestion TodoWrite TaskCreate TaskGet TaskUpdate TaskList EnterPlanMode ExitPlanMode LSP PowerShell
     ListMcpResourcesTool ReadMcpResourceTool`,
  ),
  copilot: {
    ...reasons(OFFLINE, 'web web_fetch WebFetch web/fetch fetch_copilot_cli_documentation'),
    ...reasons(MODE, 'ask_user exit_plan_mode store_memory session_store_sql'),
    ...reasons('it is there on Windows only', 'powershell'),
    ...reasons(VS_CODE, 'browser read/problems search/usages vscode/askQuestions'),
  },
  pi: reasons('it is there on Windows only', 'powershell'),
}

function reasons(why: string, names: string): Unseen {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, why]))
}

/** What the project says brings a tool that is not the client's own, by tool. */
export type Provided = Readonly<Record<string, unknown>>

/**
 * Why it is no loss that an agent does not get a tool here; nothing where it is one.
 * @param holds whether the tree holds a path
 */
export function reasonFor(
  client: ClientId,
  { tool }: LostTool,
  provided: Provided,
  holds: (path: string) => boolean,
): string | undefined {
  const harness = builtInHarnesses.find(({ id }) => id === client)!
  const { ignoreCase, sometimes = {}, patterns } = harness.nativeTools
  const same = (name: string): boolean =>
    ignoreCase ? name.toLowerCase() === tool.toLowerCase() : name === tool
  const known = Object.keys(UNSEEN[client]).find(same)
  if (known !== undefined) return UNSEEN[client][known]
  const times = Object.keys(sometimes).find(same)
  if (times !== undefined) return `it is there ${sometimes[times]!.when}`
  if (isServers(client, tool, patterns)) return 'a tool of an MCP server, and none is started here'
  const provider = Object.hasOwn(provided, tool) ? provided[tool] : undefined
  if (typeof provider !== 'string' || holds(provider)) return undefined
  return `${JSON.stringify(provider)} brings it, which is not part of the tree`
}

function isServers(client: ClientId, tool: string, patterns: readonly RegExp[]): boolean {
  if (client !== 'copilot') return tool.startsWith('mcp__')
  return patterns.some((pattern) => pattern.test(tool))
}
