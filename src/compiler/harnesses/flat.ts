import type { LeafNode } from '../../agent-harness/index.ts'
import type { Source } from '../../diagnostics/index.ts'
import type { Token } from '../../template/lexer.ts'
import { HARNESSES } from '../../workspace/agent-harnesses.ts'
import type { ReadingContext } from '../../workspace/folder.ts'
import { parentOf } from '../../workspace/paths.ts'
import type { Entry } from '../../workspace/walk.ts'
import { LinkResolver, movedLinks, renaming } from './links.ts'
import { isSlug, slugOf, uniqueNames } from './names.ts'
import { HarnessPart } from './parts.ts'
import { type HarnessSource, skillsOf } from './source.ts'

const SKILL_FILE = 'SKILL.md'
/** What makes sense only in a harness that is whole. */
const HARNESS_FILE = 'HARNESS.md'
const ENTRY_FILES = new Set([HARNESS_FILE, '.leaf-detectors'])

/** A skill leaf that becomes a skill of the client. */
interface FlatSkill {
  source: HarnessSource
  leaf: LeafNode & { primary: string }
  slug: string
  name: string
}

/** Takes harnesses apart: each skill leaf becomes a native skill, what is left goes along in a directory of its own. */
export class Flattening {
  readonly #skills: readonly FlatSkill[]
  readonly #context: ReadingContext

  /** @param taken names of the project's own skills */
  constructor(sources: readonly HarnessSource[], taken: ReadonlySet<string>, context: ReadingContext) {
    this.#context = context
    const leaves = sources.flatMap((source) =>
      skillsOf(source.model)
        .filter(
          (leaf): leaf is FlatSkill['leaf'] => leaf.primary !== undefined && leaf.document !== undefined,
        )
        .map((leaf) => ({ source, leaf, slug: leafSlug(leaf) })),
    )
    const named = leaves.map(({ source, leaf, slug }) => ({
      slug,
      groups: [
        source.folder.name,
        ...parentOf(leaf.path)
          .split('/')
          .filter((part) => part !== ''),
      ],
    }))
    const names = uniqueNames(named, taken)
    this.#skills = leaves.map((found, at) => ({ ...found, name: names[at]! }))
    for (const skill of this.#skills) this.#tellName(skill)
  }

  partsOf(source: HarnessSource): HarnessPart[] {
    const { directory, files } = source.folder
    const own = this.#skillsOf(source)
    const below = ({ path }: Entry): string => path.slice(directory.length + 1)
    const rest = files.filter(
      (entry) => !ENTRY_FILES.has(below(entry)) && !own.some(({ leaf }) => isIn(below(entry), leaf.path)),
    )
    const skills = own.map((skill) =>
      this.#skillPart(
        skill,
        files.filter((entry) => isIn(below(entry), skill.leaf.path)),
      ),
    )
    if (rest.length === 0) return skills
    const edit = (_: ReadingContext, file: string, { text }: Source): Token[] =>
      movedLinks(text, 0, this.#linking(source, file))
    const part = new HarnessPart(this.#context, {
      directory,
      path: [HARNESSES, source.folder.name],
      isSkill: false,
      files: new Map(rest.map((entry) => [below(entry), entry])),
      edit,
    })
    return [...skills, part]
  }

  /** Tells the agent where everything went. */
  paragraph(source: HarnessSource): string {
    const names = this.#skillsOf(source).map(({ name }) => `\`${name}\``)
    const hasRest = this.partsOf(source).some(({ isSkill }) => !isSkill)
    const skills =
      names.length === 0
        ? ''
        : `The skills of this harness are installed under these names: ${names.join(', ')}.`
    const rest = hasRest
      ? `What else is named above lies in \`{{PATH:${source.folder.directory}}}\`; paths are relative to it.`
      : ''
    return [skills, rest].filter((part) => part !== '').join(' ')
  }

  /** The paths in the body of `HARNESS.md` that lead to skills. */
  bodyLinks(source: HarnessSource): Token[] {
    const { text, frontmatter } = source.document
    return movedLinks(text, frontmatter.bodyStart, this.#linking(source, HARNESS_FILE))
  }

  #skillsOf(source: HarnessSource): FlatSkill[] {
    return this.#skills.filter((skill) => skill.source === source)
  }

  #skillPart(skill: FlatSkill, entries: readonly Entry[]): HarnessPart {
    const { source, leaf, name } = skill
    const { directory } = source.folder
    const at = `${directory}/${leaf.path}`
    const edit = (context: ReadingContext, below: string, text: Source): Token[] =>
      this.#skillEdits(context, skill, below, text)
    return new HarnessPart(this.#context, {
      directory: at,
      path: [name],
      isSkill: true,
      files: new Map(entries.map((entry) => [emittedName(leaf, entry.path.slice(at.length + 1)), entry])),
      edit,
    })
  }

  #skillEdits({ report }: ReadingContext, skill: FlatSkill, below: string, text: Source): Token[] {
    const { leaf, source, name } = skill
    const isPrimary = below === SKILL_FILE && leaf.document !== undefined
    const file = `${leaf.path}/${isPrimary ? leaf.primary : below}`
    const from = isPrimary ? leaf.document!.frontmatter.bodyStart : 0
    const dead = (path: string, start: number): void =>
      report({
        code: 'dead-link',
        message: `there is no ${JSON.stringify(path)}`,
        hint: 'paths are relative to the file, to its skill, or to the root of the harness',
        at: text.span(start, start + path.length),
      })
    const links = movedLinks(text.text, from, { ...this.#linking(source, file, skill), dead })
    return [...(isPrimary ? renaming(leaf.document!, name) : []), ...links]
  }

  /** @param skill that the file belongs to */
  #linking(source: HarnessSource, file: string, skill?: FlatSkill): Parameters<typeof movedLinks>[2] {
    const resolver = new LinkResolver(source.paths)
    const home = skill?.leaf.path ?? ''
    return {
      resolve: (path) => resolver.resolve(path, file, home),
      moved: (target) => {
        const { directory } = source.folder
        // Of these, the agent is what is left.
        if (ENTRY_FILES.has(target)) return `${directory}/${HARNESS_FILE}`
        const owner = this.#skillsOf(source).find(({ leaf }) => isIn(target, leaf.path))
        // Within a skill, and within what is left, all lies as it lay; but for a primary file that was moved up.
        if (owner === skill && (owner === undefined || owner.leaf.primary === SKILL_FILE)) return undefined
        if (owner === undefined || target === owner.leaf.path) return `${directory}/${target}`
        const { path } = owner.leaf
        return `${directory}/${path}/${emittedName(owner.leaf, target.slice(path.length + 1))}`
      },
    }
  }

  #tellName({ leaf, slug, name, source }: FlatSkill): void {
    const written = leaf.document?.name
    if (written === undefined || written === name) return
    const isPrefixed = slug !== name
    this.#context.report({
      code: 'skill-renamed',
      severity: isPrefixed ? 'warning' : 'info',
      message: isPrefixed
        ? `another skill is named ${JSON.stringify(slug)}: this one is written as ${JSON.stringify(name)}`
        : `this skill is written as ${JSON.stringify(name)}`,
      hint: isPrefixed
        ? `rename the directory ${source.folder.directory}/${leaf.path}, or the other`
        : `write name: ${name}`,
      at: leaf.document!.span('name'),
    })
  }
}

/** A skill is named by its directory, where that can be the name of one; else by its name for people. */
function leafSlug({ name, document }: LeafNode): string {
  if (isSlug(name)) return name
  return slugOf(document?.name ?? '') || slugOf(name) || 'skill'
}

function isIn(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`)
}

/** A skill's primary file is its SKILL.md to clients. */
function emittedName({ primary }: { primary: string }, below: string): string {
  return below === primary ? SKILL_FILE : below
}
