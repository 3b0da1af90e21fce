import type { AgentCortexOptions, CompileOptions } from '../compiler/index.ts'
import type { Format } from '../diagnostics/format/index.ts'
import type { Outcome } from './build.ts'

/** What a call of the command says; it wins over the project's options. */
export interface Flags {
  /** Builds only these of the project's harnesses. */
  harness?: string[]
  out?: string
  strict?: boolean
  /** Moves what is not ours out of the way, to `<name>.orig`. */
  force?: boolean
  /** Shows info too, and the stack of an internal error. */
  verbose?: boolean
  format?: Format
  /** Harness → value in place of the map's `plugin_root`. */
  pluginRoot?: Record<string, string>
  /** Prints diagnostics only, no summary. */
  quiet?: boolean
  /** Takes each run's outcome in place of all that its host would print. */
  onOutcome?: (outcome: Outcome) => void
}

/** A project's options with the flags of a call laid over them. */
export function withFlags(options: AgentCortexOptions, flags: Flags): AgentCortexOptions {
  const { out, strict, pluginRoot } = flags
  return {
    ...options,
    ...(out === undefined ? {} : { out }),
    ...(strict === undefined ? {} : { strict }),
    ...(pluginRoot === undefined ? {} : { pluginRoot: { ...options.pluginRoot, ...pluginRoot } }),
  }
}

/** What the compiler is called with for a project and a call. */
export function compileOptions(root: string, options: AgentCortexOptions, flags: Flags): CompileOptions {
  const { harness } = flags
  return { ...withFlags(options, flags), root, ...(harness === undefined ? {} : { only: harness }) }
}
