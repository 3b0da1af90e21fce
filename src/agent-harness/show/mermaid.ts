import { visible } from '../../diagnostics/visible.ts'
import { type AgentHarness, descriptionOf, type HarnessNode } from '../model.ts'

/** Brackets of a node's shape, by kind. */
const SHAPES = {
  group: ['[', ']'],
  leaf: ['([', '])'],
  harness: ['{{', '}}'],
  file: ['>', ']'],
} as const

/** The tree as a Mermaid flowchart: https://mermaid.js.org/syntax/flowchart.html */
export function mermaidOf(harness: AgentHarness): string {
  const lines = ['flowchart LR', `  n0{{"${label(harness.name ?? harness.slug, harness.description)}"}}`]
  let count = 0
  const add = (nodes: readonly HarnessNode[], parent: string): void => {
    for (const node of nodes) {
      const id = `n${++count}`
      const [open, close] = SHAPES[node.kind]
      const name = node.kind === 'file' ? node.name : `${node.name}/`
      const typed = node.kind === 'leaf' ? `${name} (${node.type})` : name
      lines.push(`  ${parent} --> ${id}${open}"${label(typed, descriptionOf(node))}"${close}`)
      if (node.kind === 'group') add(node.children, id)
      else if (node.kind === 'harness') add(node.harness.children, id)
    }
  }
  add(harness.children, 'n0')
  return `${lines.join('\n')}\n`
}

const SPECIAL_RE = /[#"&<>`\\;{}[\]|]/g

function escaped(text: string): string {
  return visible(text).replace(SPECIAL_RE, (character) => `#${character.codePointAt(0)};`)
}

/** Mermaid's own entities, by code: nothing in a name ends a label or is taken for markup. */
function label(name: string, description: string | undefined): string {
  return description === undefined ? escaped(name) : `${escaped(name)}<br/>${escaped(description)}`
}
