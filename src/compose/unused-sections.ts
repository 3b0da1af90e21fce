import { nearest, type Reporter, type Source } from '../diagnostics/index.ts'
import { lexed } from '../template/template.ts'
import type { Agent, SharedSections } from '../workspace/sources.ts'

type Sections = ReadonlyMap<string, Source>

/** Rule T-11: section files of an agent that no token of it names. @returns the names of all sections that it names */
export function reportUnusedSections(agent: Agent, shared: SharedSections, report: Reporter): Set<string> {
  const own = [agent.sections, ...[...agent.harnesses.values()].map(({ sections }) => sections)]
  const sources = [agent.body, ...own.flatMap((sections) => [...sections.values()])]
  const named = sectionNames(sources, own, [shared.common, ...shared.harnesses.values()])
  if (agent.unread.size === 0 && shared.unread.size === 0)
    for (const sections of own) reportUnnamed(sections, named, 'this agent', report)
  return named
}

/**
 * Rule T-11: shared section files that no agent names.
 * @param named by all agents, each of which could be read: else nobody knows what the others name
 */
export function reportUnusedShared(
  shared: SharedSections,
  named: ReadonlySet<string>,
  report: Reporter,
): void {
  if (shared.unread.size > 0) return
  for (const sections of [shared.common, ...shared.harnesses.values()])
    reportUnnamed(sections, named, 'any agent', report)
}

function reportUnnamed(sections: Sections, named: ReadonlySet<string>, who: string, report: Reporter): void {
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

/**
 * Names in the SECTION tokens of texts, and of the shared sections that these lead to; of a token that is wrong,
 * which is told, those that it may mean.
 */
function sectionNames(
  sources: readonly Source[],
  own: readonly Sections[],
  shared: readonly Sections[],
): Set<string> {
  const all = [...own, ...shared]
  const names = new Set<string>()
  const open = [...sources]
  const add = (name: string): void => {
    if (names.has(name)) return
    names.add(name)
    for (const sections of shared) {
      const found = sections.get(name)
      if (found !== undefined) open.push(found)
    }
    if (!all.some((sections) => sections.has(name))) for (const meant of meanings(name, all)) add(meant)
  }
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    const { tokens, issues } = lexed(source)
    for (const { type, name } of tokens) if (type === 'SECTION') add(name)
    for (const { start, end } of issues) {
      const name = NEAR_MISS_RE.exec(source.text.slice(start, end))?.[1]
      if (name !== undefined) add(name)
    }
  }
  return names
}

const NEAR_MISS_RE = /^\{\{\s*sections?\s*:\s*([^{}]*?)\s*\}*$/i
const DIRECTORIES_RE = /^.*[/\\]/
const EXTENSION_RE = /\.md$/

/** The sections that a wrong name may mean: written as a path or with its extension, or misspelt. */
function meanings(name: string, all: readonly Sections[]): string[] {
  const plain = name.replace(DIRECTORIES_RE, '').replace(EXTENSION_RE, '')
  if (all.some((sections) => sections.has(plain))) return [plain]
  return nearest(
    plain,
    all.flatMap((sections) => [...sections.keys()]),
  )
}
