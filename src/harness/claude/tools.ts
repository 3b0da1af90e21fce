import type { NativeTools } from '../../compose/harness.ts'
import { words } from '../words.ts'

/**
 * Tool names of Claude Code 2.1.332, case-sensitive: an agent with `read, bash` silently has no tools.
 * Seen in print mode (run 2026-11-30, the init event's tools). Gone by then, so not here:
 * LS, MultiEdit, NotebookRead, TodoRead, SlashCommand, BashOutput, TaskOutput.
 */
const SEEN = words(`
  Agent Bash Read Edit Write Glob Grep NotebookEdit WebFetch WebSearch Skill
  SendMessage ListAgents Monitor Workflow TaskStop ToolSearch
  CronCreate CronDelete CronList EnterWorktree ExitWorktree ScheduleWakeup ReportFindings
`)

const ALIASES = words('Task KillShell')

/** There only in an interactive session or in certain modes; known from the client's own texts. */
const INTERACTIVE = words(`
  AskUserQuestion TodoWrite TaskCreate TaskGet TaskUpdate TaskList
  EnterPlanMode ExitPlanMode LSP PowerShell ListMcpResourcesTool ReadMcpResourceTool
`)

const names = [...SEEN, ...ALIASES, ...INTERACTIVE]

/** `Bash(git log:*)`, `Agent(reviewer, planner)`; without what would end a plain YAML line (`: `, ` #`). */
const RULE_RE = new RegExp(`(?:${names.join('|')})\\((?:(?!: | #)[^()\\r\\n])+\\)`)
/** `mcp__server`, `mcp__server__tool`, `mcp__server__*`. */
const MCP_RE = /mcp__[A-Za-z0-9_-]*[A-Za-z0-9-](?:__\*)?/

export const tools: NativeTools = { names, patterns: [RULE_RE, MCP_RE] }
