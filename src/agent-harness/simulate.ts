import { order } from '../diagnostics/index.ts'
import type { HarnessDocument } from './document.ts'
import { isWithin, join } from './files.ts'
import { readMentions } from './lint/mentions.ts'
import { type AgentHarness, descriptionOf, harnessesOf, type HarnessNode, nodesOf } from './model.ts'
import { HARNESS_FILE } from './names.ts'
import { termsIn, termsOf } from './terms.ts'
import type { TokenCounter } from './tokens.ts'

/** One candidate at a fork. */
interface Candidate {
  readonly path: string
  /** How well it fits; comparable within one task only. */
  readonly score: number
  /** The words of the task that it holds. */
  readonly terms: readonly string[]
}

/** A text that was read on the way. */
interface Step {
  readonly path: string
  readonly tokens: number
  /** What was chosen among, best first. Empty where nothing fits, and the directories are tried in turn. */
  readonly candidates: readonly Candidate[]
}

/** Where the descriptions lead a task. */
export interface Route {
  readonly task: string
  /** What is used in the end: a leaf, a file, or a group in which nothing fits better; nothing where nothing fits at all. */
  readonly path: string | undefined
  readonly kind: HarnessNode['kind'] | undefined
  /** What is read, in order; the first is `HARNESS.md`. */
  readonly steps: readonly Step[]
  /** Of all that is read. */
  readonly tokens: number
  /** Another candidate at a fork fits nearly as well: a small change of words may lead elsewhere. */
  readonly close: readonly Candidate[]
}

/** Terms of a task, with the words that they come from. */
type Wanted = ReadonlyMap<string, string>

/** Where a search ended. A group in which nothing fits is kept for the case that nothing does elsewhere. */
interface Found {
  readonly node: HarnessNode
  readonly isDeadEnd: boolean
}

/** Candidates within this share of the best are a close call. */
const CLOSE = 0.85

/** Words of a name say more than those of a description. */
const NAME_WEIGHT = 1.5

/**
 * Follows a task from `HARNESS.md` down by names and descriptions alone, without a model: rare words weigh more than
 * common ones, the best candidate is entered first, and one that leads nowhere is left again;
 * where nothing fits, the directories are tried in turn. The same words always take the same way.
 */
export class Router {
  readonly #harness: AgentHarness
  readonly #counter: TokenCounter
  readonly #terms = new Map<HarnessNode, ReadonlyMap<string, number>>()
  readonly #frequencies = new Map<string, number>()
  readonly #lines = new Map<HarnessDocument, ReadonlyMap<string, string>>()
  #count = 0

  constructor(harness: AgentHarness, counter: TokenCounter) {
    this.#harness = harness
    this.#counter = counter
    for (const one of harnessesOf(harness)) {
      this.#learn(one.children, one.document)
      for (const node of nodesOf(one)) if (node.kind === 'group') this.#learn(node.children, node.routing)
    }
  }

  route(task: string): Route {
    const wanted = termsIn(task)
    const steps: Step[] = []
    const found = this.#enter(
      this.#harness.children,
      this.#harness.document,
      join(this.#harness.path, HARNESS_FILE),
      wanted,
      steps,
    )
    const tokens = steps.reduce((sum, step) => sum + step.tokens, 0)
    const close = steps.flatMap(({ candidates: [best, ...others] }) =>
      others.filter(({ score }) => best !== undefined && score >= best.score * CLOSE),
    )
    return { task, path: found?.node.path, kind: found?.node.kind, steps, tokens, close }
  }

  /** Reads a text and goes on by what it lists. @returns what is used in the end */
  #enter(
    children: readonly HarnessNode[],
    document: HarnessDocument | undefined,
    path: string,
    wanted: Wanted,
    steps: Step[],
  ): Found | undefined {
    const scored = children
      .map((node) => ({ node, ...this.#score(node, wanted) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || order(a.node.path, b.node.path))
    const candidates = scored.map(({ node, score, terms }) => ({
      path: node.path,
      score: rounded(score),
      terms,
    }))
    const body = document === undefined ? '' : path.endsWith(HARNESS_FILE) ? document.body : document.text
    steps.push({ path, tokens: body === '' ? 0 : this.#counter.count(body), candidates })
    let fallback: Found | undefined
    for (const { node } of scored) {
      const found = this.#use(node, wanted, steps)
      if (!found.isDeadEnd) return found
      fallback ??= found
    }
    return scored.length === 0 ? this.#explore(children, wanted, steps) : fallback
  }

  /** Where no description fits, all that is left is to look. */
  #explore(children: readonly HarnessNode[], wanted: Wanted, steps: Step[]): Found | undefined {
    for (const node of children) {
      if (node.kind !== 'group' && node.kind !== 'harness') continue
      const found = this.#use(node, wanted, steps)
      if (!found.isDeadEnd) return found
    }
    return undefined
  }

  #use(node: HarnessNode, wanted: Wanted, steps: Step[]): Found {
    const deadEnd = { node, isDeadEnd: true }
    if (node.kind === 'group') {
      const path = node.routing?.path ?? node.path
      return this.#enter(node.children, node.routing, path, wanted, steps) ?? deadEnd
    }
    if (node.kind === 'harness') {
      const { children, document, path } = node.harness
      return this.#enter(children, document, join(path, HARNESS_FILE), wanted, steps) ?? deadEnd
    }
    const tokens = node.document === undefined ? 0 : this.#counter.count(node.document.text)
    steps.push({ path: node.document?.path ?? node.path, tokens, candidates: [] })
    return { node, isDeadEnd: false }
  }

  #score(node: HarnessNode, wanted: Wanted): { score: number; terms: string[] } {
    const own = this.#terms.get(node)!
    const terms = [...wanted.keys()].filter((term) => own.has(term))
    const score = terms.reduce((sum, term) => sum + own.get(term)! * this.#rarity(term), 0)
    return { score, terms: terms.map((term) => wanted.get(term)!) }
  }

  #rarity(term: string): number {
    return Math.log(1 + this.#count / (this.#frequencies.get(term) ?? 1))
  }

  /** What an agent sees of each child before it opens it: its name, its description, and what the text beside it says. */
  #learn(children: readonly HarnessNode[], document: HarnessDocument | undefined): void {
    for (const node of children) {
      const weights = new Map<string, number>()
      const texts = [
        descriptionOf(node) ?? '',
        document === undefined ? '' : (this.#linesIn(document).get(node.name) ?? ''),
      ]
      // Without a routing file, an agent lists the directory.
      if (node.kind === 'group' && node.routing === undefined) {
        texts.push(...node.children.map((child) => `${child.name} ${descriptionOf(child) ?? ''}`))
      }
      for (const term of termsOf(texts.join(' '))) weights.set(term, 1)
      for (const term of termsOf(node.name.replace(SUFFIX_RE, ''))) weights.set(term, NAME_WEIGHT)
      this.#terms.set(node, weights)
      this.#count++
      for (const term of weights.keys()) this.#frequencies.set(term, (this.#frequencies.get(term) ?? 0) + 1)
    }
  }

  /** Name → the item of a list that is about it. */
  #linesIn(document: HarnessDocument): ReadonlyMap<string, string> {
    let lines = this.#lines.get(document)
    if (lines === undefined) {
      const { text } = document
      lines = new Map(
        readMentions(document)
          .list.filter(({ kind }) => kind === 'entry')
          .map(({ path, start }) => {
            const end = text.indexOf('\n', start)
            return [plain(path), text.slice(start, end === -1 ? text.length : end)]
          }),
      )
      this.#lines.set(document, lines)
    }
    return lines
  }
}

const SUFFIX_RE = /\.md$/

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000
}

/** Whether a route uses a path, or something within it. */
export function uses({ path }: Route, wanted: string): boolean {
  return path !== undefined && isWithin(path, plain(wanted))
}

/** Whether anything that a route reads or uses lies at a path or within it. */
export function touches(route: Route, path: string): boolean {
  return uses(route, path) || route.steps.some((step) => isWithin(step.path, plain(path)))
}

const AROUND_RE = /^(?:\.\/)+|\/+$/g

function plain(path: string): string {
  return path.replace(AROUND_RE, '')
}
