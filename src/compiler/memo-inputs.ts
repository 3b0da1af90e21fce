import type { Context } from '../compose/context.ts'
import type { Harness } from '../compose/harness.ts'
import type { Agent, Skill } from '../workspace/sources.ts'

/** What an agent's composition for one harness is made from, beside what it looks up. */
export function inputsOf({ harness, map }: Context, agent: Agent): unknown[] {
  const directory = agent.harnesses.get(harness.id)
  return [
    harness,
    map.broken,
    map.prefix.get(harness.id),
    map.prefix.get('copilot'),
    agent.body,
    agent.base?.source,
    agent.baseBroken,
    agent.baseMisnamed?.file,
    directory?.frontmatter?.source,
    ...[...(directory?.sections ?? [])].flat(),
    null,
    ...[...agent.sections].flat(),
  ]
}

/** What a skill's composition for one harness is made from, beside what it looks up. */
export function skillInputsOf({ harness, map }: Context, skill: Skill): unknown[] {
  return [harness, map.broken, skill.edits, ...[...skill.texts].flat()]
}

/** What the agent of an Agent Harness is made from: its body is made anew in each run. */
export function harnessInputsOf({ harness, map }: Context, agent: Agent, tokens: string): unknown[] {
  const frontmatter = agent.harnesses.get(harness.id)?.frontmatter?.source.text
  const prefixes = [map.prefix.get(harness.id), map.prefix.get('copilot')]
  return [
    harness,
    map.broken,
    ...prefixes,
    agent.name,
    agent.body.text,
    tokens,
    agent.base?.source.text,
    frontmatter,
  ]
}

export function memoKey({ id }: Harness, { name }: { name: string }): string {
  return `${id}:${name}`
}
