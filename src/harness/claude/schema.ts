import { z } from 'zod'
import type { NativeField } from '../../compose/harness.ts'

const text = z.string().min(1)
const names = z.union([text, z.array(text)])
const object = z.record(z.string(), z.unknown())

const ELSEWHERE = 'Claude Code ignores it for agents of a plugin; only agents in .claude/agents/ may have it'

/**
 * Agent frontmatter of Claude Code 2.1.332 beyond the common fields: https://code.claude.com/docs/en/sub-agents,
 * values and what is ignored as in its debug log (run 2026-11-30). A wrong value is ignored there without a word
 * to the user; here it is an error.
 */
export const schema: Readonly<Record<string, NativeField>> = {
  disallowedTools: { schema: names.meta({ description: 'tools taken away from what it would have' }) },
  effort: {
    schema: z
      .union([z.enum(['low', 'medium', 'high', 'xhigh', 'max']), z.int()])
      .meta({ description: 'how much the model thinks' }),
  },
  maxTurns: { schema: z.int().min(1).meta({ description: 'after so many turns it stops' }) },
  autoCompactWindow: {
    schema: z.int().min(100_000).meta({ description: 'tokens of context at which it is summed up' }),
  },
  skills: { schema: names.meta({ description: 'skills whose text it starts with' }) },
  memory: {
    schema: z.enum(['user', 'project', 'local']).meta({ description: 'where it keeps what it learns' }),
  },
  background: { schema: z.boolean().meta({ description: 'true: always runs in the background' }) },
  omitClaudeMd: { schema: z.boolean().meta({ description: 'true: does not see CLAUDE.md' }) },
  isolation: { schema: z.enum(['worktree']).meta({ description: 'runs in a git worktree of its own' }) },
  color: {
    schema: z
      .enum(['red', 'blue', 'green', 'yellow', 'purple', 'orange', 'pink', 'cyan'])
      .meta({ description: 'its colour in the terminal' }),
  },
  experimental: { schema: object.meta({ description: 'settings that may change' }) },
  permissionMode: {
    schema: z
      .enum(['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'])
      .meta({ description: 'what it may do without asking' }),
    unsupported: ELSEWHERE,
  },
  mcpServers: {
    schema: z.union([z.array(z.unknown()), object]).meta({ description: 'MCP servers of this agent' }),
    unsupported: ELSEWHERE,
  },
  hooks: { schema: object.meta({ description: 'hooks while it runs, by event' }), unsupported: ELSEWHERE },
  initialPrompt: { schema: text.meta({ description: 'what it is told first' }), unsupported: ELSEWHERE },
  observer: { schema: text.meta({ description: 'an agent that watches this one' }), unsupported: ELSEWHERE },
}
