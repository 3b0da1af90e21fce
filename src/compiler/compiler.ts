import type { Harness } from '../compose/harness.ts'
import { checkMap, reportUnusedRows, type UsedRows } from '../compose/map-check.ts'
import { checkDeferred } from '../compose/native.ts'
import { PLUGIN_ROOT } from '../compose/paths.ts'
import { checkAsset } from '../compose/skill.ts'
import type { Diagnostics } from '../diagnostics/index.ts'
import type { Tree } from '../tree/tree.ts'
import { openProject, type Reader } from '../workspace/reader.ts'
import type { Sightings } from '../workspace/sightings.ts'
import { harnessPaths } from '../workspace/agent-harnesses.ts'
import type { AgentFolder } from '../workspace/agents.ts'
import { emptyWorkspace, readWorkspace, type Workspace } from '../workspace/workspace.ts'
import { Composition, inputsFor, ships } from './composition.ts'
import { inputPaths } from './inputs.ts'
import { reportStrayExtras, reportUnbuilt } from './unbuilt.ts'
import { reportLaidOut } from './laid-out.ts'
import type { PlannedHarness } from './harnesses/plan.ts'
import type { HarnessSource } from './harnesses/source.ts'
import { Memos } from './memo.ts'
import { memoKey } from './memo-inputs.ts'
import { buildNeutralTree } from './neutral/target.ts'
import {
  flatAgentHint,
  hasFaultySources,
  isEmpty,
  rootHarnessHint,
  wrongDirectoryHint,
} from './no-sources.ts'
import { nativeCopies } from './native-copies.ts'
import { type CompileOptions, newDiagnostics, readSettings, type Settings } from './settings.ts'
import { buildTree, type Target } from './target.ts'
import { makeTargets, type Targets } from './targets.ts'

/** An Agent Harness, and where clients have the agent that it is for them. */
export interface BuiltHarness extends HarnessSource, Pick<PlannedHarness, 'paragraphOf'> {
  /** `root` is what the client puts before paths. */
  agents: readonly { client: string; file: string; root: string }[]
}

/** What one run made. */
export interface Compilation {
  /** By harness id, in build order; empty when an error was found. */
  trees: ReadonlyMap<string, Tree>
  diagnostics: Diagnostics
  /** Harness → what its tree holds. */
  counts: ReadonlyMap<string, { agents: number; skills: number }>
  /** The Agent Harness directories of the project that could be read. */
  agentHarnesses: readonly BuiltHarness[]
  /** The adapters of the harnesses that are built, by id. */
  harnesses: ReadonlyMap<string, Harness>
}

interface Run extends Targets {
  settings: Settings
  diagnostics: Diagnostics
  workspace: Workspace
  used: UsedRows
  composition: Composition
  /** Agents by name. */
  folders: ReadonlyMap<string, AgentFolder>
}

/** The compiler: sources in, trees out; it writes nothing. Kept between runs, it redoes only what changed. */
export class Compiler {
  readonly #options: CompileOptions
  /** Nothing: there is one run only, which lets go of each source as soon as it can. */
  readonly #memos: Memos | undefined
  readonly #sightings: Sightings | undefined
  #reader: Reader | undefined
  #run: Run | undefined

  /** @param keeps false: for one run only, which is quicker */
  constructor(options: CompileOptions = {}, keeps = true, sightings?: Sightings) {
    this.#options = options
    this.#sightings = sightings
    this.#memos = keeps ? new Memos() : undefined
  }

  /** Lists the sources, and reads those that concern all agents and skills. */
  begin(): void {
    const diagnostics = newDiagnostics(this.#options)
    const { report } = diagnostics
    const settings = readSettings(this.#options, report)
    const options = settings.sound ? this.#options : {}
    const keeps = this.#memos !== undefined
    this.#reader ??= openProject(this.#options.root ?? process.cwd(), keeps, report, this.#sightings)
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
              harnessPaths: harnessPaths(options.agentHarnesses),
              copies: (map) => nativeCopies(settings, map),
              pluginName: options.plugin?.name,
            },
            report,
          )
    const used: UsedRows = { tools: new Set(), paths: new Set() }
    const made = makeTargets(this.#reader, { settings, workspace, used, report })
    const composition = new Composition(made.targets, workspace, diagnostics, this.#memos)
    const folders = new Map(workspace.agents.map((folder) => [folder.name, folder]))
    this.#run = { settings, diagnostics, workspace, ...made, used, composition, folders }
  }

  /** The agents that are to be composed anew. One whose text cannot be read is none of them. */
  stale(): string[] {
    const { workspace, targets } = this.#started()
    return workspace.agents.filter((folder) => this.#isStale(folder, targets)).map(({ name }) => name)
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
    const { folders, composition } = this.#started()
    const folder = folders.get(name)
    if (folder !== undefined) composition.agent(folder)
  }

  /**
   * Composes ahead of {@link finish}, step by step, whatever is not composed yet: for a host that has to wait now and
   * then. Between two steps, anything else may be done.
   */
  *ahead(): Generator<void> {
    const { workspace, composition } = this.#started()
    for (const folder of workspace.skills) yield composition.skill(folder)
    // Hosts ask for agents from the first on.
    for (const folder of workspace.agents.toReversed()) yield composition.agent(folder)
  }

  finish(): Compilation {
    const { settings, diagnostics, workspace, metadata, planned, targets, used, composition } =
      this.#started()
    const { report } = diagnostics
    const { map, agents, skills } = workspace
    const { root = process.cwd() } = this.#options
    const contexts = targets.filter(isClient).map(({ context }) => context)
    const harnesses = contexts.map(({ harness }) => harness)
    for (const folder of agents) composition.agent(folder)
    for (const folder of skills) composition.skill(folder)
    for (const harness of planned) composition.harness(harness)
    composition.reportUnused()
    if (isEmpty(workspace) && !hasFaultySources(diagnostics)) {
      report({
        code: 'no-sources',
        message: 'there is no agent and no skill here',
        hint:
          flatAgentHint(diagnostics) ??
          rootHarnessHint(root) ??
          wrongDirectoryHint(root) ??
          'write agents/<name>/agent.md, or skills/<name>/SKILL.md',
      })
    }
    checkMap(map, harnesses, report)
    const names = agents.map(({ name }) => name)
    checkDeferred(map, names, workspace.natives, harnesses, report)
    const trees = new Map<string, Tree>()
    const counts = new Map<string, { agents: number; skills: number }>()
    for (const target of targets) {
      const { id } = target.harness
      const contents = composition.contents.get(id)!
      const tree = isClient(target)
        ? buildTree(target, contents, diagnostics)
        : buildNeutralTree(target, contents, metadata, workspace, diagnostics)
      trees.set(id, tree)
      const skills = [...target.plan.skills.values()].filter(({ skill }) => skill.isSkill)
      counts.set(id, { agents: target.plan.agents.size, skills: skills.length })
    }
    reportUnbuilt(workspace, settings, this.#reader, report)
    reportLaidOut(workspace.root, settings, report)
    if (this.#reader !== undefined) reportStrayExtras(this.#reader, [...settings.known.keys()], report)
    for (const { plan } of targets)
      for (const extra of plan.extras) if (extra.brought !== true) checkAsset(map, extra, report)
    // With a part of the harnesses, a row may serve the others.
    if (this.#options.only === undefined && composition.isWhole) reportUnusedRows(map, used, report)
    return {
      trees: diagnostics.hasErrors && this.#options.inPlace !== true ? new Map() : trees,
      diagnostics,
      counts,
      agentHarnesses: planned.map((harness) => builtHarness(harness, targets)),
      harnesses: new Map(harnesses.map((harness) => [harness.id, harness])),
    }
  }

  #started(): Run {
    if (this.#run === undefined) throw new Error('begin() comes first')
    return this.#run
  }

  #isStale(folder: AgentFolder, targets: readonly Target[]): boolean {
    const memos = this.#memos
    // In a single run each is read when its turn comes; its text alone is looked at before.
    if (memos === undefined) return folder.hasText()
    const agent = folder.read()
    return (
      'body' in agent &&
      targets.some((target) => {
        const { context, harness } = target
        if (!ships(target, agent)) return false
        return !memos.agents.isFresh(memoKey(harness, agent), () => inputsFor(target, agent), context)
      })
    )
  }
}

function builtHarness(
  { source, directory, paragraphOf }: PlannedHarness,
  targets: readonly Target[],
): BuiltHarness {
  const agents = targets.filter(isClient).flatMap(({ harness, plan, context }) => {
    const file = plan.agents.get(directory)
    return file === undefined
      ? []
      : [{ client: harness.id, file, root: context.named.get(PLUGIN_ROOT) ?? '' }]
  })
  return { ...source, paragraphOf, agents }
}

function isClient({ view }: Target): boolean {
  return view === undefined
}

/** Reads a project and makes its trees; nothing is written. */
export function compile(options: CompileOptions = {}): Compilation {
  const compiler = new Compiler(options, false)
  compiler.begin()
  return compiler.finish()
}
