import type { Budget } from '../budget.ts'
import { join } from '../files.ts'
import type { AgentHarness, HarnessNode } from '../model.ts'
import { HARNESS_FILE } from '../names.ts'
import { type JsonNode, jsonNode } from '../prompt.ts'

/** A node with what it costs. */
interface ShownNode extends JsonNode {
  /** Of its own text: the routing file, the primary file, the file. */
  tokens?: number
  /** A group without its routing file: the name that is missing. */
  missing?: string
  /** Reached by a symbolic link. */
  linked?: true
  children?: ShownNode[]
}

/** The tree and its budget, for programs. */
export function shownOf(harness: AgentHarness, budget: Budget, ok: boolean): object {
  const { name, slug, description = '', detectors, children } = harness
  const { targets, files, ...phases } = budget
  return {
    version: 1,
    ok,
    name: name ?? slug,
    description,
    detectors: detectors.rules.map(({ type, path }) => ({ type, path })),
    budget: { ...phases, targets },
    tokens: files.get(HARNESS_FILE) ?? 0,
    children: children.map((node) => shownNode(node, budget)),
  }
}

function shownNode(node: HarnessNode, budget: Budget): ShownNode {
  const { children: _children, ...base } = jsonNode(node)
  const tokens = budget.files.get(textPath(node) ?? '')
  const own: ShownNode = { ...base, ...(tokens === undefined ? {} : { tokens }) }
  if (node.isLinked) own.linked = true
  if (node.kind === 'group' && node.routing === undefined) own.missing = node.routingName
  if (node.kind === 'group') own.children = node.children.map((child) => shownNode(child, budget))
  if (node.kind === 'harness') own.children = node.harness.children.map((child) => shownNode(child, budget))
  return own
}

function textPath(node: HarnessNode): string | undefined {
  switch (node.kind) {
    case 'file':
      return node.path
    case 'leaf':
      return node.primary === undefined ? undefined : join(node.path, node.primary)
    case 'harness':
      return join(node.path, HARNESS_FILE)
    case 'group':
      return node.routing?.path
  }
}
