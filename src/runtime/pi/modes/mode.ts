import type { PiAgent } from '../agent-file.ts'
import type { Pi, PiContext } from '../host.ts'
import { findModel, modelName } from '../models.ts'
import { tell } from '../teller.ts'
import { load, OFF, type Original, save, type Saved, snapshot } from './saved.ts'

/** The mode of a session: an agent whose tools, model and text are the session's while it is on. */
export class Mode {
  readonly #pi: Pi
  #saved: Saved = OFF
  /** Known by name only; tools and model are set once all extensions have brought their tools. */
  #pending: string | undefined
  /** What the branch says was set is not what pi has: it keeps the model when it goes to another branch. */
  #moved = false

  constructor(pi: Pi) {
    this.#pi = pi
  }

  /** Name of the agent that is on, or will be. */
  get name(): string | undefined {
    return this.#pending ?? this.#saved.mode ?? undefined
  }

  /** Takes up what the session's branch says. @returns whether it says anything */
  resume(ctx: PiContext): boolean {
    const saved = load(ctx)
    this.#saved = saved ?? OFF
    this.#pending = saved?.mode ?? undefined
    return saved !== undefined
  }

  /** Takes up another branch of the same session. */
  async move(ctx: PiContext): Promise<void> {
    const before = this.#saved
    this.resume(ctx)
    if (this.#saved.mode === before.mode) return
    await this.#restore(ctx, before)
    this.#moved = true
  }

  /** Switches on with {@link settle}. */
  plan(name: string | undefined): void {
    this.#pending = name
  }

  /** Does what was planned; and what has been edited since. */
  async settle(ctx: PiContext, find: (name: string) => PiAgent | undefined): Promise<PiAgent | undefined> {
    const { name } = this
    if (name === undefined) return undefined
    const agent = find(name)
    if (agent === undefined) {
      tell(ctx, 'warning', `the agent ${JSON.stringify(name)} is not there any more: its mode is off`)
      await this.leave(ctx)
      return undefined
    }
    // Tools that others registered since the mode was planned are active now.
    await this.enter(ctx, agent, this.#pending !== undefined)
    return agent
  }

  /** @param anew sets tools also where the agent's list is the one that was set last */
  async enter(ctx: PiContext, agent: PiAgent, anew = true): Promise<void> {
    this.#pending = undefined
    const before = this.#saved
    const original = before.original ?? snapshot(this.#pi, ctx)
    const tools = [...(agent.tools ?? original.tools)]
    if (anew || !isSame(tools, before.tools)) this.#setTools(ctx, agent, tools)
    const model = await this.#setModel(ctx, agent, before, original)
    this.#moved = false
    this.#saved = { mode: agent.name, original, tools, model }
    if (JSON.stringify(this.#saved) !== JSON.stringify(before)) save(this.#pi, this.#saved)
  }

  /** Restores what was before the mode. */
  async leave(ctx: PiContext): Promise<void> {
    this.#pending = undefined
    if (this.#saved.mode === null) return
    await this.#restore(ctx, this.#saved)
    this.#saved = OFF
    save(this.#pi, OFF)
  }

  async #restore(ctx: PiContext, { original, model }: Saved): Promise<void> {
    if (original === null) return
    this.#pi.setActiveTools(original.tools)
    if (model !== null) await this.#restoreModel(ctx, model, original)
  }

  #setTools(ctx: PiContext, agent: PiAgent, tools: readonly string[]): void {
    const known = new Set(this.#pi.getAllTools().map(({ name }) => name))
    this.#pi.setActiveTools([...tools])
    const missing = agent.tools?.filter((tool) => !known.has(tool)) ?? []
    if (missing.length > 0)
      tell(ctx, 'warning', `${agent.name} goes without: pi has no tool ${quoted(missing)}`)
  }

  /** @returns what the mode has set; null: nothing */
  async #setModel(ctx: PiContext, agent: PiAgent, before: Saved, original: Original): Promise<string | null> {
    if (agent.model === undefined) {
      if (before.model !== null) await this.#restoreModel(ctx, before.model, original)
      return null
    }
    const model = findModel(ctx, agent.model)
    if (typeof model === 'string') {
      tell(ctx, 'warning', `${agent.name} keeps the current model: ${model}`)
      return before.model
    }
    const name = modelName(model)
    // A person may have chosen another since.
    if (name === before.model && agent.name === before.mode && !this.#moved) return name
    if (await this.#pi.setModel(model)) return name
    tell(ctx, 'warning', `${agent.name} keeps the current model: there is no key for ${name}`)
    return before.model
  }

  /** @param set what the mode had set: a person's own choice since then stays */
  async #restoreModel(ctx: PiContext, set: string, original: Original): Promise<void> {
    if (original.model === null || ctx.model === undefined || modelName(ctx.model) !== set) return
    const model = findModel(ctx, original.model)
    if (typeof model === 'string' || !(await this.#pi.setModel(model))) {
      tell(ctx, 'warning', `the model ${original.model} could not be restored`)
      return
    }
    this.#pi.setThinkingLevel(original.thinking)
  }
}

function isSame(a: readonly string[], b: readonly string[] | null): boolean {
  return b !== null && a.length === b.length && a.every((item, index) => item === b[index])
}

function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ')
}
