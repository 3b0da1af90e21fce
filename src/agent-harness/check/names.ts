import { type AgentHarness, type HarnessNode, nodesOf } from '../model.ts'
import { CLASHES, routingNameOf } from '../names.ts'
import type { Reading } from '../reading.ts'

/** Names that mean something else to others, or to other disks. */
export function checkNames(harness: AgentHarness, reading: Reading): void {
  for (const node of harness.children) {
    const clash = CLASHES[routingNameOf(node.name)]
    if (clash === undefined || node.kind === 'harness') continue
    // A leaf needs no routing file, unless having one is what made it a leaf.
    if (node.kind === 'leaf' && node.primary !== routingNameOf(node.name)) continue
    const isThere = node.kind === 'leaf' || node.hasRouting
    reading.report({
      code: 'routing-name-clash',
      severity: isThere ? 'warning' : 'info',
      message: `the routing file of ${node.name}/ is ${routingNameOf(node.name)}, and ${clash}`,
      hint: 'give the directory another name',
      at: reading.whole(node.path),
    })
  }
  checkCase(harness.children, reading)
  for (const node of nodesOf(harness)) if (node.kind === 'group') checkCase(node.children, reading)
}

function checkCase(nodes: readonly HarnessNode[], reading: Reading): void {
  if (nodes.length < 2) return
  const seen = new Map<string, string>()
  for (const { name, path } of nodes) {
    const folded = name.toLowerCase()
    const other = seen.get(folded)
    if (other === undefined) {
      seen.set(folded, name)
      continue
    }
    reading.report({
      code: 'case-only',
      message: `this differs from ${JSON.stringify(other)} in case only: on many disks the two are one`,
      hint: 'rename one of them',
      at: reading.whole(path),
    })
  }
}
