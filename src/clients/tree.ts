import { hash } from 'node:crypto'
import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { order } from '../diagnostics/index.ts'
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
  /** JSON files that a build wrote, that were changed since, and that no longer parse. */
  broken: readonly string[]
  /** Pipes, sockets and devices: who reads one may wait for ever. */
  special: readonly string[]
  /** All that is in it but the special, relative to it. */
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
  const found = entriesBelow(dir).toSorted((a, b) => order(a.file, b.file))
  const files = found.filter(({ file, special }) => !special && isLoaded(file)).map(({ file }) => file)
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
    broken: brokenJson(dir),
    special: found.filter(({ special }) => special).map(({ file }) => file),
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
    if (!statSync(file).isFile()) return {}
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** What a build listed as its own. */
function builtFiles(dir: string): string[] {
  return Object.keys(listOf(dir))
}

function listOf(dir: string): Readonly<Record<string, unknown>> {
  const { files } = readObject(path.join(dir, '.agent-cortex.json'))
  return typeof files === 'object' && files !== null ? (files as Record<string, unknown>) : {}
}

/** As it was built, a file of a skill may be JSON with comments, or anything else of that name. */
function brokenJson(dir: string): string[] {
  return Object.entries(listOf(dir))
    .filter(([file, entry]) => {
      if (!file.endsWith('.json')) return false
      const bytes = bytesOf(path.join(dir, file))
      const written = (entry as { sha256?: unknown } | null)?.sha256
      return bytes !== undefined && hash('sha256', bytes) !== written && !isJson(bytes.toString('utf8'))
    })
    .map(([file]) => file)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

interface Entry {
  file: string
  special: boolean
}

function entriesBelow(dir: string, below = ''): Entry[] {
  return readdirSync(path.join(dir, below), { withFileTypes: true }).flatMap((entry) => {
    const file = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name === 'node_modules' || entry.name === '.git') return []
    return entry.isDirectory()
      ? entriesBelow(dir, file)
      : [{ file, special: isSpecial(entry, path.join(dir, file)) }]
  })
}

/** A link is what it leads to; one to nowhere is a file that cannot be read. */
function isSpecial(entry: Dirent, place: string): boolean {
  if (!entry.isSymbolicLink()) return !entry.isFile()
  try {
    const stats = statSync(place)
    return !stats.isFile() && !stats.isDirectory()
  } catch {
    return false
  }
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

/** Nothing for what cannot be read, such as a link to nowhere or a pipe: the client will not read it either. */
function textOf(file: string): string {
  return bytesOf(file)?.toString('utf8') ?? ''
}

function bytesOf(file: string): Buffer | undefined {
  try {
    return statSync(file).isFile() ? readFileSync(file) : undefined
  } catch {
    return undefined
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
