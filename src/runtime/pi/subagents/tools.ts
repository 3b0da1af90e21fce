import fs from 'node:fs'
import path from 'node:path'
import type { PiAgent } from '../agent-file.ts'
import { findAgent, unknownAgent, wordFor } from '../catalogue.ts'
import type { Pi, PiContext, Tool, ToolResult } from '../host.ts'
import { findModel, modelName } from '../models.ts'
import { expandHome } from '../places.ts'
import { messageOf } from '../teller.ts'
import type { WorkerSpec } from './command-line.ts'
import { ask, isUnanswered, type Question } from './questions.ts'
import { report } from './report.ts'
import { waitForAny } from './wait.ts'
import type { Workers } from './workers.ts'

interface Sources {
  pi: Pi
  workers: Workers
  agents(ctx: PiContext): readonly PiAgent[]
}

/** Seconds that a wait lasts where nobody says how long, and at most. */
const WAIT = { usual: 600, most: 3600 }

const text = (description: string): object => ({ type: 'string', description })
const ID = text('id that task returned')

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

/** `ask_questions`: asks the person. */
export function questionsTool(): Tool {
  return tool('ask_questions', {
    description:
      'Ask the person who uses this session, and get the answers. One decision a question; with options to choose from, the person can still answer freely. An error says that nobody is there.',
    promptSnippet: 'Ask the person questions, with or without options to choose from',
    executionMode: 'sequential',
    parameters: object(
      {
        questions: {
          type: 'array',
          minItems: 1,
          items: object(
            {
              question: text('one decision'),
              options: {
                type: 'array',
                description: 'answers to choose from',
                items: {
                  anyOf: [
                    { type: 'string' },
                    object({ label: text('the answer'), description: text('what it means') }, ['label']),
                  ],
                },
              },
            },
            ['question'],
          ),
        },
      },
      ['questions'],
    ),
    run: async ({ questions }: { questions: Question[] }, ctx, signal) => {
      if (!ctx.hasUI)
        return failure('nobody is here to answer: decide yourself, and say what you have assumed')
      const answers = await ask(ctx, questions, signal)
      if (isUnanswered(answers))
        return failure('the person has not answered: go on without, or stop and say what is open')
      const pairs = questions.map(({ question }, index) => `${question}\n→ ${answers[index]}`)
      return success(pairs.join('\n\n'), { answers })
    },
  })
}

interface Definition<Args> extends Pick<
  Tool,
  'description' | 'promptSnippet' | 'parameters' | 'executionMode'
> {
  run(args: Args, ctx: PiContext, signal: AbortSignal | undefined): ToolResult | Promise<ToolResult>
}

function tool<Args>(name: string, { run, ...definition }: Definition<Args>): Tool {
  return {
    name,
    label: name,
    ...definition,
    async execute(_id, args, signal, _onUpdate, ctx) {
      try {
        return await run(args, ctx, signal)
      } catch (error) {
        return failure(`${name} failed: ${messageOf(error)}`)
      }
    },
  }
}

function object(properties: Record<string, object>, required: string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: false }
}

function success(message: string, details: unknown): ToolResult {
  return { content: [{ type: 'text', text: message }], details }
}

function failure(message: string): ToolResult {
  return { content: [{ type: 'text', text: message }], details: {}, isError: true }
}
