import type { Reporter, Source } from '../diagnostics/index.ts'
import { FRONTMATTER_BLOCK_RE } from './frontmatter-block.ts'

const INK_RE = /\S/

/** Rule S-4: agent.md is markdown without frontmatter; and it says something. */
export function checkBody(source: Source, report: Reporter): void {
  const first = source.text.search(INK_RE)
  const start = first === -1 ? source.text.length : source.text.lastIndexOf('\n', first) + 1
  const text = source.text.slice(start)
  if (text.trim() === '') {
    report({
      code: 'agent-md-empty',
      message: 'agent.md is empty: the agent has no instructions',
      at: source.span(0),
    })
  }
  const block = FRONTMATTER_BLOCK_RE.exec(text)
  if (block === null) return
  report({
    code: 'agent-md-frontmatter',
    message: 'agent.md may hold no frontmatter: it is the body that all harnesses share',
    hint: 'move the fields to frontmatter.json beside it, or to <harness>/frontmatter.json',
    at: source.span(start, start + block[0].trimEnd().length),
  })
}
