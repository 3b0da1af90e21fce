/**
 * Work that is done in small steps while nobody else has any: a bundler's own threads keep us waiting a third of the
 * time.
 */
export class Ahead {
  #next: NodeJS.Immediate | undefined
  #failure: { error: unknown } | undefined

  constructor(steps: Iterator<void>) {
    this.#schedule(steps)
  }

  /** What is not done is left to be done. */
  stop(): void {
    clearImmediate(this.#next)
  }

  /** Stops, and tells how it went. @throws what a step threw */
  end(): void {
    this.stop()
    if (this.#failure !== undefined) throw this.#failure.error
  }

  #schedule(steps: Iterator<void>): void {
    this.#next = setImmediate(() => {
      try {
        if (steps.next().done !== true) this.#schedule(steps)
      } catch (error) {
        this.#failure = { error }
      }
    })
  }
}
