import { z } from 'zod'
import type { NativeField } from '../../compose/harness.ts'
import type { IssueDetails } from '../../workspace/issues.ts'
import { isPlain, type Plain } from '../fields.ts'
import type { Finding } from '../findings.ts'
import { checkAgentHooks } from './hooks.ts'
import { checkServers } from './mcp.ts'

const text = z.string().min(1)

/** An object whose closer form a check knows better than a schema could say. */
function checked(check: (value: Plain) => Finding[], description: string): z.ZodType {
  return z
    .record(z.string(), z.unknown())
    .superRefine((value, context) => {
      for (const { path, message, ...details } of isPlain(value) ? check(value) : []) {
        context.addIssue({ code: 'custom', path: [...path], message, params: details satisfies IssueDetails })
      }
    })
    .meta({ description })
}

/**
 * Agent frontmatter of Copilot beyond the common fields.
 * Sources: github/docs `custom-agents-configuration.md`, microsoft/vscode-docs `custom-agents.md` (2026-07-29);
 * types as Copilot CLI 1.0.102 enforces them by dropping the agent (run 2026-11-30).
 */
export const schema: Readonly<Record<string, NativeField>> = {
  displayName: { schema: text.meta({ description: 'the name shown to users; written as "name"' }) },
  'model-policy': {
    schema: z.enum(['preferred', 'required']).meta({ description: 'whether another model may stand in' }),
  },
  target: {
    schema: z
      .enum(['vscode', 'github-copilot'])
      .meta({ description: 'the one surface that offers the agent' }),
  },
  'user-invocable': {
    schema: z.boolean().meta({ description: 'false: not in the picker, only called by other agents' }),
  },
  'disable-model-invocation': {
    schema: z.boolean().meta({ description: 'true: only users start it, never the model' }),
  },
  infer: { schema: z.boolean().meta({ description: 'retired; use "disable-model-invocation"' }) },
  handoffs: {
    schema: z
      .array(
        z.strictObject({
          label: text.meta({ description: 'what stands on the button' }),
          agent: text.meta({ description: 'the agent that goes on' }),
          prompt: z.string().optional().meta({ description: 'what it is told' }),
          send: z.boolean().optional().meta({ description: 'true: without waiting for the user' }),
          model: text.optional().meta({ description: 'the model it runs on' }),
        }),
      )
      .meta({ description: 'buttons that pass the work on to another agent (VS Code)' }),
  },
  agents: {
    schema: z
      .union([z.literal('*'), z.array(text)])
      .meta({ description: 'agents it may call, "*" for all (VS Code)' }),
  },
  'mcp-servers': {
    schema: checked((servers) => checkServers(servers, [], 'agent'), 'MCP servers of this agent, by name'),
  },
  metadata: { schema: z.record(z.string(), z.string()).meta({ description: 'free notes (cloud agent)' }) },
  skills: { schema: z.array(text).meta({ description: 'skills that it starts with' }) },
  hooks: { schema: checked(checkAgentHooks, 'hooks while the agent runs, by event') },
  'include-custom-instructions': {
    schema: z
      .boolean()
      .meta({ description: 'whether the custom instructions of the repository reach the agent' }),
  },
  sidekick: {
    schema: z
      .record(z.string(), z.unknown())
      .meta({ description: 'settings of an agent that runs beside the main one' }),
  },
}
