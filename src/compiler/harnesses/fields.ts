import type { HarnessDocument } from '../../agent-harness/index.ts'
import { Source, type Span } from '../../diagnostics/index.ts'
import { JsonDocument, type JsonPath } from '../../workspace/json.ts'

/** What `HARNESS.md` says of an agent, as if a `frontmatter.json` said it; places are those in `HARNESS.md`. */
export class HarnessFields extends JsonDocument {
  readonly #document: HarnessDocument

  constructor(document: HarnessDocument) {
    const { description } = document
    super(document.source, { ...(description === undefined ? {} : { description }), tools: ['*'] })
    this.#document = document
  }

  override span(path: JsonPath): Span {
    return this.#document.span(String(path[0] ?? 'name'))
  }

  override keySpan(path: JsonPath): Span {
    return this.span(path)
  }
}

/** A document that says nothing, and stands where another does. */
export function noFields(source: Source): JsonDocument {
  return new JsonDocument(source, {})
}

const INK_RE = /\S/g

/** The body alone, with what stands before it blanked, so that all is still where it was; and a paragraph below it. */
export function bodyOf({ source, frontmatter }: HarnessDocument, paragraph: string): Source {
  const { file, text } = source
  const blank = text.slice(0, frontmatter.bodyStart).replace(INK_RE, ' ')
  const body = text.slice(frontmatter.bodyStart).trimEnd()
  const parts = [blank + body, ...(paragraph === '' ? [] : [paragraph])]
  return new Source(file, `${parts.join('\n\n')}\n`)
}
