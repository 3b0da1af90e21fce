import { checkBodiless, composeAgent } from '../compose/agent.ts'
import type { Composed } from '../compose/composed.ts'
import type { Context, Look } from '../compose/context.ts'
import { checkBaseKeys } from '../compose/frontmatter.ts'
import type { Harness } from '../compose/harness.ts'
import { checkMap, reportUnusedRows, type UsedRows } from '../compose/map-check.ts'
import { checkDeferred, type Deferred, deferredFor } from '../compose/native.ts'
import { PathIndex } from '../compose/path-index.ts'
import { PLUGIN_ROOT, resolveNamedPaths } from '../compose/paths.ts'
import { checkAsset, composeSkill } from '../compose/skill.ts'
import { reportUnusedSections } from '../compose/unused-sections.ts'
import type { Diagnostics, Reporter } from '../diagnostics/index.ts'
import type { Tree } from '../tree/tree.ts'
import { openProject, type Reader } from '../workspace/reader.ts'
import type { Sightings } from '../workspace/sightings.ts'
import type { Agent } from '../workspace/sources.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import { emptyWorkspace, isWhole, readWorkspace, type Workspace } from '../workspace/workspace.ts'
import { inputPaths } from './inputs.ts'
import { isDeferred } from './layout.ts'
import { reportStrayExtras, reportUnbuilt } from './unbuilt.ts'
import { reportLaidOut } from './laid-out.ts'
import { Memo } from './memo.ts'
import { inputsOf } from './memo-inputs.ts'
import { flatAgentHint, hasFaultySources } from './no-sources.ts'
import { readMetadata, reportMarketplaceKeys } from './metadata.ts'
import { nativeCopies } from './native-copies.ts'
import { type CompileOptions, newDiagnostics, readSettings, type Settings } from './settings.ts'
import { SourceIndex } from './source-index.ts'
import { buildTree, planTarget, type Target } from './target.ts'

/** What one run made. */
export interface Compilation {
  /** By harness id, in build order; empty when an error was found. */
  trees: ReadonlyMap<string, Tree>
  diagnostics: Diagnostics
  /** Harness → what its tree holds. */
  counts: ReadonlyMap<string, { agents: number; skills: number }>
  /** The adapters of the harnesses that are built, by id. */
  harnesses: ReadonlyMap<string, Harness>
}

interface Run {
  settings: Settings
  diagnostics: Diagnostics
  workspace: Workspace
  targets: Target[]
  used: UsedRows
}

/** The compiler: sources in, trees out; it writes nothing. Kept between runs, it redoes only what changed. */
export class Compiler {
  readonly #options: CompileOptions
  readonly #keeps: boolean
  readonly #sightings: Sightings | undefined
  #reader: Reader | undefined
  readonly #agents: Memo<Composed | undefined>
  readonly #skills: Memo<Map<string, Composed>>
  #run: Run | undefined

  /** @param keeps false: for one run only, which is quicker */
  constructor(options: CompileOptions = {}, keeps = true, sightings?: Sightings) {
    this.#options = options
    this.#sightings = sightings
    this.#keeps = keeps
    this.#agents = new Memo(keeps)
    this.#skills = new Memo(keeps)
  }

  /** Reads the sources. @returns the agents that are to be composed anew */
  begin(): Agent[] {
    const diagnostics = newDiagnostics(this.#options)
    const { report } = diagnostics
    const settings = readSettings(this.#options, report)
    const options = settings.sound ? this.#options : {}
    this.#reader ??= openProject(this.#options.root ?? process.cwd(), this.#keeps, report, this.#sightings)
    const workspace =
      this.#reader === undefined
        ? emptyWorkspace()
        : readWorkspace(
            this.#reader,
            {
              known: [...settings.known.keys()],
              harnesses: options.harnesses?.map((harness) =>
                typeof harness === 'string' ? harness : harness.id,
              ),
              only: this.#options.only,
              copy: options.copy ?? {},
              copies: (map) => nativeCopies(settings, map),
              pluginName: options.plugin?.name,
            },
            report,
          )
    const used: UsedRows = { tools: new Set(), paths: new Set() }
    const targets = workspace.built.length === 0 ? [] : this.#targets(settings, workspace, used, report)
    this.#run = { settings, diagnostics, workspace, targets, used }
    return workspace.agents.filter((agent) => targets.some((target) => !this.#isFresh(target, agent)))
  }

  /** Absolute paths to watch after {@link begin}: those of {@link inputPaths}, and what links in them led to. */
  inputs(): string[] {
    const { settings, workspace } = this.#started()
    const reader = this.#reader
    if (reader === undefined) return []
    return [...inputPaths(settings, workspace).map((file) => reader.absolute(file)), ...reader.followed]
  }

  /** Composes one agent for all harnesses ahead of {@link finish}. What it reports is told once, here or then. */
  compose(name: string): void {
    const run = this.#started()
    const agent = run.workspace.agents.find((known) => known.name === name)
    if (agent === undefined) return
    for (const { context, harness } of run.targets) {
      if (!agent.harnesses.has(harness.id)) continue
      this.#agent(this.#keeps ? { ...context, report: () => {}, look: () => {} } : context, agent)
    }
  }

  finish(): Compilation {
    const { settings, diagnostics, workspace, targets, used } = this.#started()
    const { report } = diagnostics
    const { map, agents, bodiless, skills } = workspace
    const contexts = targets.map(({ context }) => context)
    const harnesses = contexts.map(({ harness }) => harness)
    if (agents.length + skills.length === 0 && !hasFaultySources(diagnostics)) {
      report({
        code: 'no-sources',
        message: 'there is no agent and no skill here',
        hint: flatAgentHint(diagnostics) ?? 'write agents/<name>/agent.md, or skills/<name>/SKILL.md',
      })
    }
    checkMap(map, harnesses, report)
    checkDeferred(map, [...agents, ...bodiless], workspace.natives, harnesses, report)
    for (const agent of agents) checkBaseKeys(contexts, agent)
    for (const agent of bodiless) checkBodiless(contexts, agent)
    const trees = new Map<string, Tree>()
    const counts = new Map<string, { agents: number; skills: number }>()
    for (const target of targets) {
      trees.set(target.harness.id, this.#tree(target, workspace, diagnostics))
      counts.set(target.harness.id, { agents: target.plan.agents.size, skills: target.plan.skills.size })
    }
    reportUnusedSections(agents, workspace.shared, bodiless.length === 0, report)
    reportUnbuilt(workspace, settings, this.#reader, report)
    reportLaidOut(workspace.root, settings, report)
    if (this.#reader !== undefined) reportStrayExtras(this.#reader, [...settings.known.keys()], report)
    for (const skill of skills) for (const asset of skill.assets.values()) checkAsset(map, asset, report)
    for (const { plan } of targets)
      for (const extra of plan.extras) if (extra.brought !== true) checkAsset(map, extra, report)
    // With a part of the harnesses, a row may serve the others.
    if (this.#options.only === undefined && isWhole(workspace)) reportUnusedRows(map, used, report)
    return {
      trees: diagnostics.hasErrors && this.#options.inPlace !== true ? new Map() : trees,
      diagnostics,
      counts,
      harnesses: new Map(harnesses.map((harness) => [harness.id, harness])),
    }
  }

  #started(): Run {
    if (this.#run === undefined) throw new Error('begin() comes first')
    return this.#run
  }

  #targets(settings: Settings, workspace: Workspace, used: UsedRows, report: Reporter): Target[] {
    const metadata = readMetadata(workspace.root, settings.sound ? settings.options : {}, report)
    reportMarketplaceKeys(workspace.root, metadata?.name, report)
    return workspace.built.map((id) => {
      const harness = settings.known.get(id)!
      const deferred: Deferred = deferredFor(workspace.map, workspace.natives, id)
      const target = planTarget({
        harness,
        workspace,
        deferred,
        settings,
        metadata,
        reader: this.#reader!,
        report,
      })
      const context: Context = {
        harness: target.harness,
        map: workspace.map,
        named: resolveNamedPaths(
          workspace.map,
          id,
          settings.sound ? settings.options.pluginRoot?.[id] : undefined,
          report,
        ),
        index:
          target.aliases === undefined
            ? new PathIndex(target.plan)
            : new SourceIndex(target.plan, target.aliases),
        shared: workspace.shared,
        passUnknownTools: target.aliases !== undefined,
        report,
        look: (kind, name) => note(used, kind, name, workspace.map),
      }
      return { ...target, context }
    })
  }

  #tree(target: Target, workspace: Workspace, diagnostics: Diagnostics): Tree {
    const { context, plan, harness } = target
    const agents = new Map<string, Composed>()
    for (const agent of workspace.agents) {
      if (!agent.harnesses.has(harness.id)) continue
      // A deferred agent's sources are validated all the same.
      const composed = this.#agent(context, agent)
      if (composed !== undefined && !isDeferred(workspace, agent.name, harness.id))
        agents.set(agent.name, composed)
    }
    const skills = new Map<string, Map<string, Composed>>()
    for (const { skill } of plan.skills.values()) {
      const inputs = (): unknown[] => [harness, workspace.map.broken, ...[...skill.texts].flat()]
      const compose = (own: Context): Map<string, Composed> => composeSkill(own, skill)
      skills.set(
        skill.directory,
        this.#skills.get(`${harness.id}:${skill.directory}`, inputs, context, compose),
      )
    }
    return buildTree(target, { agents, skills }, diagnostics)
  }

  #agent(context: Context, agent: Agent): Composed | undefined {
    return this.#agents.get(
      `${context.harness.id}:${agent.name}`,
      () => inputsOf(context, agent),
      context,
      (own) => composeAgent(own, agent),
    )
  }

  #isFresh({ context, harness }: { context: Context; harness: Harness }, agent: Agent): boolean {
    if (!agent.harnesses.has(harness.id)) return true
    return this.#agents.isFresh(`${harness.id}:${agent.name}`, () => inputsOf(context, agent), context)
  }
}

function note(used: UsedRows, kind: Look['kind'], name: string, map: TokenMap): void {
  if (kind === 'tool') used.tools.add(name)
  else if (kind === 'path') used.paths.add(map.paths.has(name) ? name : PLUGIN_ROOT)
}

/** Reads a project and makes its trees; nothing is written. */
export function compile(options: CompileOptions = {}): Compilation {
  const compiler = new Compiler(options, false)
  compiler.begin()
  return compiler.finish()
}
