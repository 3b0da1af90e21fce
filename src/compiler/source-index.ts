import type { Harness } from '../compose/harness.ts'
import { PathIndex, type TreePlan } from '../compose/path-index.ts'
import { placesOf } from '../workspace/paths.ts'
import type { ExtraFile } from '../workspace/sources.ts'

/** A harness as it is for agents and skills that stay where their sources lie. */
export function inPlace(harness: Harness): Harness {
  return Object.freeze({
    ...harness,
    layout: {
      agent: (name: string) => `agents/${name}/agent.md`,
      skill: (path: readonly string[]) => ['skills', ...path].join('/'),
    },
    manifest: () => [],
  })
}

/** Path in the harness's tree → source path, for what lies elsewhere there. */
export function aliasesOf(
  harness: Harness,
  plan: Pick<TreePlan, 'agents' | 'skills'>,
  extras: readonly ExtraFile[],
): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>()
  for (const [name, source] of plan.agents) aliases.set(harness.layout.agent(name), source)
  for (const { skill } of plan.skills.values()) aliases.set(harness.layout.skill(skill.path), skill.directory)
  for (const extra of extras) for (const [from, to] of placesOf(extra)) aliases.set(to, from)
  return aliases
}

/** Finds what a PATH names where its source lies, also by the path that it will have in the tree. */
export class SourceIndex extends PathIndex {
  readonly #aliases: ReadonlyMap<string, string>

  constructor(plan: TreePlan, aliases: ReadonlyMap<string, string>) {
    super(plan)
    this.#aliases = aliases
  }

  override resolve(name: string): string | undefined {
    return super.resolve(name) ?? this.#aliases.get(name)
  }
}
