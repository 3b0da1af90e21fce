import { Compiler } from '../../../compiler/index.ts'
import type { Diagnostic } from '../../../diagnostics/index.ts'
import { type Listing, readAgent } from '../agent-file.ts'

const ID = 'pi'
const AGENT_RE = /^agents\/[^/]+\/agent\.md$/
/** Texts whose lines stay as many: a section in the entry point of a harness may have any number of them. */
const SKILL_RE = /^(?:skills\/|harnesses\/[^/]+\/(?!HARNESS\.md$)).+\.md$/
const SHOWN_RE = /^(?:agents|skills|harnesses|agents-native)\/|^token-map\.json$/
/**
 * Harnesses that a project defines in its configuration, which is not run here, are unknown here only; and which tools
 * there are, the session knows.
 */
const ELSEWHERE: ReadonlySet<string> = new Set(['harness-unknown', 'map-key-unknown', 'tool-not-native'])
/** Problems that are told one by one. */
const MOST = 5

/** The agents and skills of one project, composed where they lie (contract §6). */
export class Project {
  readonly root: string
  readonly #compiler: Compiler
  #skills: ReadonlyMap<string, string> = new Map()

  constructor(root: string) {
    this.root = root
    this.#compiler = new Compiler({ root, only: [ID], pluginRoot: { [ID]: root }, inPlace: true })
  }

  /** Composes what has changed since the last time. */
  read(): Listing {
    this.#compiler.begin()
    const { trees, diagnostics } = this.#compiler.finish()
    const listing: Listing = { agents: [], problems: sentences(diagnostics.list('warning')) }
    const skills = new Map<string, string>()
    for (const { path: file, content } of trees.get(ID)?.files.values() ?? []) {
      const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
      if (SKILL_RE.test(file)) skills.set(file, text)
      if (!AGENT_RE.test(file)) continue
      const agent = readAgent(text)
      if (typeof agent === 'object') listing.agents.push(agent)
      else listing.problems.push(`${file}: this agent cannot be used: ${agent ?? 'it has no frontmatter'}`)
    }
    this.#skills = skills
    return listing
  }

  /** A `.md` file of a skill with its tokens substituted, as of the last {@link read}. */
  skillText(file: string): string | undefined {
    return this.#skills.get(file)
  }
}

/** What is wrong, for a person who wants to work and not to build: all of it is warnings. */
function sentences(diagnostics: readonly Diagnostic[]): string[] {
  const shown = diagnostics.filter(
    ({ code, file = '', harnesses }) =>
      SHOWN_RE.test(file) && !ELSEWHERE.has(code) && (harnesses.length === 0 || harnesses.includes(ID)),
  )
  const told = shown.slice(0, MOST).map(sentence)
  const more = shown.length - MOST
  return more > 0 ? [...told, `${more} more: run agent-cortex validate`] : told
}

function sentence({ file, line, column, message, hint }: Diagnostic): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(':')
  return [`${place}: ${message}`, ...(hint?.split('\n') ?? [])].join('; ')
}
