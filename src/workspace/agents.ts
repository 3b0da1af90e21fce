import type { Source } from '../diagnostics/index.ts'
import { checkBody } from './agent-body.ts'
import {
  type AgentContext,
  FRONTMATTER,
  HIDDEN_RE,
  isMisnamed,
  misnamedHint,
  type Split,
  split,
} from './agent-files.ts'
import { reportFlat } from './flat-agent.ts'
import { Folder } from './folder.ts'
import { readFrontmatter, readHarnesses } from './harness-directory.ts'
import { readSections, readShared, SHARED } from './section-files.ts'
import type { Agent, BodilessAgent, SharedSections } from './sources.ts'
import type { Entry } from './walk.ts'

export interface AgentSources {
  agents: AgentFolder[]
  shared: SharedSections
}

/** `agents/<name>/`, before it is read. */
export class AgentFolder extends Folder<AgentContext, Agent | BodilessAgent> {
  readonly name: string
  /** Known harnesses that it has a directory of. */
  readonly harnesses: readonly string[]
  readonly #entries: readonly Entry[]

  /** @param entries everything in it */
  constructor(context: AgentContext, name: string, entries: readonly Entry[]) {
    super(context)
    this.name = name
    this.#entries = entries
    this.harnesses = context.known.filter((id) =>
      entries.some(({ path, isDirectory }) => isDirectory && path === `agents/${name}/${id}`),
    )
  }

  get directory(): string {
    return `agents/${this.name}`
  }

  /** Whether its `agent.md` can be read; nothing else is looked at, and nothing told. */
  hasText(): boolean {
    const entry = this.#entries.find(({ path }) => path === `${this.directory}/${BODY}`)
    return (
      entry !== undefined && this.context.reader.unseen.text(entry.path, () => {}, entry.real) !== undefined
    )
  }

  protected readWith(context: AgentContext): Agent | BodilessAgent {
    return readAgent(context, this.name, this.#entries)
  }

  protected *sources(agent: Agent | BodilessAgent): Iterable<Source> {
    if ('body' in agent) yield agent.body
    if (agent.base !== undefined) yield agent.base.source
    yield* agent.sections.values()
    for (const { frontmatter, sections } of agent.harnesses.values()) {
      if (frontmatter !== undefined) yield frontmatter.source
      yield* sections.values()
    }
  }
}

const BODY = 'agent.md'

/**
 * Collects the agents of `agents/` (rules S-1 … S-6).
 * @param entries everything below `agents/`
 */
export function collectAgents(context: AgentContext, entries: readonly Entry[]): AgentSources {
  const own = split(entries, 'agents')
  for (const entry of own.files.values()) reportFlat(context, entry)
  const agents = [...own.directories]
    .filter(([name]) => !HIDDEN_RE.test(name))
    .map(([name, below]) => new AgentFolder(context, name, below))
  return { agents, shared: readShared(context, own.directories.get(SHARED) ?? []) }
}

function readAgent(context: AgentContext, name: string, entries: readonly Entry[]): Agent | BodilessAgent {
  const directory = `agents/${name}`
  const own = split(entries, directory)
  const entry = own.files.get(BODY)
  if (entry === undefined) reportBodyMissing(context, name, directory, own)
  const body = entry && context.reader.text(entry.path, context.report, entry.real)
  const base = readFrontmatter(context, own.files.get(FRONTMATTER))
  const unread = new Set<string>()
  const agent: BodilessAgent = {
    name,
    directory,
    base,
    baseBroken: own.files.has(FRONTMATTER) && base === undefined,
    ...(own.files.has(FRONTMATTER) ? {} : misnamedBase(own, directory)),
    harnesses: readHarnesses(context, directory, own, unread),
    sections: readSections(context, own.files, [BODY, FRONTMATTER], unread),
    unread,
  }
  if (body !== undefined) checkBody(body, context.report)
  if (entry !== undefined && agent.harnesses.size === 0) reportHomeless(context, name, directory)
  return body === undefined ? agent : { ...agent, body }
}

function misnamedBase({ files }: Split, directory: string): Pick<BodilessAgent, 'baseMisnamed'> {
  const name = [...files.keys()].find(isMisnamed)
  if (name === undefined) return {}
  const file = `${directory}/${name}`
  return { baseMisnamed: { file, hint: misnamedHint(file) } }
}

function reportBodyMissing({ report }: AgentContext, name: string, directory: string, own: Split): void {
  const misspelt = [...own.files.keys()].find((file) => file.toLowerCase() === BODY)
  const isDirectory = own.directories.has(BODY)
  report({
    code: isDirectory ? 'not-a-file' : 'agent-md-missing',
    message: isDirectory
      ? `${directory}/${BODY} is a directory; a file is expected here`
      : `${directory} holds no ${BODY}, so it is no agent`,
    hint:
      misspelt === undefined
        ? `write the agent's instructions to ${directory}/${BODY}, or rename the directory to _${name}`
        : `rename ${misspelt} to ${BODY}`,
    at: { file: directory },
  })
}

/** Rule S-3. */
function reportHomeless({ known, built, report }: AgentContext, name: string, directory: string): void {
  const harness = built[0] ?? known[0] ?? '<harness>'
  report({
    code: 'frontmatter-missing',
    message: `${name} ships to no harness: it has no <harness>/${FRONTMATTER}`,
    hint: `write ${directory}/${harness}/${FRONTMATTER}; {} takes all from ${directory}/${FRONTMATTER}`,
    at: { file: `${directory}/${BODY}` },
  })
}
