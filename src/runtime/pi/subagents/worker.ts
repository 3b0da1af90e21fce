import { type ChildProcess, spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'
import { messageOf } from '../teller.ts'
import type { WorkerSpec } from './command-line.ts'
import { endGroup } from './identity.ts'
import { lifelineVariable } from './lifeline.ts'
import { depth, depthVariable } from './limits.ts'

export type Status = 'running' | 'completed' | 'failed' | 'stopped'

/** Characters of what a process says on stderr that are kept, from its end. */
const KEPT = 4000
/** Milliseconds between asking a worker to end and ending it. */
const GRACE = 2000

/** One agent at work in the background, a pi of its own. */
export class Worker {
  readonly id: string
  readonly spec: WorkerSpec
  readonly started = Date.now()
  ended: number | undefined
  status: Status = 'running'
  /** The last thing that the agent said. */
  output = ''
  /** Why it failed. */
  problem = ''
  /** Whether a wait has handed out its output. */
  reported = false
  readonly done: Promise<void>
  readonly #child: ChildProcess | undefined
  #stopping = false

  /** @throws never: a process that cannot be started is a worker that failed */
  constructor(id: string, spec: WorkerSpec, [program = '', ...words]: readonly string[]) {
    this.id = id
    this.spec = spec
    try {
      this.#child = spawn(program, words, {
        cwd: spec.cwd,
        // A group of its own can be ended as a whole.
        detached: process.platform !== 'win32',
        stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
        env: { ...process.env, ...depthVariable(depth() + 1), ...lifelineVariable() },
      })
    } catch (error) {
      this.problem = messageOf(error)
    }
    this.done = this.#child === undefined ? Promise.resolve(this.#end(null)) : this.#follow(this.#child)
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Ends it: first in order, then for sure. */
  async stop(): Promise<void> {
    const pid = this.#child?.pid
    if (this.status !== 'running' || pid === undefined) return
    this.#stopping = true
    this.#child?.kill('SIGTERM')
    const timer = setTimeout(() => endGroup(pid, 'SIGKILL'), GRACE)
    await this.done
    clearTimeout(timer)
  }

  #follow(child: ChildProcess): Promise<void> {
    const lines = new Lines((line) => this.#hear(line))
    child.stdout!.on('data', (bytes: Buffer) => lines.add(bytes))
    let errors = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-KEPT)))
    // One that ends before it has read its prompt says why by itself.
    child.stdin!.on('error', () => {}).end(this.spec.prompt)
    child.stdio[3]?.on('error', () => {})
    return new Promise((resolve) => {
      child.once('error', (error) => (this.problem = error.message))
      child.once('close', (code) => {
        if (code !== 0 && this.problem === '')
          this.problem = errors.trim() || `pi ended with exit code ${code}`
        resolve(this.#end(code))
      })
    })
  }

  #end(code: number | null): void {
    this.ended = Date.now()
    if (this.#stopping) this.status = 'stopped'
    else this.status = code === 0 && this.problem === '' ? 'completed' : 'failed'
  }

  /** Takes one record of pi's JSON stream (`docs/json.md` of pi 1.6.0). */
  #hear(line: string): void {
    const message = assistantMessage(line)
    if (message === undefined) return
    const text = textOf(message.content)
    if (text !== '') this.output = text
    // An answer that failed may be asked for again; the last one counts.
    const isBad = message.stopReason === 'error' || message.stopReason === 'aborted'
    this.problem = isBad ? (message.errorMessage ?? `the answer ended: ${message.stopReason}`) : ''
  }
}

interface AssistantMessage {
  role: string
  content: unknown
  stopReason?: string
  errorMessage?: string
}

function assistantMessage(line: string): AssistantMessage | undefined {
  // Most records are pieces of a message that comes whole later.
  if (!line.startsWith('{"type":"message_end"')) return undefined
  try {
    const { message } = JSON.parse(line) as { message?: AssistantMessage }
    return message?.role === 'assistant' ? message : undefined
  } catch {
    return undefined
  }
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : ''
  const parts = content as { type: string; text?: string }[]
  return parts
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text ?? '')
    .join('')
}

/** Cuts a stream at `\n` alone: strings of JSON may hold other signs that end lines elsewhere. */
class Lines {
  readonly #take: (line: string) => void
  readonly #decoder = new StringDecoder('utf8')
  #rest = ''

  constructor(take: (line: string) => void) {
    this.#take = take
  }

  add(bytes: Buffer): void {
    const lines = (this.#rest + this.#decoder.write(bytes)).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#take(line)
  }
}
