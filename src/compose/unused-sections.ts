import { nearest, type Reporter, type Source } from '../diagnostics/index.ts'
import { lexed } from '../template/template.ts'
import type { Agent, SharedSections } from '../workspace/sources.ts'

type Sections = ReadonlyMap<string, Source>

/**
 * Rule T-11: section files that no token names.
 * @param whole whether all agents could be read: else nobody knows what the others name
 */
export function reportUnusedSections(
  agents: readonly Agent[],
  shared: SharedSections,
  whole: boolean,
  report: Reporter,
): void {
  const common = [shared.common, ...shared.harnesses.values()]
  const everywhere = new Set<string>()
  for (const agent of agents) {
    const own = [agent.sections, ...[...agent.harnesses.values()].map(({ sections }) => sections)]
    const named = sectionNames(
      [agent.body, ...own.flatMap((sections) => [...sections.values()])],
      own,
      common,
    )
    for (const name of named) everywhere.add(name)
    if (agent.unread.size > 0 || shared.unread.size > 0) continue
    for (const sections of own) reportUnnamed(sections, named, 'this agent', report)
  }
  if (!whole || shared.unread.size > 0 || agents.some(({ unread }) => unread.size > 0)) return
  for (const sections of common) reportUnnamed(sections, everywhere, 'any agent', report)
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
