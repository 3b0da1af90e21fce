import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { ClientId } from './find.ts'
import { hooksOf } from './hooks.ts'

/** An agent as its file has it. */
export interface AgentFile {
  /** Relative to the tree, `/`-separated. */
  file: string
  /** What the client is to call it. */
  id: string
  tools: readonly string[] | 'all'
}

interface SkillFile {
  /** Its `SKILL.md`, relative to the tree. */
  file: string
  /** Name of its directory. */
  folder: string
}

/** What a tree on disk holds for a client, whether or not the client will find it. */
export interface ClientTree {
  client: ClientId
  /** Absolute. */
  dir: string
  /** The plugin's name; where no manifest has one, that of the directory. */
  name: string
  agents: readonly AgentFile[]
  skills: readonly SkillFile[]
  /** The event of each hook, in no order. */
  hooks: readonly string[]
  /** Agents and skills that a build wrote and that are gone. */
  gone: readonly string[]
  /** All that is in it, relative to it. */
  files: readonly string[]
}

/** Where each client looks for the manifest, in its order. */
export const MANIFESTS: Readonly<Record<ClientId, readonly string[]>> = {
  claude: ['.claude-plugin/plugin.json'],
  copilot: ['.plugin/plugin.json', 'plugin.json', '.github/plugin/plugin.json', '.claude-plugin/plugin.json'],
  pi: ['package.json'],
}

const SKILL_RE = /(?:^|\/)([^/]+)\/SKILL\.md$/
/** A plugin's agents, and those of a client's own form that lie elsewhere. */
const AGENT_RE = /^agents\/.*\.md$|\.agent\.md$/
const NOT_AGENTS_RE = /(?:^|\/)(?:README|AGENTS|CLAUDE)\.md$/

/** An Agent Harness, which an agent reads by itself: no client loads what lies in it. */
const HARNESS_RE = /^harnesses\//

function isLoaded(file: string): boolean {
  return !HARNESS_RE.test(file)
}

/** Reads what a tree holds; a file that is broken is there all the same. */
export function readTree(client: ClientId, dir: string): ClientTree {
  const manifest = manifestOf(client, dir)
  const name = typeof manifest['name'] === 'string' ? manifest['name'] : path.basename(dir)
  const files = filesBelow(dir).filter(isLoaded).toSorted()
  const skills = files.filter((file) => SKILL_RE.test(file))
  const agents = files.filter((file) => isAgent(file, skills))
  const listed = builtFiles(dir).filter(
    (file) => isLoaded(file) && (isAgent(file, skills) || SKILL_RE.test(file)),
  )
  return {
    client,
    dir,
    name,
    agents: agents.map((file) => readAgent(client, dir, name, file)),
    skills: skills.map((file) => ({ file, folder: SKILL_RE.exec(file)![1]! })),
    hooks: client === 'pi' ? [] : hooksOf(client, dir, manifest),
    gone: listed.filter((file) => !existsSync(path.join(dir, file))),
    files,
  }
}

function isAgent(file: string, skills: readonly string[]): boolean {
  if (!AGENT_RE.test(file) || NOT_AGENTS_RE.test(file)) return false
  return !skills.some((skill) => file.startsWith(path.posix.dirname(skill) + '/'))
}

function manifestOf(client: ClientId, dir: string): Readonly<Record<string, unknown>> {
  const file = MANIFESTS[client].find((one) => existsSync(path.join(dir, one)))
  return file === undefined ? {} : readObject(path.join(dir, file))
}

/** A JSON object; an empty one for what is none: the client will say so. */
export function readObject(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** What a build listed as its own. */
function builtFiles(dir: string): string[] {
  const { files } = readObject(path.join(dir, '.agent-cortex.json'))
  return typeof files === 'object' && files !== null ? Object.keys(files) : []
}

function filesBelow(dir: string, below = ''): string[] {
  return readdirSync(path.join(dir, below), { withFileTypes: true }).flatMap((entry) => {
    const file = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name === 'node_modules' || entry.name === '.git') return []
    return entry.isDirectory() ? filesBelow(dir, file) : [file]
  })
}

const STEM_RE = /(?:\.agent)?\.md$/

function readAgent(client: ClientId, dir: string, plugin: string, file: string): AgentFile {
  const { name, tools } = frontmatterOf(textOf(path.join(dir, file)))
  const stem = path.posix.basename(file).replace(STEM_RE, '')
  const own = typeof name === 'string' ? name : stem
  return { file, id: idOf(), tools: toolsOf(tools) }

  function idOf(): string {
    if (client === 'copilot') return `${plugin}:${stem}`
    if (client === 'pi') return own
    // Claude Code puts the folders below agents/ between the two.
    const folders = path.posix.dirname(file).split('/').slice(1)
    return [plugin, ...folders, own].join(':')
  }
}

/** Nothing for what cannot be read, such as a link to nowhere: the client will not read it either. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

const FRONTMATTER_RE = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/
const LINE_RE = /^(name|tools):[ \t]*(.*)$/gm

function frontmatterOf(text: string): Readonly<Record<string, unknown>> {
  const block = FRONTMATTER_RE.exec(text)?.[1] ?? ''
  try {
    const value: unknown = parse(block, { logLevel: 'error' })
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Some clients read such a file line by line.
    return Object.fromEntries([...block.matchAll(LINE_RE)].map(([, key, value]) => [key!, value!.trim()]))
  }
}

function toolsOf(value: unknown): readonly string[] | 'all' {
  if (value === undefined || value === null) return 'all'
  const list = Array.isArray(value) ? value.map(String) : splitList(String(value))
  const tools = list.map((tool) => tool.trim()).filter((tool) => tool !== '')
  return tools.includes('*') ? 'all' : tools
}

const COMMA_RE = /,(?![^(]*\))/

/** Commas within `Agent(a, b)` are no separators. */
function splitList(text: string): string[] {
  return text.split(COMMA_RE)
}
