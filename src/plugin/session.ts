import { applyOutputs, type OutputPlans, planOutputs, UNWRITTEN, type Written } from '../build/outputs.ts'
import { locate, type Outcome, type Project } from '../build/build.ts'
import { compileOptions } from '../build/flags.ts'
import { type Compilation, Compiler } from '../compiler/index.ts'
import { refusals } from '../tree/index.ts'
import { Ahead } from './ahead.ts'

/** The compiler in the steps in which a bundler drives it: through one build or, while watching, many. */
export class Session {
  readonly #project: Project
  readonly #compiler: Compiler
  readonly #keeps: boolean
  #started = 0
  #ahead: Ahead | undefined
  #compiled: { compilation: Compilation; plans: OutputPlans } | undefined

  /** @param keeps whether there will be more than one run */
  constructor(project: Project, keeps: boolean) {
    this.#project = project
    this.#keeps = keeps
    this.#compiler = new Compiler(compileOptions(project.root, project.options, project.flags), keeps)
  }

  /** Reads the sources. @returns names of the agents that are to be composed anew */
  begin(): string[] {
    this.#started = performance.now()
    this.#compiled = undefined
    this.#compiler.begin()
    // While watching, next to nothing is left to do.
    if (!this.#keeps) this.#ahead = new Ahead(this.#compiler.ahead())
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
    const compilation = this.#compiler.finish()
    const plans = this.#plan(compilation)
    this.#compiled = { compilation, plans }
    return this.#outcome(compilation, plans, UNWRITTEN)
  }

  /** Ends a build that failed elsewhere. */
  abandon(): void {
    this.#ahead?.stop()
  }

  /**
   * Makes the outputs hold what was compiled.
   * @param again compares anew, because the bundler may have emptied the output directory
   */
  write(again: boolean): Outcome | undefined {
    const compiled = this.#compiled
    if (compiled === undefined) return undefined
    this.#compiled = undefined
    const { compilation } = compiled
    const plans = again ? this.#plan(compilation) : compiled.plans
    const { hasErrors, report } = compilation.diagnostics
    const written = hasErrors ? UNWRITTEN : applyOutputs(plans, report)
    return this.#outcome(compilation, plans, written)
  }

  #plan(compilation: Compilation): OutputPlans {
    const { report } = compilation.diagnostics
    const plans = planOutputs(compilation, ...locate(this.#project), report)
    // Told with all that is wrong in the sources, not after it.
    for (const refusal of refusals(plans.all)) report(refusal)
    return plans
  }

  #outcome(compilation: Compilation, plans: OutputPlans, written: Written): Outcome {
    return { compilation, plans, ...written, milliseconds: performance.now() - this.#started }
  }
}
