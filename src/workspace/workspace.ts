import type { Reporter } from '../diagnostics/index.ts'
import { type AgentSources, collectAgents } from './agents.ts'
import { type AgentHarnessFolder, collectAgentHarnesses, folderAt, HARNESSES } from './agent-harnesses.ts'
import { builtInMap } from './built-in-map.ts'
import { collectExtras, type CopyOption } from './extras.ts'
import { Gitignore } from './gitignore.ts'
import { parseJson } from './json.ts'
import { packagedName, readRootFiles, type RootFiles } from './metadata.ts'
import { collectNatives } from './natives.ts'
import type { Reader } from './reader.ts'
import { readRootText } from './root-text.ts'
import { collectSkills, type SkillFolder } from './skills.ts'
import type { ExtraFile, NativeAgent } from './sources.ts'
import { builtInTokenMap, readTokenMap, type TokenMap } from './token-map.ts'
import { walk } from './walk.ts'

/** All sources of a project: agents and skills as they are listed, the rest as it was read. */
export interface Workspace extends AgentSources {
  skills: SkillFolder[]
  natives: NativeAgent[]
  agentHarnesses: AgentHarnessFolder[]
  extras: ExtraFile[]
  root: RootFiles
  map: TokenMap
  /** Ids of the project's harnesses, in order. */
  listed: string[]
  /** Those of them that this run builds. */
  built: string[]
  /** What is skipped below the root; nothing where there is no root. */
  gitignore?: Gitignore
}

export interface WorkspaceOptions {
  /** Ids of all harnesses that have an adapter. */
  known: readonly string[]
  /** The `harnesses` option, as ids. */
  harnesses: readonly string[] | undefined
  /** Builds a part of the harnesses only (`--harness`). */
  only: readonly string[] | undefined
  copy: CopyOption
  /** Agent Harness directories elsewhere than in `harnesses/`. */
  harnessPaths: readonly string[]
  /** Names of the files directly in `agents/` that are ours though they bear no marker. */
  copies: (map: TokenMap) => ReadonlySet<string>
  /** The `plugin.name` option, for the built-in map. */
  pluginName: string | undefined
}

const MAP_FILE = 'token-map.json'
const MAP_CODES = { syntax: 'map-json', duplicate: 'map-duplicate-key' } as const

/** Reads a project. What is wrong is reported; what is right is returned all the same. */
export function readWorkspace(reader: Reader, options: WorkspaceOptions, report: Reporter): Workspace {
  const { known } = options
  const gitignore = new Gitignore(reader, report)
  const root = readRootFiles(reader, report)
  const map = readMap(reader, root, options, report)
  const listed = listedHarnesses(map, options)
  const built = listed.filter((id) => options.only?.includes(id) ?? true)
  const copies = new Set([...options.copies(map)].map((name) => `agents/${name}`))
  const entries = walk(reader, 'agents', gitignore, report).filter(({ path }) => !copies.has(path))
  return {
    ...collectAgents({ reader, known, built, report }, entries),
    skills: collectSkills({ reader, report }, walk(reader, 'skills', gitignore, report)),
    natives: collectNatives(reader, walk(reader, 'agents-native', gitignore, report), known, report),
    agentHarnesses: [
      ...collectAgentHarnesses(walk(reader, HARNESSES, gitignore, report), report),
      ...options.harnessPaths.flatMap((directory) => {
        const below = walk(reader, directory, gitignore, report)
        return below.length === 0 ? [] : [folderAt(directory, below)]
      }),
    ],
    extras: collectExtras(reader, gitignore, built, options.copy, report),
    root,
    map,
    listed,
    built,
    gitignore,
  }
}

/** What is read where there is no project. */
export function emptyWorkspace(): Workspace {
  return {
    agents: [],
    shared: { common: new Map(), harnesses: new Map(), unread: new Set() },
    skills: [],
    natives: [],
    agentHarnesses: [],
    extras: [],
    root: { plugin: undefined, package: undefined, marketplace: undefined, broken: false },
    map: builtInTokenMap({}, true),
    listed: [],
    built: [],
  }
}

function readMap(reader: Reader, root: RootFiles, options: WorkspaceOptions, report: Reporter): TokenMap {
  const file = readRootText(reader, MAP_FILE, report)
  if (file === undefined) {
    report({
      code: 'map-built-in',
      message: 'there is no token-map.json; the built-in map serves',
      hint: 'write one to name tools and paths of your own; its "tools" replace the built-in rows, its "paths" too',
    })
    return builtInTokenMap(builtInMap(pluginName(root, options)), false)
  }
  const document = file.source && parseJson(file.source, MAP_CODES, report)
  if (document === undefined) return builtInTokenMap(builtInMap(pluginName(root, options)), true)
  return readTokenMap(document, options.known, report, builtInMap(pluginName(root, options)))
}

function pluginName(root: RootFiles, options: WorkspaceOptions): string {
  const { name } = (root.plugin?.value ?? {}) as { name?: string }
  return options.pluginName ?? name ?? (packagedName(root) || 'plugin')
}

/** Rule S-2: the `harnesses` option, else the map's list, else all; of these, those with an adapter. */
function listedHarnesses(map: TokenMap, { known, harnesses }: WorkspaceOptions): string[] {
  const listed = harnesses ?? (map.harnesses.length > 0 ? map.harnesses : known)
  return [...new Set(listed)].filter((id) => known.includes(id))
}
