import fs from 'node:fs'
import path from 'node:path'
import type { PiAgent } from '../agent-file.ts'
import { findAgent, unknownAgent, wordFor } from '../catalogue.ts'
import type { Pi, PiContext, Tool } from '../host.ts'
import { findModel, modelName } from '../models.ts'
import { expandHome } from '../places.ts'
import type { WorkerSpec } from './command-line.ts'
import { failure, object, success, text, tool } from './tool.ts'
import type { Workers } from './workers.ts'

/** What the tools for agents work with. */
export interface Sources {
  pi: Pi
  workers: Workers
  agents(ctx: PiContext): readonly PiAgent[]
}

/** `task`: starts an agent in the background. */
export function taskTool(sources: Sources): Tool {
  return tool('task', {
    description:
      'Start an agent in the background and get its id at once. It works on its own in a directory, knows nothing but the prompt, and its last message is its result: wait for it with wait_for_agents, or look at it with read_agent. It ends with this session.',
    promptSnippet: 'Start an agent in the background; returns its id at once',
    parameters: object(
      {
        prompt: text('all that the agent needs to know'),
        agent: text('name of the agent to start; without it, a general worker with the usual tools'),
        cwd: text('directory to work in; default: the current one'),
        model: text('provider/id of its model; default: that of the agent, else the current one'),
        description: text('a few words for the person who watches'),
      },
      ['prompt'],
    ),
    run: (args: TaskArgs, ctx) => {
      const spec = specFor(args, ctx, sources)
      const worker = typeof spec === 'string' ? spec : sources.workers.start(spec)
      if (typeof worker === 'string') return failure(worker)
      const { agent, cwd, tools } = worker.spec
      const what = agent === undefined ? 'a general worker' : agent
      const left = typeof spec === 'object' ? spec.without : []
      const without = left.length === 0 ? '' : `; this session cannot give it ${left.join(', ')}`
      const details = { id: worker.id, agent: agent ?? null, cwd, tools: tools ?? null }
      return success(`started ${worker.id}: ${what} in ${cwd}${without}`, details)
    },
  })
}

interface TaskArgs {
  prompt: string
  agent?: string
  cwd?: string
  model?: string
}

/** @returns a sentence where the call makes no worker */
function specFor(
  { prompt, agent: word = '', cwd = '', model: asked = '' }: TaskArgs,
  ctx: PiContext,
  { pi, agents }: Sources,
): (WorkerSpec & { without: string[] }) | string {
  if (prompt.trim() === '') return 'the prompt is empty: the agent knows nothing but the prompt'
  const known = word === '' ? [] : agents(ctx)
  const agent = findAgent(known, word)
  if (word !== '' && agent === undefined) return unknownAgent(known, word)
  const directory = path.resolve(ctx.cwd, expandHome(cwd.replace(/^@/, '')))
  if (fs.statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true)
    return `there is no directory ${directory}`
  const named = asked === '' ? agent?.model : asked
  const model = named === undefined ? ctx.model : findModel(ctx, named)
  if (typeof model === 'string') return model
  const given = new Set(pi.getAllTools().map(({ name }) => name))
  const wanted = agent?.tools ?? (USUAL.every((name) => given.has(name)) ? undefined : [...given])
  return {
    prompt,
    cwd: directory,
    agent: agent === undefined ? undefined : wordFor(known, agent),
    body: agent?.body,
    // A session that was started with a few tools has no agents with more.
    tools: wanted?.filter((name) => given.has(name)),
    without: wanted?.filter((name) => !given.has(name)) ?? [],
    model: model === undefined ? undefined : modelName(model),
    thinking: named === undefined ? pi.getThinkingLevel() : undefined,
  }
}

/** What pi gives where nobody chooses. */
const USUAL = ['read', 'bash', 'edit', 'write']
