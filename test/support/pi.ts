import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pause } from './cli.ts'
import { ModelServer } from './model-server.ts'

const { NODE24, PI_SDK } = process.env

/** Whether the real pi is there to be asked. */
export const hasPi = NODE24 !== undefined && PI_SDK !== undefined

if (!hasPi) {
  const message = 'tests in the real pi; set NODE24 and PI_SDK to run them'
  if (process.env['AGENT_CORTEX_CLIENTS'] === 'required') throw new Error(`these are required: ${message}`)
  console.warn(`SKIPPED: ${message}`)
}

/** Milliseconds that something may take, on a machine with much else to do. */
const PATIENCE = 25_000

type Files = Readonly<Record<string, unknown>>

/** A home for pi with a model of its own; nothing of the machine's user is read or written. */
export class PiHome {
  readonly root = realpathSync(mkdtempSync(path.join(tmpdir(), 'pi-')))
  readonly model = new ModelServer()
  readonly #running = new Set<Pi>()

  async start(): Promise<void> {
    await this.model.start()
    const models = [{ id: 'first' }, { id: 'second' }]
    const mock = { baseUrl: this.model.url, api: 'openai-completions', apiKey: 'none', models }
    this.write('agent', { 'models.json': { providers: { mock } } })
    this.write('agent', { 'settings.json': { defaultProvider: 'mock', defaultModel: 'first' } })
  }

  /** Writes files below a directory of the home; what is no text as JSON. @returns the directory */
  write(directory: string, files: Files): string {
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(this.root, directory, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    }
    return path.join(this.root, directory)
  }

  /** Starts pi, to be spoken to. */
  pi(cwd: string, words: readonly string[] = []): Pi {
    const pi = new Pi(this.root, cwd, ['--mode', 'rpc', ...words])
    this.#running.add(pi)
    return pi
  }

  /** Runs pi for some prompts. */
  async print(cwd: string, words: readonly string[]): Promise<Pi> {
    const pi = new Pi(this.root, cwd, ['-p', ...words])
    pi.child.stdin!.end()
    this.#running.add(pi)
    await pi.end()
    return pi
  }

  /** Runs a script with pi's own Node, as pi would run for this home. */
  runNode(words: readonly string[]): { stdout: string; stderr: string } {
    return spawnSync(NODE24!, words, { cwd: this.root, env: environment(this.root), encoding: 'utf8' })
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running].map((pi) => pi.kill()))
    this.model.stop()
    rmSync(this.root, { recursive: true, force: true, maxRetries: 5 })
  }
}

export interface PiRecord {
  type: string
  [key: string]: unknown
}

/** One process of pi; in RPC mode, its records. */
export class Pi {
  readonly child: ChildProcess
  readonly records: PiRecord[] = []
  stdout = ''
  stderr = ''
  readonly ended: Promise<number | null>
  #rest = ''
  #id = 0

  constructor(home: string, cwd: string, words: readonly string[]) {
    const cli = path.join(path.dirname(PI_SDK!), 'bundle/cli.js')
    this.child = spawn(NODE24!, [cli, ...words], { cwd, env: environment(home) })
    this.child.stdout!.setEncoding('utf8').on('data', (text: string) => this.#read(text))
    this.child.stderr!.setEncoding('utf8').on('data', (text: string) => (this.stderr += text))
    this.ended = new Promise((resolve) => this.child.once('close', resolve))
  }

  #read(text: string): void {
    this.stdout += text
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop()!
    for (const line of lines) if (line.startsWith('{')) this.records.push(JSON.parse(line) as PiRecord)
  }

  send(record: object): void {
    this.child.stdin!.write(`${JSON.stringify(record)}\n`)
  }

  /** Sends a command. @returns the data of its answer */
  async ask(command: object): Promise<unknown> {
    const id = `ask-${++this.#id}`
    this.send({ id, ...command })
    const answer = await this.record((record) => record.type === 'response' && record['id'] === id)
    if (answer['success'] !== true) throw new Error(String(answer['error']))
    return answer['data']
  }

  /** Sends a prompt, or a command that begins with a slash, and waits until all of it is done. */
  async prompt(message: string): Promise<void> {
    const settled = (): number => this.records.filter(({ type }) => type === 'agent_settled').length
    const before = settled()
    const data = (await this.ask({ type: 'prompt', message })) as { disposition: string }
    if (data.disposition !== 'handled') await this.until(() => settled() > before, `${message} is done`)
  }

  /** The first record that fits, waiting for it. */
  async record(fits: (record: PiRecord) => boolean, what = 'a record'): Promise<PiRecord> {
    await this.until(() => this.records.some(fits), what)
    return this.records.find(fits)!
  }

  async until(holds: () => boolean, what: string): Promise<void> {
    for (let waited = 0; !holds(); waited += 20) {
      if (waited > PATIENCE) throw new Error(`it did not happen: ${what}\n${this.#state()}`)
      await pause(20)
    }
  }

  /** Its exit code, once it has ended. */
  async end(): Promise<number | null> {
    let over = false
    void this.ended.then(() => (over = true))
    await this.until(() => over, 'pi ends')
    return this.ended
  }

  #state(): string {
    return `stderr: ${this.stderr}\nstdout: …${this.stdout.slice(-3000)}`
  }

  /** What was shown to the person, as `warning: text`. */
  get notes(): string[] {
    return this.records
      .filter((record) => record['method'] === 'notify')
      .map((record) => `${String(record['notifyType'] ?? 'info')}: ${String(record['message'])}`)
  }

  /** The status line of a key, as it was set last. */
  status(key: string): unknown {
    const set = this.records.filter(
      (record) => record['method'] === 'setStatus' && record['statusKey'] === key,
    )
    return set.at(-1)?.['statusText']
  }

  /** Ends it in order, as a closed terminal does. */
  async close(): Promise<void> {
    this.child.stdin!.end()
    await this.end()
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL')
    await this.ended
  }
}

function environment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env['PATH'],
    HOME: home,
    PI_CODING_AGENT_DIR: path.join(home, 'agent'),
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
    PI_SKIP_VERSION_CHECK: '1',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    NO_COLOR: '1',
    // Keeps compiled extensions out of the machine's own cache.
    TMPDIR: home,
  }
}
