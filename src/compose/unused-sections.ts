import type { Reporter, Source } from '../diagnostics/index.ts'
import { lexed } from '../template/template.ts'
import type { Agent, SharedSections } from '../workspace/sources.ts'

/** Rule T-11: section files that no token names. */
export function reportUnusedSections(
  agents: readonly Agent[],
  shared: SharedSections,
  report: Reporter,
): void {
  const everywhere = new Set<string>()
  for (const agent of agents) {
    const own = [agent.sections]
    for (const { sections } of agent.harnesses.values()) own.push(sections)
    const texts = [agent.body]
    for (const sections of own) texts.push(...sections.values())
    const named = sectionNames(texts, shared)
    for (const name of named) everywhere.add(name)
    for (const sections of own) reportUnnamed(sections, named, 'this agent', report)
  }
  for (const sections of [shared.common, ...shared.harnesses.values()]) {
    reportUnnamed(sections, everywhere, 'any agent', report)
  }
}

function reportUnnamed(
  sections: ReadonlyMap<string, Source>,
  named: ReadonlySet<string>,
  who: string,
  report: Reporter,
): void {
  for (const [name, source] of sections) {
    if (named.has(name)) continue
    report({
      code: 'section-unused',
      message: `no token of ${who} names the section ${JSON.stringify(name)}`,
      hint: `write {{SECTION:${name}}} where it belongs, or remove the file`,
      at: source.span(0),
    })
  }
}

/** Names in the SECTION tokens of texts, and of the shared sections that these lead to. */
function sectionNames(sources: readonly Source[], shared: SharedSections): Set<string> {
  const names = new Set<string>()
  const open = [...sources]
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    for (const { type, name } of lexed(source).tokens) {
      if (type !== 'SECTION' || names.has(name)) continue
      names.add(name)
      for (const sections of [shared.common, ...shared.harnesses.values()]) {
        const found = sections.get(name)
        if (found !== undefined) open.push(found)
      }
    }
  }
  return names
}
