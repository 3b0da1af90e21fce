import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PiAgent } from '../agent-file.ts'
import { findAgent, unknownAgent, wordFor } from '../catalogue.ts'
import { claim, type Part } from '../claim.ts'
import type { BeforeAgentStart, Pi, PiContext, ReadResult } from '../host.ts'
import { packageOf } from '../places.ts'
import { AGENTS_CHANNEL, type AgentsRequest } from '../request.ts'
import { guarded, shielded, tell } from '../teller.ts'
import { Agents } from './agents.ts'
import { modeCommand, OFF_WORD, pick, type Switch } from './command.ts'
import { Mode } from './mode.ts'
import { SkillReads } from './skill-reads.ts'

const CHANNEL = 'agent-cortex:agent-modes'
const FLAG = 'agent-mode'
const STATUS = 'agent-mode'
/** Names the tag around the agent's text in the system prompt. */
const SECTION = 'agent_mode'
const KEY = 'alt+m'

/** pi's entry: agents as modes of a session. */
export default function agentModes(pi: Pi): void {
  shielded(() => {
    const url = import.meta.url
    const part = claim(pi, CHANNEL, fileURLToPath(url), path.join(packageOf(url), 'agents'))
    if (part !== undefined) new AgentModes(pi, part).register()
  })
}

class AgentModes implements Switch {
  readonly #pi: Pi
  readonly #part: Part
  readonly #reads = new SkillReads()
  readonly #agents: Agents
  readonly #mode: Mode
  /** `--agent-mode off` for a session that has a mode. */
  #leaving = false
  /** `--agent-mode` names no agent, and nobody is there to see that told. */
  #refuses = false

  constructor(pi: Pi, part: Part) {
    this.#pi = pi
    this.#part = part
    this.#agents = new Agents(this.#reads, part.directories)
    this.#mode = new Mode(pi)
  }

  register(): void {
    const pi = this.#pi
    pi.registerFlag(FLAG, {
      description: 'Start as this agent: its instructions, tools and model',
      type: 'string',
    })
    const command = modeCommand(this)
    pi.registerCommand('mode', { ...command, handler: guarded(command.handler) })
    pi.registerShortcut(KEY, {
      description: 'Choose a mode',
      handler: (ctx) => guarded(() => pick(this, ctx))(undefined, ctx),
    })
    pi.on(
      'session_start',
      guarded(({ reason }: { reason: string }, ctx) => this.#start(reason, ctx)),
    )
    pi.on(
      'session_tree',
      guarded((_event, ctx) => this.#take(ctx)),
    )
    // The first event after every extension has had its session_start, and so registered its tools.
    pi.on(
      'resources_discover',
      guarded(async (_event, ctx) => void (await this.#settle(ctx))),
    )
    pi.on(
      'input',
      guarded(() => this.#refuse()),
    )
    pi.on(
      'before_agent_start',
      guarded((event: BeforeAgentStart, ctx) => this.#speak(event, ctx)),
    )
    pi.on(
      'tool_result',
      guarded((event: ReadResult, ctx) => this.#substitute(event, ctx)),
    )
    pi.on(
      'session_shutdown',
      guarded(() => this.#part.release()),
    )
    pi.events.on(AGENTS_CHANNEL, (request: AgentsRequest) => {
      request.agents = this.#agents.read(request.ctx)
    })
  }

  agents(ctx: PiContext): readonly PiAgent[] {
    return this.#agents.read(ctx)
  }

  known(): readonly PiAgent[] {
    return this.#agents.known
  }

  current(): string | undefined {
    return this.#mode.name
  }

  async on(ctx: PiContext, agent: PiAgent): Promise<void> {
    await this.#mode.enter(ctx, agent)
    this.#show(ctx)
    tell(ctx, 'info', `mode ${wordFor(this.known(), agent)}: ${agent.tools?.join(', ') ?? 'tools as before'}`)
  }

  async off(ctx: PiContext): Promise<void> {
    const was = this.#mode.name
    await this.#mode.leave(ctx)
    this.#show(ctx)
    tell(ctx, 'info', was === undefined ? 'no mode is on' : 'mode off')
  }

  #start(reason: string, ctx: PiContext): void {
    const agents = this.#agents.read(ctx)
    const kept = this.#mode.resume(ctx)
    const flag = this.#pi.getFlag(FLAG)
    // The flag is for what pi starts with, and for new sessions after it; a session that is gone back to has its own.
    const counts = reason === 'startup' || (reason === 'new' && !kept)
    if (counts && typeof flag === 'string' && flag !== '') this.#obey(ctx, agents, flag)
    this.#show(ctx)
  }

  #obey(ctx: PiContext, agents: readonly PiAgent[], word: string): void {
    const agent = findAgent(agents, word)
    if (agent !== undefined) this.#mode.plan(agent.name)
    else if (word === OFF_WORD) this.#leaving = true
    else {
      const rest = ctx.hasUI ? '' : '; nothing is sent to a model'
      tell(ctx, 'error', `--${FLAG}: ${unknownAgent(agents, word)}${rest}`)
      this.#refuses = !ctx.hasUI
    }
  }

  /** A script that asked for an agent must not get a plain assistant with all tools in its place. */
  #refuse(): { action: 'handled' } | undefined {
    if (!this.#refuses) return undefined
    // pi itself takes a prompt that was handled for a success.
    process.exitCode = 1
    return { action: 'handled' }
  }

  async #take(ctx: PiContext): Promise<void> {
    await this.#mode.move(ctx)
    await this.#settle(ctx)
  }

  async #settle(ctx: PiContext): Promise<PiAgent | undefined> {
    if (this.#leaving) {
      this.#leaving = false
      await this.#mode.leave(ctx)
    }
    const agents = this.#mode.name === undefined ? [] : this.#agents.read(ctx)
    const agent = await this.#mode.settle(ctx, (name) => findAgent(agents, name))
    this.#show(ctx)
    return agent
  }

  async #speak({ systemPromptOptions }: BeforeAgentStart, ctx: PiContext): Promise<void> {
    const agent = await this.#settle(ctx)
    if (agent !== undefined) (systemPromptOptions.sections ??= {})[SECTION] = agent.body
  }

  #substitute(event: ReadResult, ctx: PiContext): { content: ReadResult['content'] } | undefined {
    const content = this.#reads.substitute(event, ctx.cwd)
    return content === undefined ? undefined : { content }
  }

  #show(ctx: PiContext): void {
    const { name } = this.#mode
    const agent = this.known().find((known) => known.name === name)
    const word = agent === undefined ? name : wordFor(this.known(), agent)
    ctx.ui.setStatus(STATUS, word === undefined ? undefined : `mode: ${word}`)
  }
}
