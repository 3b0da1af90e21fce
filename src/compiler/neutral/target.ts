import type { Composed } from '../../compose/composed.ts'
import type { Clientless, Context } from '../../compose/context.ts'
import type { Metadata } from '../../compose/harness.ts'
import { PathIndex, type SkillFiles, type TreePlan } from '../../compose/path-index.ts'
import { PLUGIN_ROOT, resolveNamedPaths } from '../../compose/paths.ts'
import type { Diagnostics } from '../../diagnostics/index.ts'
import type { Tree } from '../../tree/tree.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { Contents } from '../composition.ts'
import type { PlannedHarness } from '../harnesses/plan.ts'
import type { Settings } from '../settings.ts'
import { fillTree, type Target } from '../target.ts'
import { NEUTRAL, neutralHarness } from './harness.ts'
import { neutralMap } from './map.ts'
import { roleInputs, roleOf } from './role.ts'
import { descriptionIn, type Item, Routing } from './routing.ts'
import { tellVerdict } from './verdict.ts'

interface NeutralInput {
  settings: Settings
  workspace: Workspace
  planned: readonly PlannedHarness[]
  /** Contexts of those that are built. */
  clients: readonly Context[]
}

/** Whether this run makes the output for no client. */
export function isWanted({ options, sound }: Settings, { listed }: Workspace): boolean {
  if (!sound || options.agentHarness !== true || options.inPlace === true || listed.length === 0) return false
  return options.only === undefined || options.only.includes(NEUTRAL)
}

/**
 * The output for no client: a target like those of clients, but that its tree leads an agent through it.
 * @param clients contexts of those that are built
 */
export function neutralTarget(
  { settings, workspace, planned, clients }: NeutralInput,
  shared: Pick<Context, 'shared' | 'report' | 'look'>,
): Target {
  const { listed } = workspace
  const harness = neutralHarness(listed.map((id) => settings.known.get(id)!))
  const clientless: Clientless = { ids: listed, contexts: clients, map: workspace.map }
  const plan = planNeutral(workspace, planned, harness)
  const map = neutralMap(workspace.map, listed)
  const context: Context = {
    ...shared,
    harness,
    map,
    clientless,
    named: namedPaths(map, shared),
    index: new PathIndex(plan),
  }
  return {
    harness,
    plan,
    context,
    manifests: [],
    deferred: new Map(),
    view: { of: roleOf, inputs: roleInputs },
  }
}

const HERE = '.'

/** From the root of the tree, without a dot before them. */
function namedPaths(map: Context['map'], { report }: Pick<Context, 'report'>): Map<string, string> {
  const named = resolveNamedPaths(map, NEUTRAL, HERE, report)
  return new Map(
    [...named].map(([key, path]) => [
      key,
      key !== PLUGIN_ROOT && path.startsWith(`${HERE}/`) ? path.slice(HERE.length + 1) : path,
    ]),
  )
}

function planNeutral(
  { agents, skills, listed }: Workspace,
  planned: readonly PlannedHarness[],
  harness: Target['harness'],
): TreePlan {
  const roles = agents.filter(({ harnesses }) => harnesses.some((id) => listed.includes(id)))
  const plan = {
    harness,
    agents: new Map(roles.map(({ name }) => [name, harness.layout.agent(name)])),
    natives: new Map<string, string>(),
    skills: new Map<string, { skill: SkillFiles; target: string }>([
      ...skills.map((skill) => at(skill, harness.layout.skill(skill.path))),
      ...planned.map(({ whole }) => at(whole, whole.path.join('/'))),
    ]),
    extras: [],
  }
  return { ...plan, manifests: new Routing(itemsOf(plan), hasSkills(plan)).paths }
}

const SKILL_FILE_RE = /(?:^|\/)SKILL\.md$/

/** Also within harnesses: readers that know of none within another go by the outer rules. */
function hasSkills({ skills }: Pick<TreePlan, 'skills'>): boolean {
  return [...skills.values()].some(({ skill }) => [...skill.files].some((file) => SKILL_FILE_RE.test(file)))
}

function at<Part extends SkillFiles & { directory: string }>(
  skill: Part,
  target: string,
): [string, { skill: Part; target: string }] {
  return [skill.directory, { skill, target }]
}

function described(path: string, composed: Composed | undefined): string | undefined {
  return composed && descriptionIn(path, composed.text)
}

/** @param contents what was composed, for the descriptions; without it there are none */
function itemsOf({ agents, skills }: Pick<TreePlan, 'agents' | 'skills'>, contents?: Contents): Item[] {
  const roles = [...agents].map(([name, path]): Item => {
    return { path, kind: 'role', description: described(path, contents?.agents.get(name)) }
  })
  const others = [...skills].map(([directory, { target }]): Item => {
    const kind = target.startsWith('skills/') ? 'skill' : 'harness'
    const texts = contents?.skills.get(directory)?.texts
    const main = kind === 'skill' ? 'SKILL.md' : 'HARNESS.md'
    return { path: target, kind, description: described(`${target}/${main}`, texts?.get(main)) }
  })
  return [...roles, ...others]
}

/** The tree, with the files that lead through it; whoever reads the format finds no fault with it, or that is told. */
export function buildNeutralTree(
  target: Target,
  contents: Contents,
  metadata: Metadata | undefined,
  workspace: Workspace,
  diagnostics: Diagnostics,
): Tree {
  const builder = fillTree(target, contents, diagnostics)
  if (metadata !== undefined) {
    const files = new Routing(itemsOf(target.plan, contents), hasSkills(target.plan)).files(metadata)
    for (const [path, text] of files) builder.generated(path, text)
  }
  const tree = builder.build()
  if (!diagnostics.hasErrors) tellVerdict(tree, workspace, diagnostics.report)
  return tree
}
