import { didYouMean, type Reporter, type Source } from '../diagnostics/index.ts'
import { type JsonDocument, parseJson } from './json.ts'
import type { Reader } from './reader.ts'
import type { Agent, HarnessDirectory, SharedSections } from './sources.ts'
import type { Entry } from './walk.ts'

export interface AgentSources {
  agents: Agent[]
  shared: SharedSections
}

interface Context {
  reader: Reader
  known: readonly string[]
  report: Reporter
}

const FRONTMATTER = 'frontmatter.json'
const FRONTMATTER_CODES = { syntax: 'frontmatter-json', duplicate: 'frontmatter-duplicate-key' } as const
const SHARED = '_sections'
/** Ours, or anybody's: a name that starts so is not looked at. */
const HIDDEN_RE = /^[._]/
const MARKED_RE = /^---\n# Generated from .+ by agent-cortex\b/
const FLAT_FRONTMATTER_RE = /^---\n[\s\S]*?\n---(?:\n|$)/

/**
 * Collects the agents of `agents/` (rules S-1 … S-6).
 * @param entries everything below `agents/`
 * @param known ids of all harnesses that have an adapter
 */
export function collectAgents(
  reader: Reader,
  entries: readonly Entry[],
  known: readonly string[],
  report: Reporter,
): AgentSources {
  const context = { reader, known, report }
  const directories = new Map<string, Entry[]>()
  for (const entry of entries) {
    const [, first, ...rest] = entry.path.split('/')
    if (first === undefined) continue
    if (rest.length === 0 && !entry.isDirectory) reportFlat(context, entry, first)
    else if (rest.length === 0) directories.set(first, [])
    else directories.get(first)?.push(entry)
  }
  const agents: Agent[] = []
  for (const [name, below] of directories) {
    if (HIDDEN_RE.test(name)) continue
    const agent = readAgent(context, name, below)
    if (agent !== undefined) agents.push(agent)
  }
  return { agents, shared: readShared(context, directories.get(SHARED) ?? []) }
}

function reportFlat({ reader, report }: Context, entry: Entry, name: string): void {
  if (!name.endsWith('.md') || HIDDEN_RE.test(name)) return
  const text = reader.text(entry.path, () => {}, entry.real)?.text
  if (text === undefined || MARKED_RE.test(text) || !FLAT_FRONTMATTER_RE.test(text)) return
  report({
    code: 'flat-agent',
    message: 'this flat agent is not built: an agent is a directory that holds agent.md',
    hint: `agent-cortex import ${entry.path}`,
    at: { file: entry.path },
  })
}

function readAgent(context: Context, name: string, entries: readonly Entry[]): Agent | undefined {
  const { reader, report } = context
  const directory = `agents/${name}`
  const own = split(entries, directory)
  const body = own.files.get('agent.md')
  if (body === undefined) {
    const message = own.directories.has('agent.md')
      ? `${directory}/agent.md is a directory; a file is expected here`
      : `${directory} holds no agent.md, so it is no agent`
    const misspelt = [...own.files.keys()].find((file) => file.toLowerCase() === 'agent.md')
    const hint =
      misspelt === undefined
        ? `write the agent's instructions to ${directory}/agent.md, or rename the directory to _${name}`
        : `rename ${misspelt} to agent.md`
    report({
      code: own.directories.has('agent.md') ? 'not-a-file' : 'agent-md-missing',
      message,
      hint,
      at: { file: directory },
    })
  }
  const source = body && reader.text(body.path, report, body.real)
  const base = readFrontmatter(context, own.files.get(FRONTMATTER))
  const agent: Omit<Agent, 'body'> = {
    name,
    directory,
    base,
    baseBroken: own.files.has(FRONTMATTER) && base === undefined,
    harnesses: readHarnesses(context, directory, own),
    sections: readSections(context, own.files, ['agent.md', FRONTMATTER]),
  }
  if (source === undefined) return undefined
  checkBody(source, report)
  if (agent.harnesses.size === 0) {
    report({
      code: 'frontmatter-missing',
      message: `${name} ships to no harness: it has no <harness>/frontmatter.json`,
      hint: `write ${directory}/${context.known[0] ?? '<harness>'}/${FRONTMATTER}; {} takes all from ${directory}/${FRONTMATTER}`,
      at: { file: source.file },
    })
  }
  return { ...agent, body: source }
}

const INK_RE = /\S/
/** A block that is closed: a lone `---` is a rule of markdown. */
const BLOCK_RE = /^---[^\S\n]*\n(?:[\s\S]*?\n)?---[^\S\n]*(?:\n|$)/

/** Rule S-4: agent.md is markdown without frontmatter; and it says something. */
function checkBody(source: Source, report: Reporter): void {
  const first = source.text.search(INK_RE)
  const start = first === -1 ? source.text.length : source.text.lastIndexOf('\n', first) + 1
  const text = source.text.slice(start)
  if (text.trim() === '') {
    report({
      code: 'agent-md-empty',
      message: 'agent.md is empty: the agent has no instructions',
      at: source.span(0),
    })
  }
  const block = BLOCK_RE.exec(text)
  if (block === null) return
  report({
    code: 'agent-md-frontmatter',
    message: 'agent.md holds no frontmatter: it is the body that all harnesses share',
    hint: 'move the fields to frontmatter.json beside it, or to <harness>/frontmatter.json',
    at: source.span(start, start + block[0].trimEnd().length),
  })
}

interface Split {
  files: Map<string, Entry>
  directories: Map<string, Entry[]>
}

/** What stands directly in a directory: its files, and its directories with all that is below them. */
function split(entries: readonly Entry[], directory: string): Split {
  const result: Split = { files: new Map(), directories: new Map() }
  for (const entry of entries) {
    const below = entry.path.slice(directory.length + 1)
    const slash = below.indexOf('/')
    if (slash !== -1) result.directories.get(below.slice(0, slash))?.push(entry)
    else if (entry.isDirectory) result.directories.set(below, [])
    else result.files.set(below, entry)
  }
  return result
}

function readHarnesses(context: Context, directory: string, own: Split): Map<string, HarnessDirectory> {
  const harnesses = new Map<string, HarnessDirectory>()
  for (const [id, entries] of own.directories) {
    if (HIDDEN_RE.test(id) || id === 'agent.md') continue
    if (id === FRONTMATTER) {
      context.report({
        code: 'not-a-file',
        message: 'this is a directory; a file is expected here',
        at: { file: `${directory}/${id}` },
      })
    } else if (context.known.includes(id)) {
      harnesses.set(id, readHarness(context, `${directory}/${id}`, id, entries))
    } else {
      context.report({
        code: 'harness-unknown',
        message: `${JSON.stringify(id)} is no harness`,
        hint:
          didYouMean(id, context.known) ??
          `known: ${context.known.join(', ')}; a directory whose name starts with _ is ignored`,
        at: { file: `${directory}/${id}` },
      })
    }
  }
  return harnesses
}

function readHarness(
  context: Context,
  directory: string,
  id: string,
  entries: readonly Entry[],
): HarnessDirectory {
  const own = split(entries, directory)
  const file = `${directory}/${FRONTMATTER}`
  const entry = own.files.get(FRONTMATTER)
  if (own.directories.has(FRONTMATTER)) {
    context.report({
      code: 'not-a-file',
      message: 'this is a directory; a file is expected here',
      at: { file },
    })
  } else if (entry === undefined) {
    context.report({
      code: 'frontmatter-missing',
      message: `${directory} holds no ${FRONTMATTER}`,
      hint: `write ${file}; {} takes all from the agent's own ${FRONTMATTER}`,
      at: { file: directory },
    })
  }
  for (const name of own.directories.keys()) {
    if (name !== FRONTMATTER && !HIDDEN_RE.test(name)) reportIgnored(context, `${directory}/${name}`)
  }
  return {
    id,
    file,
    frontmatter: readFrontmatter(context, entry),
    sections: readSections(context, own.files, [FRONTMATTER]),
  }
}

function readFrontmatter({ reader, report }: Context, entry: Entry | undefined): JsonDocument | undefined {
  const source = entry && reader.text(entry.path, report, entry.real)
  const document = source && parseJson(source, FRONTMATTER_CODES, report)
  if (document === undefined) return undefined
  const { value } = document
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return document
  report({ code: 'frontmatter-value', message: 'the file must be an object', at: document.span([]) })
  return undefined
}

/** The `.md` files of a directory by section name; other files are told. */
function readSections(
  context: Context,
  files: ReadonlyMap<string, Entry>,
  not: readonly string[],
): Map<string, Source> {
  const sections = new Map<string, Source>()
  for (const [name, entry] of files) {
    if (not.includes(name) || HIDDEN_RE.test(name)) continue
    if (!name.endsWith('.md')) {
      reportIgnored(context, entry.path)
      continue
    }
    const source = context.reader.text(entry.path, context.report, entry.real)
    if (source !== undefined) sections.set(name.slice(0, -'.md'.length), source)
  }
  return sections
}

function readShared(context: Context, entries: readonly Entry[]): SharedSections {
  const own = split(entries, `agents/${SHARED}`)
  const harnesses = new Map<string, ReadonlyMap<string, Source>>()
  for (const [id, below] of own.directories) {
    if (HIDDEN_RE.test(id)) continue
    if (!context.known.includes(id)) {
      context.report({
        code: 'harness-unknown',
        message: `${JSON.stringify(id)} is no harness`,
        hint: didYouMean(id, context.known) ?? `known: ${context.known.join(', ')}`,
        at: { file: `agents/${SHARED}/${id}` },
      })
      continue
    }
    const { files, directories } = split(below, `agents/${SHARED}/${id}`)
    for (const name of directories.keys()) {
      if (!HIDDEN_RE.test(name)) reportIgnored(context, `agents/${SHARED}/${id}/${name}`)
    }
    harnesses.set(id, readSections(context, files, []))
  }
  return { common: readSections(context, own.files, []), harnesses }
}

function reportIgnored({ report }: Context, file: string): void {
  report({
    code: 'file-ignored',
    message: 'this is not used: an agent is made of agent.md, frontmatter.json and sections (.md)',
    at: { file },
  })
}
