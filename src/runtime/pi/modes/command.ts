import type { PiAgent } from '../agent-file.ts'
import { findAgent, unknownAgent, wordFor } from '../catalogue.ts'
import type { Command, Completion, PiContext } from '../host.ts'
import { tell } from '../teller.ts'

/** What `/mode` and its key work on. */
export interface Switch {
  agents(ctx: PiContext): readonly PiAgent[]
  /** As of the last time that they were asked for. */
  known(): readonly PiAgent[]
  current(): string | undefined
  on(ctx: PiContext, agent: PiAgent): Promise<void>
  off(ctx: PiContext): Promise<void>
}

export const OFF_WORD = 'off'

export function modeCommand(modes: Switch): Command {
  return {
    description: 'Take on an agent: its instructions, tools and model (off: none)',
    getArgumentCompletions: (prefix) => completions(modes.known(), prefix),
    handler: (args, ctx) => {
      const word = args.trim()
      return word === '' ? pick(modes, ctx) : choose(modes, ctx, word)
    },
  }
}

/** With completions on the screen, Enter takes one and does not send the line; so for a name that is whole there are none. */
export function completions(agents: readonly PiAgent[], prefix: string): Completion[] | null {
  const typed = prefix.trim()
  if (typed === OFF_WORD || findAgent(agents, typed) !== undefined) return null
  const all = [
    ...agents.map((agent) => {
      const word = wordFor(agents, agent)
      return { value: word, label: word, description: agent.description }
    }),
    { value: OFF_WORD, label: OFF_WORD, description: 'no mode: what was before it' },
  ]
  const fitting = all.filter(({ value }) => value.startsWith(typed))
  return fitting.length === 0 ? null : fitting
}

async function choose(modes: Switch, ctx: PiContext, word: string): Promise<void> {
  if (word === OFF_WORD) return modes.off(ctx)
  const agents = modes.agents(ctx)
  const agent = findAgent(agents, word)
  if (agent === undefined) tell(ctx, 'error', unknownAgent(agents, word))
  else await modes.on(ctx, agent)
}

/** Lets the person choose; where nobody is, says what there is. */
export async function pick(modes: Switch, ctx: PiContext): Promise<void> {
  const agents = modes.agents(ctx)
  if (agents.length === 0) return tell(ctx, 'warning', 'no agents were found')
  const words = agents.map((agent) => wordFor(agents, agent))
  if (!ctx.hasUI) return tell(ctx, 'warning', `/mode takes one of ${[...words, OFF_WORD].join(', ')}`)
  const rows = agents.map((agent, index) => ({
    word: words[index]!,
    row: `${agent.name === modes.current() ? '● ' : ''}${words[index]}: ${shortened(agent.description)}`,
  }))
  rows.push({ word: OFF_WORD, row: `${OFF_WORD}: no mode` })
  const chosen = await ctx.ui.select(
    'Mode',
    rows.map(({ row }) => row),
  )
  const word = rows.find(({ row }) => row === chosen)?.word
  if (word !== undefined) await choose(modes, ctx, word)
}

/** Characters of a description that fit beside a name. */
const LONGEST = 90

function shortened(text: string): string {
  if (text.length <= LONGEST) return text
  const blank = text.lastIndexOf(' ', LONGEST)
  return `${text.slice(0, blank === -1 ? LONGEST : blank)} …`
}
