import { budgetOf, HarnessDocument, type TokenCounter, tokenCounter } from '../agent-harness/index.ts'
import type { BuiltHarness, Compilation } from '../compiler/compiler.ts'
import { visible } from '../diagnostics/visible.ts'
import type { Tree } from '../tree/tree.ts'

/**
 * What each Agent Harness puts into the context in either form, one line each: as a tree the agent that it is, and the
 * files on the way to what a task needs; flat, also the name and description of each skill, in every session. Where
 * clients get texts of different length, from the shortest to the longest.
 */
export async function costsOf({ agentHarnesses, trees }: Compilation): Promise<string[]> {
  const counter = await tokenCounter('o200k_base')
  return agentHarnesses.map((harness) => {
    const { directory, form, model } = harness
    const { load, discovery, of, catalogue, tokenizer } = budgetOf(model, counter)
    const { max } = discovery
    const way = rangeOf([discovery.min, max])
    const further = max === 0 ? '' : ` and ${way} on the way to a ${of === 'leaves' ? 'leaf' : 'file'}`
    const loads = loadsOf(harness, trees, counter)
    const [tree, flat] = (['tree', 'flat'] as const).map((one) => {
      const own = loads.length === 0 ? [load] : loads.map((counts) => counts[one])
      const start = rangeOf(own.map((tokens) => tokens + (one === 'flat' ? catalogue.tokens : 0)))
      return one === form || one === 'tree' ? `${start} tokens at the start` : `${start} at the start`
    })
    const asTree = `${tree}${further}`
    const [own, other] = form === 'tree' ? [asTree, `flat: ${flat}`] : [flat, `tree: ${asTree}`]
    return `${visible(directory)}, ${form}: ${own}; ${other} (${tokenizer})`
  })
}

function rangeOf(values: readonly number[]): string {
  const [min, max] = [Math.min(...values), Math.max(...values)]
  return min === max ? `${max}` : `${min} to ${max}`
}

/** Tokens of the agent's body for each client: in the form that it has, as it is; in the other, with its paragraph. */
function loadsOf(
  { agents, form, paragraphOf, directory }: BuiltHarness,
  trees: ReadonlyMap<string, Tree>,
  counter: TokenCounter,
): { tree: number; flat: number }[] {
  const path = `{{PATH:${directory}}}`
  return agents.flatMap(({ client, file, root }) => {
    const content = trees.get(client)?.files.get(file)?.content
    if (content === undefined) return []
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
    const { body } = new HarnessDocument(file, file, text)
    const paragraph = (one: 'tree' | 'flat'): string => paragraphOf(one).replace(path, `${root}/${directory}`)
    const own = paragraph(form)
    const bare = body.endsWith(own) ? body.slice(0, body.length - own.length) : body
    const other = form === 'tree' ? 'flat' : 'tree'
    const counts = { tree: 0, flat: 0 }
    counts[form] = counter.count(body)
    counts[other] = counter.count(`${bare}${paragraph(other)}`.trim())
    return [counts]
  })
}
