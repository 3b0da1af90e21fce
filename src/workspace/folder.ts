import type { Reporter, Source } from '../diagnostics/index.ts'
import type { Reader } from './reader.ts'

/** What a folder's files are read with. */
export interface ReadingContext {
  reader: Reader
  report: Reporter
}

/**
 * A directory of sources that is known by its list of files. What is in them is read when somebody asks, and may be let
 * go: of a thousand agents, one at a time is enough. What is wrong with them is told the first time only.
 */
export abstract class Folder<Context extends ReadingContext, Content> {
  protected readonly context: Context
  #content: Content | undefined
  #wasRead = false

  constructor(context: Context) {
    this.context = context
  }

  protected abstract readWith(context: Context): Content

  /** All that was read as text. */
  protected abstract sources(content: Content): Iterable<Source>

  read(): Content {
    this.#content ??= this.readWith(this.#wasRead ? quiet(this.context) : this.context)
    this.#wasRead = true
    return this.#content
  }

  /** What diagnostics point at can still be shown: it is read again. */
  forget(): void {
    if (this.#content === undefined) return
    for (const source of this.sources(this.#content)) source.release()
    this.#content = undefined
  }
}

/** Whoever reads something again only wants to know what it was. */
function quiet<Context extends ReadingContext>(context: Context): Context {
  return { ...context, reader: context.reader.unseen, report: () => {} }
}
