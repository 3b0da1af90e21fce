import picocolors from 'picocolors'
import type { Logger } from 'vite'
import type { Outcome } from '../build/build.ts'
import type { Flags } from '../build/flags.ts'
import { printOutcome, shortfall } from '../build/print.ts'
import { printDiagnostics, type Printer } from '../build/telling.ts'
import { plural } from '../build/summary.ts'
import { BuildFailure } from './failure.ts'

/** Tells the outcomes of builds, all that is wrong at once, through Vite's logger or to who asked for them. */
export class Telling {
  readonly #flags: Flags
  /** The diagnostics of the last run that went well. */
  #previous: string | undefined
  #isFirst = true

  constructor(flags: Flags) {
    this.#flags = flags
  }

  /** Whether nothing has gone well yet. */
  get isFirst(): boolean {
    return this.#isFirst
  }

  success(outcome: Outcome, logger: Logger): void {
    const { onOutcome } = this.#flags
    this.#isFirst = false
    if (onOutcome === undefined) {
      const options = { ...this.#flags, previous: this.#previous }
      this.#previous = printOutcome(outcome, options, printerOf(logger, 'warn'))
    } else onOutcome(outcome)
  }

  /** Where nothing is to be written. */
  diagnostics({ compilation }: Outcome, logger: Logger): void {
    printDiagnostics(compilation.diagnostics, this.#flags, printerOf(logger, 'warn'))
  }

  /** @returns what is to be thrown, so that the bundler fails */
  failure(outcome: Outcome, logger: Logger): BuildFailure {
    const { onOutcome } = this.#flags
    const { diagnostics } = outcome.compilation
    this.#previous &&= ''
    if (onOutcome === undefined) printDiagnostics(diagnostics, this.#flags, printerOf(logger, 'error'))
    else onOutcome(outcome)
    const errors = diagnostics.list('error').length
    return new BuildFailure(`${plural(errors, 'error')}; ${shortfall(outcome)}`)
  }
}

function printerOf(logger: Logger, level: 'warn' | 'error'): Printer {
  const through =
    (method: 'info' | 'warn' | 'error') =>
    (text: string): void => {
      if (text !== '') logger[method](text.trimEnd())
    }
  const color = picocolors.isColorSupported
  return { out: through('info'), error: through(level), colors: { out: color, error: color } }
}
