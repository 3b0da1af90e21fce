import { composeAgent } from '../../src/compose/agent.ts'
import type { Composed } from '../../src/compose/composed.ts'
import type { Context } from '../../src/compose/context.ts'
import { PathIndex, type SkillFiles } from '../../src/compose/path-index.ts'
import { resolveNamedPaths } from '../../src/compose/paths.ts'
import { composeSkill } from '../../src/compose/skill.ts'
import { Diagnostics, Source } from '../../src/diagnostics/index.ts'
import { builtInHarnesses } from '../../src/harness/index.ts'
import { parseJson } from '../../src/workspace/json.ts'
import type { Agent, ExtraFile, HarnessDirectory, Skill } from '../../src/workspace/sources.ts'
import { readTokenMap, type TokenMap } from '../../src/workspace/token-map.ts'
import { describeDiagnostic } from './fixture.ts'

/** What a document is composed with, all of it in memory. */
export interface Given {
  /** Default: claude. */
  harness?: string
  /** Laid over {@link MAP}, key by key. */
  map?: Record<string, unknown>
  /** `name`, `claude/name`, `_sections/name` or `_sections/claude/name` → text. */
  sections?: Record<string, string>
  /** Skills by their directory below `skills/`, each with its files. */
  skills?: Record<string, Record<string, string>>
  /** Source → path in the tree. A double slash ends the directory that was copied as a whole: `docs//deep/a`. */
  extras?: Record<string, string>
  /** Further agents whose path is in the tree. */
  agents?: string[]
  pluginRoot?: string
}

export const MAP = {
  version: 1,
  tools: {
    bash: { copilot: 'bash', claude: 'Bash', pi: 'bash' },
    view: { copilot: 'view', claude: 'Read', pi: 'read' },
    none: { copilot: null, claude: null, pi: null },
  },
  paths: {
    plugin_root: { copilot: '~/.copilot/demo', claude: '${CLAUDE_PLUGIN_ROOT}', pi: '/pi/demo' },
  },
}

export interface Result {
  /** Without the frontmatter. */
  body: string
  /** All of it. */
  composed: Composed
  /** Without the reports of the map itself. */
  told: string[]
}

const IDS = builtInHarnesses.map(({ id }) => id)

/** Composes the body of `agents/plan/agent.md`. */
export function composeBody(body: string, given: Given = {}): Result {
  const { context, diagnostics } = contextOf(given)
  const agent = agentOf(body, given)
  const composed = composeAgent(context, agent, () => agent)!
  return {
    body: composed.text.slice(composed.runs[1]),
    composed,
    told: diagnostics.list().map(describeDiagnostic),
  }
}

/** Composes the files of one skill. */
export function composeFiles(
  directory: string,
  given: Given,
): { files: Record<string, string>; told: string[]; composed: Map<string, Composed> } {
  const { context, diagnostics } = contextOf(given)
  const skill = skillOf(directory, given.skills![directory]!)
  const composed = composeSkill(context, skill, () => skill)
  const files = Object.fromEntries([...composed].map(([path, { text }]) => [path, text]))
  return { files, composed, told: diagnostics.list().map(describeDiagnostic) }
}

export function mapOf(value: unknown, diagnostics = new Diagnostics()): TokenMap {
  const codes = { syntax: 'map-json', duplicate: 'map-duplicate-key' } as const
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return readTokenMap(
    parseJson(new Source('token-map.json', text), codes, diagnostics.report)!,
    IDS,
    diagnostics.report,
  )
}

function contextOf(given: Given): { context: Context; diagnostics: Diagnostics } {
  const harness = builtInHarnesses.find(({ id }) => id === (given.harness ?? 'claude'))!
  const diagnostics = new Diagnostics()
  const map = mapOf({ ...MAP, ...given.map })
  const skills = Object.entries(given.skills ?? {}).map(([path, files]) => skillOf(path, files))
  const index = new PathIndex({
    harness,
    agents: new Map(['plan', ...(given.agents ?? [])].map((name) => [name, harness.layout.agent(name)])),
    skills: new Map(
      skills.map((skill) => [
        skill.directory,
        { skill: filesOf(skill), target: harness.layout.skill(skill.path) },
      ]),
    ),
    natives: new Map(),
    extras: Object.entries(given.extras ?? {}).map(([from, target]): ExtraFile => {
      const [base, below] = from.split('//') as [string, string?]
      const file = below === undefined ? { file: base } : { file: `${base}/${below}`, base }
      return { harness: harness.id, ...file, target, bytes: new Uint8Array(), executable: false }
    }),
    manifests: harness.id === 'claude' ? ['.claude-plugin/plugin.json'] : ['plugin.json'],
  })
  const { report } = diagnostics
  const context: Context = {
    harness,
    map,
    named: resolveNamedPaths(map, harness.id, given.pluginRoot, report),
    index,
    shared: {
      common: sections(given, '_sections'),
      harnesses: new Map(IDS.map((id) => [id, sections(given, `_sections/${id}`)])),
      unread: new Set(),
    },
    report,
    look: () => {},
  }
  return { context, diagnostics }
}

function filesOf({ path, directory, texts, assets }: Skill): SkillFiles {
  const files = new Set([...texts.keys(), ...assets.keys()])
  return { path, directory, files, has: (file) => files.has(file), isSkill: true }
}

function agentOf(body: string, given: Given): Agent {
  const frontmatter = new Source('agents/plan/frontmatter.json', '{"description": "Plans", "tools": ["*"]}')
  const codes = { syntax: 'frontmatter-json', duplicate: 'frontmatter-duplicate-key' } as const
  const harnesses = IDS.map((id): [string, HarnessDirectory] => [
    id,
    {
      id,
      file: `agents/plan/${id}/frontmatter.json`,
      frontmatter: parseJson(frontmatter, codes, () => {}),
      sections: sections(given, id),
    },
  ])
  return {
    name: 'plan',
    directory: 'agents/plan',
    body: source('agents/plan/agent.md', body),
    base: undefined,
    baseBroken: false,
    harnesses: new Map(harnesses),
    sections: sections(given, ''),
    unread: new Set(),
  }
}

function skillOf(path: string, files: Record<string, string>): Skill {
  const directory = `skills/${path}`
  const all = Object.entries(files)
  const texts = all.filter(([name]) => name.endsWith('.md'))
  const assets = all.filter(([name]) => !name.endsWith('.md'))
  return {
    path: path.split('/'),
    directory,
    texts: new Map(texts.map(([name, text]) => [name, source(`${directory}/${name}`, text)])),
    assets: new Map(
      assets.map(([name]) => [
        name,
        { file: `${directory}/${name}`, bytes: new Uint8Array(), executable: false },
      ]),
    ),
    unread: new Set(),
  }
}

/** The sections directly in a directory of the agent, or in the shared one. */
function sections({ sections: all = {} }: Given, directory: string): Map<string, Source> {
  const start = directory === '' ? '' : `${directory}/`
  const own = Object.entries(all).filter(
    ([key]) => key.startsWith(start) && !key.slice(start.length).includes('/'),
  )
  const from = directory.startsWith('_sections') ? 'agents' : 'agents/plan'
  return new Map(own.map(([key, text]) => [key.slice(start.length), source(`${from}/${key}.md`, text)]))
}

/** A text as the reader hands it over: with a newline at its end. */
function source(file: string, text: string): Source {
  return new Source(file, text === '' || text.endsWith('\n') ? text : `${text}\n`)
}
