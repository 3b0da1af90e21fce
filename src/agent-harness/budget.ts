import type { HarnessDocument } from './document.ts'
import { type AgentHarness, harnessesOf, type HarnessNode, type LeafNode, nodesOf } from './model.ts'
import { SKILL_TYPE } from './names.ts'
import type { TokenCounter } from './tokens.ts'

/** What it costs to come to a leaf or file, and to read it. In tokens. */
export interface TargetCost {
  readonly path: string
  readonly kind: 'leaf' | 'file'
  /** The routing files on the way, and the `HARNESS.md` of nested harnesses. */
  readonly discovery: number
  /** Its primary file, or itself; 0 where there is nothing to read first. */
  readonly activation: number
}

export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
}

/** What a harness puts into the context, by phase. In tokens. */
export interface Budget {
  readonly tokenizer: string
  /** The body of `HARNESS.md`, in every session. */
  readonly load: number
  /** Over {@link targets}. */
  readonly discovery: Spread
  readonly activation: Spread
  /** What the spreads are of: leaves, or files where there are no leaves. */
  readonly of: 'leaves' | 'files'
  /** Everything at once: all of the harness's texts that an agent may read. */
  readonly total: number
  /** The same skills without a harness: name and description of each, in every session. */
  readonly catalogue: { readonly skills: number; readonly tokens: number }
  readonly targets: readonly TargetCost[]
  /** Path → tokens of the whole text. */
  readonly files: ReadonlyMap<string, number>
}

/** Counts what each phase of using a harness costs. */
export function budgetOf(harness: AgentHarness, counter: TokenCounter): Budget {
  const accountant = new Accountant(counter)
  accountant.enter(harness, 0)
  const leaves = accountant.targets.filter(({ kind }) => kind === 'leaf')
  const measured = leaves.length > 0 ? leaves : accountant.targets
  const skills = [...harnessesOf(harness)].flatMap((one) => nodesOf(one).filter(isSkill))
  const lines = skills.map(
    ({ name, document }) => `${document?.name ?? name}: ${document?.description ?? ''}`,
  )
  return {
    tokenizer: counter.name,
    load: harness.document === undefined ? 0 : counter.count(harness.document.body),
    discovery: spread(measured.map(({ discovery }) => discovery)),
    activation: spread(measured.map(({ activation }) => activation)),
    of: leaves.length > 0 ? 'leaves' : 'files',
    total: [...accountant.files.values()].reduce((sum, tokens) => sum + tokens, 0),
    catalogue: { skills: skills.length, tokens: lines.reduce((sum, line) => sum + counter.count(line), 0) },
    targets: accountant.targets,
    files: accountant.files,
  }
}

function isSkill(node: HarnessNode): node is LeafNode {
  return node.kind === 'leaf' && node.type === SKILL_TYPE
}

class Accountant {
  readonly files = new Map<string, number>()
  readonly targets: TargetCost[] = []
  readonly #counter: TokenCounter

  constructor(counter: TokenCounter) {
    this.#counter = counter
  }

  /** @param spent on the way to here */
  enter({ document, children }: AgentHarness, spent: number): void {
    if (document !== undefined) this.#read(document)
    this.#visit(children, spent)
  }

  #visit(nodes: readonly HarnessNode[], spent: number): void {
    for (const node of nodes) {
      if (node.kind === 'group') this.#visit(node.children, spent + this.#read(node.routing))
      else if (node.kind === 'harness') {
        const { document } = node.harness
        this.enter(node.harness, spent + (document === undefined ? 0 : this.#counter.count(document.body)))
      } else if (node.kind === 'leaf' || node.document !== undefined) {
        const activation = this.#read(node.document)
        this.targets.push({ path: node.path, kind: node.kind, discovery: spent, activation })
      }
    }
  }

  #read(document: HarnessDocument | undefined): number {
    if (document === undefined) return 0
    const tokens = this.#counter.count(document.text)
    this.files.set(document.path, tokens)
    return tokens
  }
}

function spread(values: readonly number[]): Spread {
  if (values.length === 0) return { min: 0, median: 0, max: 0 }
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1]!, sorted[sorted.length >> 1]!]
  return { min: sorted[0]!, median: Math.round((low + high) / 2), max: sorted.at(-1)! }
}
