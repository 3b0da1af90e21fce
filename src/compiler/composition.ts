import { checkBodiless, composeAgent } from '../compose/agent.ts'
import type { Composed } from '../compose/composed.ts'
import { type Context, silent } from '../compose/context.ts'
import { checkBaseKeys } from '../compose/frontmatter.ts'
import { checkAsset, composeSkill } from '../compose/skill.ts'
import { reportUnusedSections, reportUnusedShared } from '../compose/unused-sections.ts'
import type { Diagnostics } from '../diagnostics/index.ts'
import { lexed } from '../template/template.ts'
import type { AgentFolder } from '../workspace/agents.ts'
import type { SkillFolder } from '../workspace/skills.ts'
import type { Agent, Asset, BodilessAgent } from '../workspace/sources.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { PlannedHarness } from './harnesses/plan.ts'
import type { HarnessPart } from './harnesses/parts.ts'
import { isDeferred } from './layout.ts'
import { harnessInputsOf, inputsOf, memoKey, skillInputsOf } from './memo-inputs.ts'
import type { Memos } from './memo.ts'
import type { Target } from './target.ts'

/** What goes into one harness's tree of agents and skills. */
export interface Contents {
  readonly agents: Map<string, Composed>
  /** By skill directory. */
  readonly skills: Map<string, SkillContents>
}

interface SkillContents {
  texts: ReadonlyMap<string, Composed>
  assets: ReadonlyMap<string, Asset>
}

/** A skill, or what is composed like one. */
type Composable = SkillFolder | HarnessPart

/** What one run composes: agent by agent and skill by skill, each for all harnesses before the next. */
export class Composition {
  /** By harness id. */
  readonly contents: ReadonlyMap<string, Contents>
  readonly #targets: readonly Target[]
  readonly #workspace: Workspace
  readonly #diagnostics: Diagnostics
  /** Nothing in a run of which nothing is kept for the next. */
  readonly #memos: Memos | undefined
  readonly #done = new Set<unknown>()
  readonly #named = new Set<string>()
  #agentsWhole: boolean
  #skillsWhole = true

  constructor(
    targets: readonly Target[],
    workspace: Workspace,
    diagnostics: Diagnostics,
    memos: Memos | undefined,
  ) {
    this.#targets = targets
    this.#workspace = workspace
    this.#diagnostics = diagnostics
    this.#memos = memos
    this.#agentsWhole = workspace.shared.unread.size === 0
    this.contents = new Map(
      targets.map(({ harness }) => [harness.id, { agents: new Map(), skills: new Map() }]),
    )
  }

  /** Whether all that was composed could be read: else nobody knows what the others name. */
  get isWhole(): boolean {
    return this.#agentsWhole && this.#skillsWhole
  }

  /** Once; a second time does nothing. */
  agent(folder: AgentFolder): void {
    if (this.#done.size === this.#done.add(folder).size) return
    this.#agent(folder)
    this.#letGo(folder)
  }

  /** Once; a second time does nothing. */
  skill(folder: Composable): void {
    if (this.#done.size === this.#done.add(folder).size) return
    this.#skill(folder)
    this.#letGo(folder)
  }

  /** An Agent Harness: the agent that it is for clients, and what else of it goes into trees. */
  harness({ directory, agent, parts, whole }: PlannedHarness): void {
    for (const part of new Set([...parts, whole])) this.skill(part)
    if (agent === undefined) return
    const tokens = JSON.stringify(lexed(agent.body).tokens)
    for (const { context, harness, view } of this.#targets) {
      if (view !== undefined) continue
      const compose = (own: Context): Composed | undefined => composeAgent(own, agent, () => agent)
      const inputs = (): unknown[] => harnessInputsOf(context, agent, tokens)
      const key = memoKey(harness, { name: directory })
      const composed =
        this.#memos === undefined ? compose(context) : this.#memos.agents.get(key, inputs, context, compose)
      if (composed !== undefined) this.contents.get(harness.id)!.agents.set(directory, composed)
    }
    const named = reportUnusedSections(agent, this.#workspace.shared, this.#diagnostics.report)
    for (const name of named) this.#named.add(name)
  }

  /** Shared sections that nobody names; to be called when all agents are composed. */
  reportUnused(): void {
    if (this.#agentsWhole) reportUnusedShared(this.#workspace.shared, this.#named, this.#diagnostics.report)
  }

  #agent(folder: AgentFolder): void {
    const { report } = this.#diagnostics
    const contexts = this.#targets.filter(({ view }) => view === undefined).map(({ context }) => context)
    const agent = folder.read()
    if (!('body' in agent) || agent.unread.size > 0) this.#agentsWhole = false
    if (!('body' in agent)) return checkBodiless(contexts, agent)
    checkBaseKeys(contexts, agent)
    for (const target of this.#targets) {
      const { context, harness } = target
      if (!ships(target, agent)) continue
      const compose = (own: Context): Composed | undefined => composeFor(target, own, agent, folder)
      const composed =
        this.#memos === undefined
          ? compose(context)
          : this.#memos.agents.get(memoKey(harness, agent), () => inputsFor(target, agent), context, compose)
      // A deferred agent's sources are validated all the same.
      if (composed !== undefined && !isDeferred(this.#workspace, agent.name, harness.id))
        this.contents.get(harness.id)!.agents.set(agent.name, composed)
    }
    for (const name of reportUnusedSections(agent, this.#workspace.shared, report)) this.#named.add(name)
  }

  #skill(folder: Composable): void {
    const { map } = this.#workspace
    const skill = folder.read()
    if (skill.unread.size > 0) this.#skillsWhole = false
    for (const asset of skill.assets.values()) checkAsset(map, asset, this.#diagnostics.report)
    for (const { context, harness, plan } of this.#targets) {
      if (plan.skills.get(skill.directory)?.skill !== folder) continue
      const compose = (own: Context): Map<string, Composed> => composeSkill(own, skill, rereading(folder))
      const texts =
        this.#memos === undefined
          ? compose(context)
          : this.#memos.skills.get(
              memoKey(harness, { name: skill.directory }),
              () => skillInputsOf(context, skill),
              context,
              compose,
            )
      this.contents.get(harness.id)!.skills.set(skill.directory, { texts, assets: skill.assets })
    }
  }

  /** Where the next run compares with this one, all of it is still wanted. */
  #letGo(folder: AgentFolder | Composable): void {
    if (this.#memos === undefined) folder.forget()
  }
}

/** Whether an agent goes to a target. */
export function ships({ harness, context, view }: Target, agent: Agent): boolean {
  if (view === undefined) return agent.harnesses.has(harness.id)
  return view.of(silent(context), agent) !== undefined
}

/** What an agent's composition for a target is made from. */
export function inputsFor({ context, view }: Target, agent: Agent): unknown[] {
  return view === undefined ? inputsOf(context, agent) : view.inputs(context, agent)
}

function composeFor(
  { view }: Target,
  context: Context,
  agent: Agent,
  folder: AgentFolder,
): Composed | undefined {
  if (view === undefined) return composeAgent(context, agent, rereading(folder))
  const seen = view.of(context, agent)
  const quiet = silent(context)
  const again = (): Agent | BodilessAgent => {
    const read = folder.read()
    return 'body' in read ? (view.of(quiet, read) ?? read) : read
  }
  return seen && composeAgent(context, seen, again)
}

/** By itself, so that nothing of what was read is held by it. */
function rereading<Content>(folder: { read(): Content }): () => Content {
  return () => folder.read()
}
