import fs from 'node:fs'
import { Arrivals } from './arrivals.ts'
import { changedSince } from './late-changes.ts'

/** Rolldown registers what a build asked it to watch when the build is over; this much later it has. */
const REGISTERED_MS = 100

/** Has rolldown watch a project's inputs, those that are not there yet included. */
export class Watch {
  readonly #arrivals: Arrivals
  readonly #watched = new Set<string>()
  #added: readonly string[] = []
  #started = 0
  #timer: NodeJS.Timeout | undefined

  constructor(cacheDir: string) {
    this.#arrivals = new Arrivals(cacheDir)
  }

  /** To be called when a build starts, before anything is read. */
  start(): void {
    clearTimeout(this.#timer)
    this.#started = Date.now()
  }

  /**
   * @param inputs absolute paths
   * @param addWatchFile of rolldown's plugin context; it takes whole directories
   */
  register(inputs: readonly string[], addWatchFile: (file: string) => void): void {
    const present = inputs.filter((file) => fs.existsSync(file))
    this.#added = present.filter((file) => !this.#watched.has(file))
    for (const file of [...present, this.#arrivals.signal]) addWatchFile(file)
    for (const file of present) this.#watched.add(file)
    // Once watched, a path stays so, even when it is removed and made again.
    this.#arrivals.expect(inputs.filter((file) => !this.#watched.has(file)))
  }

  /** To be called when a build is over. What changed between its reading and rolldown's watching is made good. */
  end(): void {
    const added = this.#added
    if (added.length === 0) return
    this.#timer = setTimeout(() => {
      if (changedSince(added, this.#started)) this.#arrivals.rebuild()
    }, REGISTERED_MS)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#arrivals.close()
  }
}
