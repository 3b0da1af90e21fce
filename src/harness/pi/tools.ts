import type { NativeTools } from '../../compose/harness.ts'

/**
 * Built-in tools of pi 1.6.0 and of the extensions it brings (2026-11-30). Unknown names are dropped without a
 * word. What packages bring (`task`, `ask_questions`) is told by the token map's `provides`.
 */
export const tools: NativeTools = {
  names: ['read', 'bash', 'edit', 'write', 'grep', 'find', 'ls', 'powershell', 'codemode', 'tool_search'],
  patterns: [/mcp__[A-Za-z0-9_-]+?__[A-Za-z0-9_-]+/],
}
