import type { Project } from '../build/build.ts'
import type { Flags } from '../build/flags.ts'
import { type AgentCortexOptions, NEUTRAL } from '../compiler/index.ts'
import { builtInHarnesses } from '../harness/index.ts'
import type { Call } from './call.ts'
import { type Config, loadConfig } from './config.ts'
import { unknown, UsageError } from './usage.ts'

/** A project with its configuration, and what the call says. */
export interface ConfiguredProject extends Project {
  config: Config | undefined
}

/**
 * Reads a project's options from its Vite configuration, without running the bundler.
 * @throws Failure when that cannot be loaded, UsageError for a harness that does not exist
 */
export async function loadProject({ root, flags }: Call): Promise<ConfiguredProject> {
  const config = await loadConfig(root)
  const options = config?.plugin?.options ?? {}
  checkHarnesses(flags, options)
  return { root: config?.root ?? root, options, flags, config }
}

function checkHarnesses({ harness = [], pluginRoot = {} }: Flags, options: AgentCortexOptions): void {
  const own = Array.isArray(options.harnesses) ? options.harnesses : []
  const defined = own.flatMap((one) => (typeof one === 'object' && one !== null ? [one.id] : []))
  const known = [...new Set([...builtInHarnesses.map(({ id }) => id), ...defined])]
  const built = options.agentHarness === true ? [...known, NEUTRAL] : known
  for (const id of harness) {
    if (built.includes(id)) continue
    if (id === NEUTRAL) throw new UsageError(`${NEUTRAL} is not built here`, 'set the option "agentHarness"')
    throw unknown('harness', id, built)
  }
  for (const id of Object.keys(pluginRoot)) if (!known.includes(id)) throw unknown('harness', id, known)
}
