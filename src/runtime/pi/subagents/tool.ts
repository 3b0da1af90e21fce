import type { PiContext, Tool, ToolResult } from '../host.ts'
import { messageOf } from '../teller.ts'

interface Definition<Args> extends Pick<
  Tool,
  'description' | 'promptSnippet' | 'parameters' | 'executionMode'
> {
  run(args: Args, ctx: PiContext, signal: AbortSignal | undefined): ToolResult | Promise<ToolResult>
}

/** A tool that fails with a sentence to the model, whatever happens. */
export function tool<Args>(name: string, { run, ...definition }: Definition<Args>): Tool {
  return {
    name,
    label: name,
    ...definition,
    async execute(_id, args, signal, _onUpdate, ctx) {
      try {
        return await run(args, ctx, signal)
      } catch (error) {
        return failure(`${name} failed: ${messageOf(error)}`)
      }
    },
  }
}

/** JSON Schema of an object. */
export function object(properties: Record<string, object>, required: string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false }
}

export function success(message: string, details: unknown): ToolResult {
  return { content: [{ type: 'text', text: message }], details }
}

export function failure(message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], details: {}, isError: true }
}

export function text(description: string): object {
  return { type: 'string', description }
}
