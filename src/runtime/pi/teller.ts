import type { Level, PiContext } from './host.ts'

/** Tells the person something: on pi's screen, or on stderr where there is none. */
export function tell(ctx: PiContext, level: Level, message: string): void {
  if (ctx.hasUI) ctx.ui.notify(message, level)
  // What went well is no news in a script's log.
  else if (level !== 'info') process.stderr.write(`agent-cortex: ${message}\n`)
}

/** Tells each warning once, as long as it holds. */
export class Warnings {
  #told: ReadonlySet<string> = new Set()

  show(ctx: PiContext, messages: readonly string[]): void {
    for (const message of messages) if (!this.#told.has(message)) tell(ctx, 'warning', message)
    this.#told = new Set(messages)
  }
}

/** Wraps a handler: nothing of ours ends a turn of pi, or pi. */
export function guarded<Event, Result>(
  handler: (event: Event, ctx: PiContext) => Result | Promise<Result>,
): (event: Event, ctx: PiContext) => Promise<Result | undefined> {
  return async (event, ctx) => {
    try {
      return await handler(event, ctx)
    } catch (error) {
      tellSafely(ctx, `agent-cortex failed: ${messageOf(error)}`)
      return undefined
    }
  }
}

/** pi's screen may be what failed, as where a session was replaced meanwhile. */
function tellSafely(ctx: PiContext, message: string): void {
  try {
    tell(ctx, 'warning', message)
  } catch {
    process.stderr.write(`${message}\n`)
  }
}

/** Runs the factory of an extension: what is thrown there would end pi. */
export function shielded(load: () => void): void {
  try {
    load()
  } catch (error) {
    process.stderr.write(`agent-cortex: this extension is not loaded: ${messageOf(error)}\n`)
  }
}

export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message
  try {
    return String(error)
  } catch {
    // An object without a prototype has no text.
    return 'an error without a message'
  }
}
