import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PiAgent } from '../agent-file.ts'
import { merged, readDirectory } from '../catalogue.ts'
import { claim, type Part } from '../claim.ts'
import type { Pi, PiContext, Tool } from '../host.ts'
import { agentDirectory, packageOf } from '../places.ts'
import { AGENTS_CHANNEL, type AgentsRequest } from '../request.ts'
import { guarded, shielded, tell } from '../teller.ts'
import { cleanLeftovers } from './ledger.ts'
import { watchLifeline } from './lifeline.ts'
import { depth, mostWorkers } from './limits.ts'
import { questionsTool } from './questions.ts'
import { taskTool } from './task.ts'
import { readAgentTool, waitTool } from './read-and-wait.ts'
import { Workers } from './workers.ts'

const CHANNEL = 'agent-cortex:subagents'
const STATUS = 'agents'

/** pi's entry: agents in the background, and questions to the person. */
export default function subagents(pi: Pi): void {
  shielded(() => {
    const url = import.meta.url
    const home = packageOf(url)
    const part = claim(pi, CHANNEL, fileURLToPath(url), path.join(home, 'agents'))
    if (part === undefined) return
    let workers: Workers | undefined
    pi.on(
      'session_start',
      guarded((_event, ctx) => {
        watchLifeline()
        cleanLeftovers()
        workers = new Workers(home, () => showCount(ctx, workers))
        const agents = (asking: PiContext): readonly PiAgent[] => agentsOf(pi, part, asking)
        register(pi, ctx, [
          questionsTool(),
          ...(mostWorkers(depth()) === 0
            ? []
            : [taskTool, readAgentTool, waitTool].map((make) => make({ pi, workers: workers!, agents }))),
        ])
      }),
    )
    pi.on(
      'session_shutdown',
      guarded(async () => {
        part.release()
        await workers?.stop()
      }),
    )
  })
}

/** Registers what nobody else has brought; pi would keep the other's without a word. */
function register(pi: Pi, ctx: PiContext, tools: readonly Tool[]): void {
  const owners = new Map(pi.getAllTools().map(({ name, sourceInfo }) => [name, sourceInfo.path]))
  for (const tool of tools) {
    const owner = owners.get(tool.name)
    if (owner === undefined) pi.registerTool(tool)
    else
      tell(ctx, 'warning', `the tool ${tool.name} is that of ${owner}; the one of agent-cortex is left out`)
  }
}

/** All agents where agent-modes is loaded too, else the composed ones. */
function agentsOf(pi: Pi, part: Part, ctx: PiContext): readonly PiAgent[] {
  const request: AgentsRequest = { ctx }
  pi.events.emit(AGENTS_CHANNEL, request)
  return (
    request.agents ??
    merged([path.join(agentDirectory(), 'agents'), ...part.directories].map(readDirectory)).agents
  )
}

function showCount(ctx: PiContext, workers: Workers | undefined): void {
  const count = workers?.running.length ?? 0
  try {
    ctx.ui.setStatus(STATUS, count === 0 ? undefined : `${count} agent${count === 1 ? '' : 's'} running`)
  } catch {
    // The session that the agents belonged to has ended.
  }
}
