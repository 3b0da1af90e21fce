import { Source, type Span } from '../diagnostics/index.ts'
import { type Field, type Frontmatter, readFrontmatter } from './frontmatter.ts'
import { BYTE_ORDER_MARK, normalised, oneLine } from './text.ts'

/** A markdown file of a harness: `HARNESS.md`, a routing file, a leaf's primary file, content. */
export class HarnessDocument {
  /** Of the plain document that was asked last: much is asked of one before the next. */
  static #last: { document: HarnessDocument; frontmatter: Frontmatter } | undefined
  /** Relative to the outermost harness. */
  readonly path: string
  /** Without a byte order mark, line ends `\n`. */
  readonly text: string
  readonly hasBom: boolean
  /** The name, or nothing where it is missing, empty or no text. */
  readonly name: string | undefined
  /** The description on one line, or nothing where it is missing, empty or no text. */
  readonly description: string | undefined
  /** The frontmatter is plain text that every reader understands alike: there is nothing to be said of it as such. */
  readonly isPlain: boolean
  /** Where the body begins: after the frontmatter, else at the start. */
  readonly bodyStart: number
  readonly #file: string
  #source: Source | undefined
  /** Kept only where it is not plain: with thousands of files, keeping all costs more than reading few again. */
  #frontmatter: Frontmatter | undefined

  /**
   * @param file the path as diagnostics name it
   * @param raw the text as it stands in the file
   */
  constructor(path: string, file: string, raw: string) {
    this.path = path
    this.#file = file
    this.hasBom = raw.startsWith(BYTE_ORDER_MARK)
    this.text = normalised(raw)
    const frontmatter = readFrontmatter(this.text)
    this.bodyStart = frontmatter.bodyStart
    this.isPlain = frontmatter.isSimple === true && frontmatter.falseClose === undefined
    if (!this.isPlain) this.#frontmatter = frontmatter
    this.name = textOf(frontmatter, 'name')
    this.description = textOf(frontmatter, 'description')
  }

  get source(): Source {
    return (this.#source ??= new Source(this.#file, this.text))
  }

  get frontmatter(): Frontmatter {
    if (this.#frontmatter !== undefined) return this.#frontmatter
    if (HarnessDocument.#last?.document !== this)
      HarnessDocument.#last = { document: this, frontmatter: readFrontmatter(this.text) }
    return HarnessDocument.#last.frontmatter
  }

  /** What follows the frontmatter, blank lines around it removed. */
  get body(): string {
    return this.text.slice(this.bodyStart).trim()
  }

  field(key: string): Field | undefined {
    return this.frontmatter.fields.get(key)
  }

  /** Where a field's value stands; the start of the fields where there is none. */
  span(key: string): Span {
    const { fields, yamlStart } = this.frontmatter
    const field = fields.get(key)
    return field === undefined ? this.source.span(yamlStart) : this.source.span(field.start, field.end)
  }
}

function textOf({ fields }: Frontmatter, key: string): string | undefined {
  const value = fields.get(key)?.value
  const text = value === undefined ? '' : oneLine(value)
  return text === '' ? undefined : text
}
