import type { Context } from '../compose/context.ts'
import type { Agent } from '../workspace/sources.ts'

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
    directory?.frontmatter?.source,
    ...[...(directory?.sections ?? [])].flat(),
    null,
    ...[...agent.sections].flat(),
  ]
}
