import { didYouMean, type Source } from '../diagnostics/index.ts'
import type { Agent, SharedSections } from '../workspace/sources.ts'
import type { Context } from './context.ts'

const SHARED_SECTIONS = 'agents/_sections'

/** Looks up sections for one agent in one harness, in the order of rule S-6. */
export class SectionLookup {
  readonly #agent: Agent
  readonly #context: Context

  constructor(agent: Agent, context: Context) {
    this.#agent = agent
    this.#context = context
  }

  find(name: string): Source | undefined {
    const { harness, look, clientless } = this.#context
    if (clientless !== undefined) return this.#common(name)
    const own = this.#agent.harnesses.get(harness.id)?.sections.get(name) ?? this.#agent.sections.get(name)
    if (own !== undefined) return own
    const found = sharedSection(this.#context.shared, harness.id, name)
    look('shared', name, found)
    return found
  }

  /** For no client: what is for all; else what all clients that the agent ships to have alike, if it is one text. */
  #common(name: string): Source | undefined {
    const { shared, look } = this.#context
    const own = this.#agent.sections.get(name)
    if (own !== undefined) return own
    const found = shared.common.get(name)
    look('shared', name, found)
    if (found !== undefined) return found
    const [first, ...others] = this.#ofClients(name)
    return others.every(([, { text }]) => text === first?.[1].text) ? first?.[1] : undefined
  }

  /** The clients of which each has a text of its own, where documents are for none. */
  differing(name: string): string[] {
    return this.#ofClients(name).map(([id]) => id)
  }

  #ofClients(name: string): [string, Source][] {
    const { clientless, shared } = this.#context
    return (clientless?.ids ?? []).flatMap((id): [string, Source][] => {
      const directory = this.#agent.harnesses.get(id)
      const found = directory && (directory.sections.get(name) ?? shared.harnesses.get(id)?.get(name))
      return found === undefined ? [] : [[id, found]]
    })
  }

  /** Where to write what is for all clients: beside what each has. */
  commonFile(name: string): string {
    const ids = this.#context.clientless?.ids ?? []
    const isOwn = ids.some((id) => this.#agent.harnesses.get(id)?.sections.has(name) === true)
    return `${isOwn ? this.#agent.directory : SHARED_SECTIONS}/${name}.md`
  }

  /** Whether it is there and cannot be read. */
  isUnread(name: string): boolean {
    return this.#agent.unread.has(name) || this.#context.shared.unread.has(name)
  }

  /** What to do about a section that is not there. */
  hint(name: string): string {
    const { harness, shared } = this.#context
    const names = [
      ...(this.#agent.harnesses.get(harness.id)?.sections.keys() ?? []),
      ...this.#agent.sections.keys(),
      ...(shared.harnesses.get(harness.id)?.keys() ?? []),
      ...shared.common.keys(),
    ]
    if (this.#agent.isHarness) return didYouMean(name, names) ?? `write ${SHARED_SECTIONS}/${name}.md`
    return (
      didYouMean(name, names) ??
      `write ${this.#agent.directory}/<harness>/${name}.md, or ${this.#agent.directory}/${name}.md for all harnesses`
    )
  }
}

export function sharedSection(shared: SharedSections, harness: string, name: string): Source | undefined {
  return shared.harnesses.get(harness)?.get(name) ?? shared.common.get(name)
}
