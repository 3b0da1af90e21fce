import { checkBodiless, composeAgent } from '../compose/agent.ts'
import type { Composed } from '../compose/composed.ts'
import type { Context } from '../compose/context.ts'
import { checkBaseKeys } from '../compose/frontmatter.ts'
import { checkAsset, composeSkill } from '../compose/skill.ts'
import { reportUnusedSections, reportUnusedShared } from '../compose/unused-sections.ts'
import type { Diagnostics } from '../diagnostics/index.ts'
import type { AgentFolder } from '../workspace/agents.ts'
import type { SkillFolder } from '../workspace/skills.ts'
import type { Asset } from '../workspace/sources.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { isDeferred } from './layout.ts'
import { inputsOf, memoKey, skillInputsOf } from './memo-inputs.ts'
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

/** What one run composes: agent by agent and skill by skill, each for all harnesses before the next. */
export class Composition {
  /** By harness id. */
  readonly contents: ReadonlyMap<string, Contents>
  readonly #targets: readonly Target[]
  readonly #workspace: Workspace
  readonly #diagnostics: Diagnostics
  /** Nothing in a run of which nothing is kept for the next. */
  readonly #memos: Memos | undefined
  readonly #done = new Set<string>()
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
    if (this.#done.size === this.#done.add(folder.name).size) return
    this.#agent(folder)
    this.#letGo(folder)
  }

  skill(folder: SkillFolder): void {
    this.#skill(folder)
    this.#letGo(folder)
  }

  /** Shared sections that nobody names; to be called when all agents are composed. */
  reportUnused(): void {
    if (this.#agentsWhole) reportUnusedShared(this.#workspace.shared, this.#named, this.#diagnostics.report)
  }

  #agent(folder: AgentFolder): void {
    const { report } = this.#diagnostics
    const contexts = this.#targets.map(({ context }) => context)
    const agent = folder.read()
    if (!('body' in agent) || agent.unread.size > 0) this.#agentsWhole = false
    if (!('body' in agent)) return checkBodiless(contexts, agent)
    checkBaseKeys(contexts, agent)
    for (const { context, harness } of this.#targets) {
      if (!agent.harnesses.has(harness.id)) continue
      const compose = (own: Context): Composed | undefined => composeAgent(own, agent, rereading(folder))
      const composed =
        this.#memos === undefined
          ? compose(context)
          : this.#memos.agents.get(memoKey(harness, agent), () => inputsOf(context, agent), context, compose)
      // A deferred agent's sources are validated all the same.
      if (composed !== undefined && !isDeferred(this.#workspace, agent.name, harness.id))
        this.contents.get(harness.id)!.agents.set(agent.name, composed)
    }
    for (const name of reportUnusedSections(agent, this.#workspace.shared, report)) this.#named.add(name)
  }

  #skill(folder: SkillFolder): void {
    const { map } = this.#workspace
    const skill = folder.read()
    if (skill.unread.size > 0) this.#skillsWhole = false
    for (const asset of skill.assets.values()) checkAsset(map, asset, this.#diagnostics.report)
    for (const { context, harness, plan } of this.#targets) {
      if (!plan.skills.has(skill.directory)) continue
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
  #letGo(folder: AgentFolder | SkillFolder): void {
    if (this.#memos === undefined) folder.forget()
  }
}

/** By itself, so that nothing of what was read is held by it. */
function rereading<Content>(folder: { read(): Content }): () => Content {
  return () => folder.read()
}
