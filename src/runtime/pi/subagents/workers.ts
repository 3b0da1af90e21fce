import { commandLine, type WorkerSpec } from './command-line.ts'
import { Ledger } from './ledger.ts'
import { depth, mostWorkers } from './limits.ts'
import { Worker } from './worker.ts'

/** The workers of one session. */
export class Workers {
  readonly #extension: string
  readonly #changed: () => void
  readonly #ledger = new Ledger()
  readonly #workers = new Map<string, Worker>()

  /**
   * @param extension the package that workers are started with
   * @param changed told when one has started or ended
   */
  constructor(extension: string, changed: () => void) {
    this.#extension = extension
    this.#changed = changed
  }

  /** @returns a sentence where no more may run */
  start(spec: WorkerSpec): Worker | string {
    const most = mostWorkers(depth())
    if (this.running.length >= most)
      return `${most} agents are running, which is the most: wait for one of them with wait_for_agents`
    const id = `agent-${this.#workers.size + 1}`
    const file = spec.body === undefined ? undefined : this.#ledger.text(id, spec.body)
    const worker = new Worker(id, spec, commandLine(spec, this.#extension, file))
    this.#workers.set(id, worker)
    if (worker.pid !== undefined) this.#ledger.add(id, worker.pid)
    void worker.done.then(() => {
      this.#ledger.remove(id)
      this.#changed()
    })
    this.#changed()
    return worker
  }

  get(id: string): Worker | undefined {
    return this.#workers.get(id)
  }

  get all(): Worker[] {
    return [...this.#workers.values()]
  }

  get running(): Worker[] {
    return this.all.filter(({ status }) => status === 'running')
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((worker) => worker.stop()))
    this.#ledger.close()
  }
}
