import type { Harness } from '../compose/harness.ts'
import type { Deferred } from '../compose/native.ts'
import type { SkillFiles, TreePlan } from '../compose/path-index.ts'
import { didYouMean, type Reporter } from '../diagnostics/index.ts'
import type { SkillFolder } from '../workspace/skills.ts'
import type { ExtraFile } from '../workspace/sources.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { PlannedHarness } from './harnesses/plan.ts'

export interface LayoutInput {
  harness: Harness
  workspace: Workspace
  deferred: Deferred
  /** Paths below `skills/` that this harness does not get. */
  exclude: readonly string[]
  extras: readonly ExtraFile[]
  harnesses: readonly PlannedHarness[]
  report: Reporter
}

/** Where everything that one harness gets will lie, before its manifests are made. */
export function planLayout({
  harness,
  workspace,
  deferred,
  exclude,
  extras,
  harnesses,
  report,
}: LayoutInput): Omit<TreePlan, 'manifests'> {
  const agents = new Map<string, string>()
  for (const { name, harnesses: ids } of workspace.agents) {
    if (deferred.has(name) || (ids.includes(harness.id) && !isDeferred(workspace, name, harness.id))) {
      agents.set(name, harness.layout.agent(name))
    }
  }
  for (const { directory, agent } of harnesses)
    if (agent !== undefined) agents.set(directory, harness.layout.agent(agent.name))
  reportAgentCollisions(harness, agents, report)
  const natives = new Map<string, string>()
  for (const [name, { file }] of deferred) {
    const path = agents.get(name)
    if (path !== undefined) natives.set(file, path)
  }
  for (const { directory } of harnesses) {
    const path = agents.get(directory)
    if (path !== undefined) natives.set(`${directory}/HARNESS.md`, path)
  }
  const skills = new Map<string, { skill: SkillFiles; target: string }>()
  for (const skill of withoutExcluded(workspace.skills, exclude, harness, report)) {
    skills.set(skill.directory, { skill, target: harness.layout.skill(skill.path) })
  }
  for (const part of harnesses.flatMap(({ parts }) => parts)) {
    const target = part.isSkill ? harness.layout.skill(part.path) : part.path.join('/')
    skills.set(part.directory, { skill: part, target })
  }
  reportSkillCollisions(harness, skills, report)
  return { harness, agents, natives, skills, extras }
}

/** Whether the map keeps an agent's composable sources from a harness. */
export function isDeferred({ map }: Workspace, agent: string, harness: string): boolean {
  return map.deferred.get(agent)?.includes(harness) ?? false
}

function withoutExcluded(
  skills: readonly SkillFolder[],
  exclude: readonly string[],
  harness: Harness,
  report: Reporter,
): SkillFolder[] {
  const paths = exclude.map((path) => path.replace(/^skills\//, '').replace(/\/+$/, ''))
  for (const path of paths) {
    const isKnown = skills.some(({ path: parts }) => matches(parts.join('/'), path))
    if (isKnown) continue
    report({
      code: 'option-value',
      message: `option "skills.${harness.id}.exclude": there is no skill ${JSON.stringify(path)}`,
      hint: didYouMean(path, skills.flatMap(groups)),
      harness: harness.id,
    })
  }
  return skills.filter((skill) => !paths.some((path) => matches(skill.path.join('/'), path)))
}

/** The paths that take out a skill: its own, and those of the groups that it is in. */
function groups({ path }: SkillFolder): string[] {
  return path.map((_, index) => path.slice(0, index + 1).join('/'))
}

/** A path takes out one skill, or the group that it names. */
function matches(skill: string, path: string): boolean {
  return skill === path || skill.startsWith(`${path}/`)
}

/** Rule F-2, for agents; also of those that cannot be composed: `Reviewer` beside `reviewer`. */
function reportAgentCollisions(harness: Harness, agents: TreePlan['agents'], report: Reporter): void {
  const taken = new Map<string, string>()
  for (const [name, path] of agents) {
    const key = fold(path)
    const other = taken.get(key)
    if (other === undefined) {
      taken.set(key, name)
      continue
    }
    report({
      code: 'name-collision',
      message: `${sourceOf(name)} and ${sourceOf(other)} would both be ${path}`,
      hint: 'rename one of the two, also where they differ only in case',
      harness: harness.id,
      at: { file: sourceOf(name) },
    })
  }
}

/** Where an agent of a tree's plan comes from: its own directory, or that of an Agent Harness. */
export function sourceOf(agent: string): string {
  return agent.includes('/') ? agent : `agents/${agent}`
}

/** Rule O-4. */
function reportSkillCollisions(harness: Harness, skills: TreePlan['skills'], report: Reporter): void {
  const taken = new Map<string, string>()
  for (const [directory, { target }] of skills) {
    const key = fold(target)
    const other = taken.get(key)
    if (other === undefined) {
      taken.set(key, directory)
      continue
    }
    report({
      code: 'skill-collision',
      message: `this skill and ${other} would both be ${target}`,
      hint: 'rename one of the two',
      harness: harness.id,
      at: { file: `${directory}/SKILL.md` },
    })
  }
}

/** What most paths are made of. */
const FOLDED_RE = /^[a-z0-9._/-]*$/

/** Two paths that some file system takes for one have the same folded form. */
export function fold(path: string): string {
  return FOLDED_RE.test(path) ? path : path.normalize('NFC').toLowerCase()
}
