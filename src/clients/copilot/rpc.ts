import type { ChildProcess } from 'node:child_process'
import type { FoundClient } from '../find.ts'
import { kill, MOST, startClient, TOO_MUCH } from '../run.ts'

const LENGTH_RE = /Content-Length: (\d+)/i
const SEPARATOR = '\r\n\r\n'
const FAILED_RE = /^Request \S+ failed with message: /
const TIMEOUT_MS = 30_000

/** What a call came to. */
export type Reply = { result: Readonly<Record<string, unknown>> } | { error: string }

interface Message {
  id?: number
  method?: string
  result?: Readonly<Record<string, unknown>> | null
  error?: { message?: string }
}

/** Talks to `copilot --headless --stdio`: JSON-RPC with lengths in headers, as the Language Server Protocol has it. */
export class Rpc {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  #buffer = Buffer.alloc(0)
  #next = 0
  #ended: string | undefined

  constructor(
    client: FoundClient,
    args: readonly string[],
    { cwd, env }: { cwd: string; env: NodeJS.ProcessEnv },
  ) {
    this.#child = startClient(client, ['--headless', '--stdio', ...args], { cwd, env })
    let said = ''
    this.#child.stdout!.on('data', (data: Buffer) => this.#take(data))
    this.#child.stderr!.on('data', (data: Buffer) => {
      if (said.length < MOST) said += String(data)
      else this.#flooded()
    })
    this.#child.once('error', ({ message }) => this.#end(message))
    this.#child.once('close', (code) => this.#end(said.trim().split('\n')[0] || `it ended with ${code}`))
  }

  /** Never rejects. */
  call(method: string, params: unknown = {}): Promise<Reply> {
    const id = this.#next++
    return new Promise((resolve) => {
      if (this.#ended !== undefined) return resolve({ error: this.#ended })
      const timer = setTimeout(() => this.#settle(id, { error: `no answer to ${method}` }), TIMEOUT_MS)
      this.#waiting.set(id, (reply) => {
        clearTimeout(timer)
        resolve(reply)
      })
      const text = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      this.#child.stdin!.write(`Content-Length: ${Buffer.byteLength(text)}${SEPARATOR}${text}`)
    })
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#child.exitCode !== null || this.#ended !== undefined) return resolve()
      this.#child.once('exit', () => resolve())
      kill(this.#child)
    })
  }

  #settle(id: number, reply: Reply): void {
    const settle = this.#waiting.get(id)
    this.#waiting.delete(id)
    settle?.(reply)
  }

  #end(why: string): void {
    this.#ended ??= why
    for (const id of this.#waiting.keys()) this.#settle(id, { error: this.#ended })
  }

  #flooded(): void {
    this.#end(TOO_MUCH)
    kill(this.#child)
  }

  #take(data: Buffer): void {
    if (this.#ended !== undefined) return
    if (this.#buffer.length > MOST) return this.#flooded()
    this.#buffer = Buffer.concat([this.#buffer, data])
    for (let message = this.#read(); message !== undefined; message = this.#read()) {
      const { id, method, result, error } = message
      // Events, and what it asks of us.
      if (id === undefined || method !== undefined) continue
      if (error === undefined) this.#settle(id, { result: result ?? {} })
      else this.#settle(id, { error: (error.message ?? 'refused').replace(FAILED_RE, '') })
    }
  }

  #read(): Message | undefined {
    const head = this.#buffer.indexOf(SEPARATOR)
    if (head === -1) return undefined
    const start = head + SEPARATOR.length
    const end = start + Number(LENGTH_RE.exec(this.#buffer.subarray(0, head).toString())?.[1] ?? 0)
    if (this.#buffer.length < end) return undefined
    const text = this.#buffer.subarray(start, end).toString()
    this.#buffer = this.#buffer.subarray(end)
    return parse(text)
  }
}

function parse(text: string): Message {
  try {
    return JSON.parse(text) as Message
  } catch {
    return {}
  }
}
