import type { Composed } from '../compose/composed.ts'
import { type Context, type Look, toolColumn } from '../compose/context.ts'
import { resolvePath } from '../compose/paths.ts'
import { sharedSection } from '../compose/sections.ts'
import type { Report } from '../diagnostics/index.ts'

interface Entry<Result> {
  inputs: readonly unknown[]
  looks: readonly Look[]
  reports: readonly Report[]
  result: Result
}

/**
 * Keeps what was composed as long as all that it was made from is the same: its own sources by identity, and each
 * look-up (rows of the map, paths of the tree, shared sections) by what it finds now. What was reported is said again.
 */
class Memo<Result> {
  readonly #entries = new Map<string, Entry<Result>>()

  /** Whether composing would do work. */
  isFresh(key: string, inputs: () => readonly unknown[], context: Context): boolean {
    const entry = this.#entries.get(key)
    return (
      entry !== undefined && same(entry.inputs, inputs()) && entry.looks.every((look) => finds(look, context))
    )
  }

  get(
    key: string,
    inputs: () => readonly unknown[],
    context: Context,
    compose: (context: Context) => Result,
  ): Result {
    let entry = this.#entries.get(key)
    if (entry === undefined || !this.isFresh(key, inputs, context)) {
      const reports: Report[] = []
      const looks: Look[] = []
      const result = compose({
        ...context,
        report: (report) => reports.push(report),
        look: (kind, name, found) => looks.push({ kind, name, found }),
      })
      entry = { inputs: inputs(), looks, reports, result }
      this.#entries.set(key, entry)
    }
    for (const report of entry.reports) context.report(report)
    for (const { kind, name, found } of entry.looks) context.look(kind, name, found)
    return entry.result
  }

  /** Forgets all that is not among these keys. */
  keep(keys: ReadonlySet<string>): void {
    for (const key of this.#entries.keys()) if (!keys.has(key)) this.#entries.delete(key)
  }
}

/** All that is kept between runs. */
export class Memos {
  readonly agents = new Memo<Composed | undefined>()
  readonly skills = new Memo<Map<string, Composed>>()
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => Object.is(item, b[index]))
}

function finds(look: Look, context: Context): boolean {
  const { kind, name, found } = look
  if (kind === 'tool') return found !== '' && toolColumn(context, name) === found
  // What is not there may have been told elsewhere, where it was, and next time be told here.
  if (found === undefined) return false
  if (kind === 'path') return resolvePath({ ...context, look: () => {} }, name)?.text === found
  return sharedSection(context.shared, context.harness.id, name) === found
}
