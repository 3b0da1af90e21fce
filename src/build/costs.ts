import { budgetOf, tokenCounter } from '../agent-harness/index.ts'
import type { Compilation } from '../compiler/index.ts'
import { visible } from '../diagnostics/visible.ts'

/**
 * What each Agent Harness puts into the context in either form, one line each: as a tree its `HARNESS.md`, and the
 * files on the way to what a task needs; flat, the name and description of each skill in every session.
 */
export async function costsOf({ agentHarnesses }: Compilation): Promise<string[]> {
  const counter = await tokenCounter('o200k_base')
  return agentHarnesses.map(({ directory, form, model }) => {
    const { load, discovery, of, catalogue, tokenizer } = budgetOf(model, counter)
    const { min, max } = discovery
    const way = min === max ? `${max}` : `${min} to ${max}`
    const further = max === 0 ? '' : ` and ${way} on the way to a ${of === 'leaves' ? 'leaf' : 'file'}`
    const tree = `${load} tokens at the start${further}`
    const flat = `${load + catalogue.tokens} at the start`
    const [own, other] =
      form === 'tree' ? [tree, `flat: ${flat}`] : [flat.replace('at', 'tokens at'), `tree: ${tree}`]
    return `${visible(directory)}, ${form}: ${own}; ${other} (${tokenizer})`
  })
}
