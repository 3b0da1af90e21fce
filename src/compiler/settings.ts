import type { Harness } from '../compose/harness.ts'
import { Diagnostics, type Reporter } from '../diagnostics/index.ts'
import { builtInHarnesses, isDefined } from '../harness/index.ts'
import type { AgentCortexOptions } from './options.ts'
import { checkOptions } from './options-schema.ts'

export interface CompileOptions extends AgentCortexOptions {
  /** The project's directory. Default: the working directory. */
  root?: string
  /** Builds only these of the listed harnesses, as `--harness` does. */
  only?: string[]
  /**
   * Composes for where the sources lie (contract §6): PATHs name source files, a tool that the map does not know stays in
   * its list, and the tree holds all that could be composed, whatever is wrong. Default: false.
   */
  inPlace?: boolean
}

/** Checked options, with the adapters that they bring. */
export interface Settings {
  options: CompileOptions
  /** All harnesses that have an adapter, by id. */
  known: ReadonlyMap<string, Harness>
  /** Whether the options can be used. */
  sound: boolean
}

export function readSettings(options: CompileOptions, report: Reporter): Settings {
  const { root: _root, only: _only, inPlace: _inPlace, ...plugin } = options
  const own = Array.isArray(options.harnesses) ? options.harnesses.filter(isDefined) : []
  const known = new Map([...builtInHarnesses, ...own].map((harness) => [harness.id, harness]))
  return { options, known, sound: checkOptions(plugin, [...known.keys()], report) }
}

export function newDiagnostics({ severity, strict }: AgentCortexOptions): Diagnostics {
  const usable = typeof severity === 'object' && severity !== null ? severity : {}
  return new Diagnostics({ severity: usable, strict: strict === true })
}
