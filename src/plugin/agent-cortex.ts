import type { Plugin } from 'vite'
import type { AgentCortexOptions } from '../compiler/index.ts'
import { givenOptions } from '../compiler/options-schema.ts'
import { buildPlugin } from './build-plugin.ts'

/**
 * The Vite plugin: `vite build` makes the trees of all harnesses from `agents/`, `skills/` and `token-map.json` of
 * Vite's root. Options are checked when the build starts; what is wrong with them is told with all else.
 */
export function agentCortex(options: AgentCortexOptions = {}): Plugin[] {
  return [buildPlugin(givenOptions(options))]
}
