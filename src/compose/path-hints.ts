import { didYouMean, order } from '../diagnostics/index.ts'
import { nameOf } from '../workspace/paths.ts'

/** Comparing a name with all others is work for few mistakes; with thousands of them, hints are not what is missing. */
const MOST_COMPARISONS = 300_000
const MOST_NAMES = 3
const AGENT_RE = /^agents\/([^/]+?)(?:\.agent)?(?:\.md)?$/

/** Says which source path a wrong one may have meant. */
export class PathHints {
  readonly #names: readonly string[]
  /** Last segment → names that end in it. */
  readonly #byEnd = new Map<string, string[]>()
  #comparisons = 0

  /** @param names source paths that can be named */
  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)]
    for (const name of this.#names) {
      const end = nameOf(name)
      const alike = this.#byEnd.get(end)
      if (alike === undefined) this.#byEnd.set(end, [name])
      else alike.push(name)
    }
  }

  /** @param keys what the name may have been besides a path */
  hint(name: string, keys: readonly string[] = []): string | undefined {
    const path = name.replace(/\/$/, '')
    const agent = AGENT_RE.exec(path)?.[1]
    const source = `agents/${agent}/agent.md`
    // An agent is named by its source, wherever it is emitted.
    if (agent !== undefined && this.#byEnd.get('agent.md')?.includes(source)) return ask([source])
    const [common, alike] = this.#sameEnd(path)
    // Only a directory is missing or wrong: `skills/plan/SKILL.md` for `skills/workflow/plan/SKILL.md`.
    if (common > 1) return ask(alike)
    return this.#near(path, keys) ?? (alike.length > 0 && alike.length <= MOST_NAMES ? ask(alike) : undefined)
  }

  /** The names that share the most last segments with a path, and how many. */
  #sameEnd(path: string): [common: number, names: string[]] {
    let best = 0
    let names: string[] = []
    for (const name of this.#byEnd.get(nameOf(path)) ?? []) {
      const common = commonSegments(path, name)
      if (common > best) {
        best = common
        names = []
      }
      if (common === best) names.push(name)
    }
    return [best, names]
  }

  #near(path: string, keys: readonly string[]): string | undefined {
    if (this.#comparisons > MOST_COMPARISONS) return undefined
    this.#comparisons += this.#names.length + keys.length
    return didYouMean(path, [...keys, ...this.#names])
  }
}

function ask(names: readonly string[]): string {
  const shown = names.toSorted(order).slice(0, MOST_NAMES)
  return `did you mean ${shown.map((name) => JSON.stringify(name)).join(' or ')}?`
}

/** How many segments two paths share, counted from the end. */
function commonSegments(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  let count = 0
  while (count < left.length && count < right.length && left.at(-1 - count) === right.at(-1 - count)) count++
  return count
}
