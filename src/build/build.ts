import { type AgentCortexOptions, type Compilation, Compiler } from '../compiler/index.ts'
import { compileOptions, type Flags, withFlags } from './flags.ts'
import type { Sightings } from '../workspace/sightings.ts'
import { applyOutputs, type OutputPlans, planOutputs, UNWRITTEN, type Written } from './outputs.ts'

/** A project, and what the call says about building it. */
export interface Project {
  /** Absolute. */
  root: string
  options: AgentCortexOptions
  flags: Flags
}

/** What one run came to. */
export interface Outcome extends Written {
  compilation: Compilation
  plans: OutputPlans
  /** What Agent Harness directories cost in tokens, in sentences; nothing where nobody counted. */
  costs?: readonly string[]
  milliseconds: number
}

/** Builds a project without Vite, once or again and again; what did not change is not composed twice. */
export class Builder {
  readonly #project: Project
  readonly #compiler: Compiler

  /**
   * @param keeps whether there will be more than one run
   * @param sightings takes what the run looks at
   */
  constructor(project: Project, keeps: boolean, sightings?: Sightings) {
    this.#project = project
    const options = compileOptions(project.root, project.options, project.flags)
    this.#compiler = new Compiler(options, keeps, sightings)
  }

  /** Compiles, and compares with what is on disk. */
  check(): Outcome {
    return this.#run(false)
  }

  /** Compiles, and makes the outputs hold it; with an error, they stay as they are. */
  build(): Outcome {
    return this.#run(true)
  }

  /** Absolute paths of all that the last run read or looked for. */
  inputs(): string[] {
    return this.#compiler.inputs()
  }

  #run(write: boolean): Outcome {
    const start = performance.now()
    this.#compiler.begin()
    const compilation = this.#compiler.finish()
    const plans = planOutputs(compilation, ...locate(this.#project), compilation.diagnostics.report)
    const written = write ? applyOutputs(plans, compilation.diagnostics.report) : UNWRITTEN
    return { compilation, plans, ...written, milliseconds: performance.now() - start }
  }
}

/** An outcome with its costs, where somebody is to read them: a tokenizer takes a while to load. */
export async function withCosts(outcome: Outcome, { format = 'pretty', quiet }: Flags): Promise<Outcome> {
  const { compilation, written } = outcome
  if (!written || format !== 'pretty' || quiet === true || compilation.agentHarnesses.length === 0)
    return outcome
  const { costsOf } = await import('./costs.ts')
  return { ...outcome, costs: await costsOf(compilation) }
}

const DEFAULT_OUT = 'dist'

/** The arguments of {@link planOutputs} for a project. */
export function locate(
  project: Project,
): [Parameters<typeof planOutputs>[1], { force?: boolean | undefined }] {
  const { root, options, flags } = project
  const { out, committed = {} } = withFlags(options, flags)
  // An option of another type is told with the other options; till then there must be a place to speak of.
  const place = typeof out === 'string' ? out : DEFAULT_OUT
  return [{ root, out: place, committed, only: flags.harness }, { force: flags.force }]
}
