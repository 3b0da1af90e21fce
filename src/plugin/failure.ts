import { inspect } from 'node:util'

/**
 * Ends a build whose diagnostics are printed already. It has no stack: the fault is in the user's files, and a stack
 * would bury what was said about them.
 */
export class BuildFailure extends Error {
  override readonly name = 'BuildFailure'
  /** Rolldown shows nothing but the message of an error that has a `kind`. */
  readonly kind = 'AGENT_CORTEX'

  constructor(message: string) {
    super(message)
    this.stack = ''
  }

  /** `vite build` prints what it caught through `inspect`. */
  [inspect.custom](): string {
    return this.message
  }
}

/** What Vite throws wraps what the hooks threw; this finds our failure in it, or returns the error as it came. */
export function unwrapFailure(error: unknown): unknown {
  const errors = (error as { errors?: unknown } | undefined)?.errors
  const all: unknown[] = Array.isArray(errors) ? errors : []
  return all.length === 1 && all[0] instanceof BuildFailure ? all[0] : error
}
