import { Source, type Span } from '../diagnostics/index.ts'
import { type Field, type Frontmatter, readFrontmatter } from './frontmatter.ts'
import { BYTE_ORDER_MARK, normalised, oneLine } from './text.ts'

/** A markdown file of a harness: `HARNESS.md`, a routing file, a leaf's primary file, content. */
export class HarnessDocument {
  /** Relative to the outermost harness. */
  readonly path: string
  readonly source: Source
  readonly hasBom: boolean
  readonly frontmatter: Frontmatter
  /** The name, or nothing where it is missing, empty or no text. */
  readonly name: string | undefined
  /** The description on one line, or nothing where it is missing, empty or no text. */
  readonly description: string | undefined

  /**
   * @param file the path as diagnostics name it
   * @param raw the text as it stands in the file
   */
  constructor(path: string, file: string, raw: string) {
    this.path = path
    this.hasBom = raw.startsWith(BYTE_ORDER_MARK)
    this.source = new Source(file, normalised(raw))
    this.frontmatter = readFrontmatter(this.source.text)
    this.name = this.#text('name')
    this.description = this.#text('description')
  }

  get text(): string {
    return this.source.text
  }

  /** What follows the frontmatter, blank lines around it removed. */
  get body(): string {
    return this.text.slice(this.frontmatter.bodyStart).trim()
  }

  field(key: string): Field | undefined {
    return this.frontmatter.fields.get(key)
  }

  /** Where a field's value stands; the start of the fields where there is none. */
  span(key: string): Span {
    const field = this.field(key)
    const { yamlStart } = this.frontmatter
    return field === undefined ? this.source.span(yamlStart) : this.source.span(field.start, field.end)
  }

  #text(key: string): string | undefined {
    const value = this.field(key)?.value
    const text = value === undefined ? '' : oneLine(value)
    return text === '' ? undefined : text
  }
}
