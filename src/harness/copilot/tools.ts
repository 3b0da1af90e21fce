import type { NativeTools } from '../../compose/harness.ts'
import { words } from '../words.ts'

/**
 * Names that Copilot CLI 1.0.102 resolves to tools, in any case (run 2026-11-30, the request's tool list read back).
 * `WebSearch`, `report_intent` and the like resolve to nothing, so they are not here.
 */
const CLI = words(`
  execute shell read edit search agent custom-agent web todo
  bash read_bash stop_bash list_bash powershell
  view create write apply_patch grep rg glob
  task read_agent list_agents write_agent skill sql session_store_sql send_inbox
  update_todo web_fetch fetch_copilot_cli_documentation tool_search_tool
`)

/** What exists with GPT models only; alone in a list, it leaves an agent of another model with nothing. */
const GPT = {
  rg: { when: 'with GPT models only', instead: 'grep' },
  apply_patch: { when: 'with GPT models only', instead: 'edit' },
}

/** There with a user at hand, or with Copilot Memory on: not to be seen in print mode. */
const INTERACTIVE = words('ask_user exit_plan_mode store_memory')

/** Claude Code's names that are aliases here; `Bash`, `Read` and others are above but for their case. */
const CLAUDE_CODE = words('MultiEdit NotebookRead TodoWrite WebFetch')

/** Tool sets and their members in VS Code (Tools reference, 2026-09-20); the CLI knows some of them too. */
const VS_CODE = words(`
  browser todos runCommands read/readFile read/problems
  search/codebase search/textSearch search/fileSearch search/usages
  edit/editFiles edit/createFile execute/runInTerminal agent/runSubagent web/fetch vscode/askQuestions
`)

/** `server/*`, `server/tool`. The names of tool sets are no servers: `read/readFiel` is a misspelling. */
const SERVER_RE =
  /(?!(?:agent|browser|edit|execute|read|search|todos|vscode|web)\/)[a-z0-9_.-]+\/(?:\*|[a-z0-9_.-]+)/i

export const tools: NativeTools = {
  names: ['*', ...CLI, ...INTERACTIVE, ...CLAUDE_CODE, ...VS_CODE],
  patterns: [SERVER_RE],
  ignoreCase: true,
  sometimes: GPT,
}
