import type { Source } from '../../diagnostics/index.ts'
import type { Token } from '../../template/lexer.ts'
import { Folder, type ReadingContext } from '../../workspace/folder.ts'
import type { Asset, Skill } from '../../workspace/sources.ts'
import type { Entry } from '../../workspace/walk.ts'
import { addTokens } from './links.ts'

/** What a part does to its texts before they are composed. Reports go to the context, the first time only. */
export type Edit = (context: ReadingContext, below: string, source: Source) => Token[]

interface PartInput {
  /** Where it lies in the project; its key among all that is composed. */
  directory: string
  /** Path in the tree, or, of a skill, its path below `skills/`. */
  path: readonly string[]
  isSkill: boolean
  /** Path in the part → file. */
  files: ReadonlyMap<string, Entry>
  edit?: Edit | undefined
}

/**
 * A part of an Agent Harness that goes into trees: a skill, or a directory that is copied with its tokens resolved. It
 * is read like a skill of the project.
 */
export class HarnessPart extends Folder<ReadingContext, Skill> {
  readonly path: readonly string[]
  readonly directory: string
  readonly isSkill: boolean
  readonly #files: ReadonlyMap<string, Entry>
  readonly #edit: Edit | undefined

  constructor(context: ReadingContext, { directory, path, isSkill, files, edit }: PartInput) {
    super(context)
    this.directory = directory
    this.path = path
    this.isSkill = isSkill
    this.#files = files
    this.#edit = edit
  }

  get files(): Iterable<string> {
    return this.#files.keys()
  }

  has(file: string): boolean {
    return this.#files.has(file)
  }

  protected readWith(context: ReadingContext): Skill {
    const { reader, report } = context
    const texts = new Map<string, Source>()
    const assets = new Map<string, Asset>()
    const unread = new Set<string>()
    const edits: Token[][] = []
    for (const [below, { path, real }] of this.#files) {
      if (below.endsWith('.md')) {
        const source = reader.text(path, report, real)
        if (source === undefined) unread.add(below)
        else {
          texts.set(below, source)
          const added = this.#edit?.(context, below, source)
          if (added !== undefined && added.length > 0) addTokens(source, added)
          edits.push(added ?? [])
        }
      } else {
        const read = reader.bytes(path, report, real)
        if (read === undefined) unread.add(below)
        else assets.set(below, { file: path, ...read })
      }
    }
    const { directory, isSkill } = this
    return { path: this.path, directory, texts, assets, unread, isSkill, edits: JSON.stringify(edits) }
  }

  protected sources({ texts }: Skill): Iterable<Source> {
    return texts.values()
  }
}
