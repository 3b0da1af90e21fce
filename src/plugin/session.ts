import { planOutputs, type OutputPlans, UNWRITTEN, Writing, type Written } from '../build/outputs.ts'
import { locate, type Outcome, type Project } from '../build/build.ts'
import { compileOptions } from '../build/flags.ts'
import { type Compilation, Compiler } from '../compiler/index.ts'
import { refusals } from '../tree/index.ts'
import { Ahead } from './ahead.ts'

/** What a build came to before anything is in its place. */
interface Settled {
  compilation: Compilation
  plans: OutputPlans
  /** Only where it may be written before the bundler is done. */
  writing?: Writing
}

/**
 * The compiler in the steps in which a bundler drives it: through one build or, while watching, many. A single build
 * goes on by itself while the bundler has nothing for it to do, as far as nothing is changed by it.
 */
export class Session {
  readonly #project: Project
  readonly #compiler: Compiler
  readonly #keeps: boolean
  #started = 0
  #ahead: Ahead | undefined
  #writesAhead = false
  #settled: Settled | undefined

  /** @param keeps whether there will be more than one run */
  constructor(project: Project, keeps: boolean) {
    this.#project = project
    this.#keeps = keeps
    this.#compiler = new Compiler(compileOptions(project.root, project.options, project.flags), keeps)
  }

  /**
   * Reads the sources.
   * @param writes whether {@link write} will be called, and the outputs are not to be compared anew then
   * @returns names of the agents that are to be composed anew
   */
  begin(writes: boolean): string[] {
    this.#started = performance.now()
    this.#settled = undefined
    this.#writesAhead = writes && !this.#keeps
    this.#compiler.begin()
    // While watching, next to nothing is left to do.
    if (!this.#keeps) this.#ahead = new Ahead(this.#steps())
    return this.#compiler.stale()
  }

  /** Absolute paths of all that the project is built from, whether or not it is there. */
  inputs(): string[] {
    return this.#compiler.inputs()
  }

  compose(name: string): void {
    this.#compiler.compose(name)
  }

  /** Ends the compiling, and compares with what is on disk. Errors are in the outcome's diagnostics. */
  settle(): Outcome {
    this.#ahead?.end()
    const settled = this.#settle()
    if (settled.writing !== undefined) this.#ahead = new Ahead(settled.writing.ahead())
    return this.#outcome(settled, UNWRITTEN)
  }

  /** Ends a build that failed elsewhere, or is not to be written. */
  abandon(): void {
    this.#ahead?.stop()
    this.#settled?.writing?.cancel()
    this.#settled = undefined
  }

  /**
   * Makes the outputs hold what was compiled.
   * @param again compares anew, because the bundler may have emptied the output directory
   */
  write(again: boolean): Outcome | undefined {
    const settled = this.#settled
    if (settled === undefined) return undefined
    this.#ahead?.end()
    this.#settled = undefined
    const { compilation } = settled
    const plans = again ? this.#plan(compilation) : settled.plans
    const { hasErrors, report } = compilation.diagnostics
    const written = hasErrors ? UNWRITTEN : (settled.writing ?? new Writing(plans, report)).finish()
    return this.#outcome({ compilation, plans }, written)
  }

  *#steps(): Generator<void> {
    yield* this.#compiler.ahead()
    yield* this.#settle().writing?.ahead() ?? []
  }

  #settle(): Settled {
    if (this.#settled !== undefined) return this.#settled
    const compilation = this.#compiler.finish()
    const plans = this.#plan(compilation)
    const { hasErrors, report } = compilation.diagnostics
    const writing = this.#writesAhead && !hasErrors ? new Writing(plans, report) : undefined
    this.#settled = { compilation, plans, ...(writing && { writing }) }
    return this.#settled
  }

  #plan(compilation: Compilation): OutputPlans {
    const { report } = compilation.diagnostics
    const plans = planOutputs(compilation, ...locate(this.#project), report)
    // Told with all that is wrong in the sources, not after it.
    for (const refusal of refusals(plans.all)) report(refusal)
    return plans
  }

  #outcome({ compilation, plans }: Settled, written: Written): Outcome {
    return { compilation, plans, ...written, milliseconds: performance.now() - this.#started }
  }
}
