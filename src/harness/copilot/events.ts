/** Hook events of Copilot CLI 1.0.102 (run 2026-11-30: each loaded, `hooks.discover`). */
const EVENTS = [
  'sessionStart',
  'sessionEnd',
  'userPromptSubmitted',
  'userPromptTransformed',
  'preToolUse',
  'preMcpToolCall',
  'postToolUse',
  'postToolUseFailure',
  'agentStop',
  'subagentStart',
  'subagentStop',
  'preCompact',
  'permissionRequest',
  'notification',
  'errorOccurred',
] as const

/** Claude Code's names, read as the events beside them (same run). `AgentStop` and the like are not read. */
const CLAUDE_NAMES: Readonly<Record<string, (typeof EVENTS)[number]>> = {
  SessionStart: 'sessionStart',
  SessionEnd: 'sessionEnd',
  UserPromptSubmit: 'userPromptSubmitted',
  PreToolUse: 'preToolUse',
  PreMcpToolCall: 'preMcpToolCall',
  PostToolUse: 'postToolUse',
  PostToolUseFailure: 'postToolUseFailure',
  Stop: 'agentStop',
  SubagentStart: 'subagentStart',
  SubagentStop: 'subagentStop',
  PreCompact: 'preCompact',
  PermissionRequest: 'permissionRequest',
  Notification: 'notification',
  ErrorOccurred: 'errorOccurred',
}

const CANONICAL = new Map<string, string>([
  ...EVENTS.map((name) => [name, name] as const),
  ...Object.entries(CLAUDE_NAMES),
])

export const eventNames: readonly string[] = [...CANONICAL.keys()]

/** The event that a key of `hooks` stands for; nothing when Copilot ignores the key. */
export function eventOf(name: string): string | undefined {
  return CANONICAL.get(name)
}

/** Whoever answers these decides what the agent may do: over HTTP only with TLS. */
export const AUTHORISING: readonly string[] = ['preToolUse', 'preMcpToolCall', 'permissionRequest']
