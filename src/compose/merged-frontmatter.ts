import type { Place } from '../diagnostics/index.ts'
import type { JsonDocument, JsonPath } from '../workspace/json.ts'
import { COMMON_KEYS } from './frontmatter-schema.ts'

/** A merged object that knows which file each key came from. */
export class MergedFrontmatter {
  readonly values: ReadonlyMap<string, unknown>
  readonly #from: ReadonlyMap<string, JsonDocument>
  readonly #own: JsonDocument

  constructor(own: JsonDocument, base: JsonDocument | undefined, isKnown: (key: string) => boolean) {
    const values = new Map<string, unknown>()
    const from = new Map<string, JsonDocument>()
    for (const document of base === undefined ? [own] : [base, own]) {
      for (const [key, value] of Object.entries(document.value as object)) {
        // Fields of one harness are told in the base, and belong to none there.
        if (!(document === own ? isKnown(key) : COMMON_KEYS.includes(key))) continue
        // `null` removes a key of the base; in the base itself it is a wrong value.
        if (value === null && document === own) {
          values.delete(key)
        } else {
          values.set(key, value)
          from.set(key, document)
        }
      }
    }
    this.values = values
    this.#from = from
    this.#own = own
  }

  /** Where a value stands; a missing one: the start of the harness's file. */
  place(path: JsonPath): Place {
    const key = path[0] as string
    const document = this.values.has(key) ? this.#from.get(key) : undefined
    return () => (document === undefined ? this.#own.source.span(0) : document.span(path))
  }

  keyPlace(key: string): Place {
    return () => this.documentOf(key).keySpan([key])
  }

  /** The file that a key came from. */
  documentOf(key: string): JsonDocument {
    return this.#from.get(key) ?? this.#own
  }
}
