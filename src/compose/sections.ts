import { didYouMean, type Source } from '../diagnostics/index.ts'
import type { Agent, SharedSections } from '../workspace/sources.ts'
import type { Context } from './context.ts'

/** Looks up sections for one agent in one harness, in the order of rule S-6. */
export class SectionLookup {
  readonly #agent: Agent
  readonly #context: Context

  constructor(agent: Agent, context: Context) {
    this.#agent = agent
    this.#context = context
  }

  find(name: string): Source | undefined {
    const { harness, look } = this.#context
    const own = this.#agent.harnesses.get(harness.id)?.sections.get(name) ?? this.#agent.sections.get(name)
    if (own !== undefined) return own
    const found = sharedSection(this.#context.shared, harness.id, name)
    look('shared', name, found)
    return found
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
    return (
      didYouMean(name, names) ??
      `write ${this.#agent.directory}/<harness>/${name}.md, or ${this.#agent.directory}/${name}.md for all harnesses`
    )
  }
}

export function sharedSection(shared: SharedSections, harness: string, name: string): Source | undefined {
  return shared.harnesses.get(harness)?.get(name) ?? shared.common.get(name)
}
