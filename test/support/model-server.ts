import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a client asked of the model: the body of one POST to `/chat/completions`. */
export interface ModelRequest {
  model: string
  messages: { role: string; content: unknown; tool_calls?: unknown }[]
  tools?: { function: { name: string; description: string } }[]
}

/** Answers a request: with text, with calls of tools, never, or with a refusal. */
export type Reply = string | { tool: string; args: object }[]

export const NEVER = 'never'
export const REFUSED = 'refused'

/** A model on the loopback, in the form of OpenAI's chat completions, that says what a test makes it say. */
export class ModelServer {
  readonly requests: ModelRequest[] = []
  /** Asked for each request; the test sets it. */
  reply: (request: ModelRequest, number: number) => Reply = () => 'OK'
  readonly #server = createServer((request, response) => void this.#serve(request, response))

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  stop(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.method !== 'POST' || request.url?.endsWith('/chat/completions') !== true) {
      response.writeHead(404).end('{}')
      return
    }
    const asked = JSON.parse(body) as ModelRequest
    this.requests.push(asked)
    const reply = this.reply(asked, this.requests.length)
    if (reply === REFUSED) response.writeHead(400).end('{"error": {"message": "this model says no"}}')
    else if (reply !== NEVER) answer(response, asked.model, reply, this.requests.length)
  }
}

function answer(
  response: ServerResponse,
  model: string,
  reply: Exclude<Reply, 'never'>,
  number: number,
): void {
  const delta =
    typeof reply === 'string'
      ? { role: 'assistant', content: reply }
      : {
          role: 'assistant',
          content: null,
          tool_calls: reply.map(({ tool, args }, index) => ({
            index,
            id: `call_${number}_${index}`,
            type: 'function',
            function: { name: tool, arguments: JSON.stringify(args) },
          })),
        }
  const finish = typeof reply === 'string' ? 'stop' : 'tool_calls'
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  const chunk = { id: `answer_${number}`, object: 'chat.completion.chunk', created: 1, model }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const part of [
    { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage },
  ])
    response.write(`data: ${JSON.stringify(part)}\n\n`)
  response.end('data: [DONE]\n\n')
}

/** All that a request says as system, as one text. */
export function systemOf({ messages }: ModelRequest): string {
  return messages
    .filter(({ role }) => role === 'system' || role === 'developer')
    .map(textOf)
    .join('\n')
}

/** The texts of the messages of one role. */
export function textsOf({ messages }: ModelRequest, role: string): string[] {
  return messages.filter((message) => message.role === role).map(textOf)
}

/** Names of the tools that a request offers, in code-point order. */
export function toolsOf({ tools = [] }: ModelRequest): string[] {
  return tools.map((tool) => tool.function.name).toSorted()
}

function textOf({ content }: { content: unknown }): string {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? '').join('') : ''
}
