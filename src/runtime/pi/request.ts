import type { PiAgent } from './agent-file.ts'
import type { PiContext } from './host.ts'

/** Where agent-modes tells other extensions of its load which agents there are. */
export const AGENTS_CHANNEL = 'agent-cortex:agents'

export interface AgentsRequest {
  ctx: PiContext
  /** Filled in at once, where somebody answers. */
  agents?: readonly PiAgent[]
}
