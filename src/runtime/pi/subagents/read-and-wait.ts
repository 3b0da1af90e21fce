import type { Tool } from '../host.ts'
import { report } from './report.ts'
import type { Sources } from './task.ts'
import { failure, object, success, text, tool } from './tool.ts'
import { waitForAny } from './wait.ts'
import type { Workers } from './workers.ts'

/** Seconds that a wait lasts where nobody says how long, and at most. */
const WAIT = { usual: 600, most: 3600 }

const ID = text('id that task returned')

/** `read_agent`: how an agent stands, and what it said. */
export function readAgentTool({ workers }: Sources): Tool {
  return tool('read_agent', {
    description:
      'How a background agent stands and the last thing that it said. Does not wait; may be called again.',
    promptSnippet: 'Status and output of a background agent',
    parameters: object({ id: ID }, ['id']),
    run: ({ id }: { id: string }) => {
      const worker = workers.get(id)
      if (worker === undefined) return failure(unknownWorker(workers, [id]))
      return success(report(worker), { id, status: worker.status })
    },
  })
}

/** `wait_for_agents`: until one ends. */
export function waitTool({ workers }: Sources): Tool {
  return tool('wait_for_agents', {
    description:
      'Wait until at least one background agent has ended, or the time is up. Returns the output of those that ended and how the others stand; they go on. Call it again for the rest.',
    promptSnippet: 'Wait until a background agent has ended',
    parameters: object({
      ids: { type: 'array', items: ID, description: 'the agents to wait for; default: all' },
      timeout_seconds: { type: 'number', description: `default ${WAIT.usual}, at most ${WAIT.most}` },
    }),
    run: async ({ ids, timeout_seconds: seconds = WAIT.usual }: WaitArgs, _ctx, signal) => {
      const unknown = ids?.filter((id) => workers.get(id) === undefined) ?? []
      if (unknown.length > 0) return failure(unknownWorker(workers, unknown))
      const wanted = ids === undefined || ids.length === 0 ? workers.all : ids.map((id) => workers.get(id)!)
      if (wanted.length === 0) return failure('no agent was started in this session')
      const limit = Math.min(Math.max(seconds, 0), WAIT.most) * 1000
      const said = await waitForAny([...new Set(wanted)], limit, signal)
      return success(said, { agents: wanted.map(({ id, status }) => ({ id, status })) })
    },
  })
}

interface WaitArgs {
  ids?: string[]
  timeout_seconds?: number
}

function unknownWorker(workers: Workers, ids: readonly string[]): string {
  const known = workers.all.map(({ id }) => id)
  const there = known.length === 0 ? 'none was started in this session' : `there are ${known.join(', ')}`
  return `there is no agent with the id ${ids.join(', ')}; ${there}`
}
