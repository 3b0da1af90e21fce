import { visible } from '../../diagnostics/visible.ts'
import type { Budget } from '../budget.ts'
import { join } from '../files.ts'
import { type AgentHarness, descriptionOf, type HarnessNode } from '../model.ts'
import { HARNESS_FILE } from '../names.ts'
import { number } from './table.ts'

/** Characters of a description in a tree. */
const WIDTH = 72

/** The tree as lines: kinds, types of leaves, tokens, descriptions, and where routing files are missing. */
export function treeOf(harness: AgentHarness, budget: Budget, depth = Number.POSITIVE_INFINITY): string {
  const head = line(
    harness.name ?? harness.slug,
    [tokens(budget, join(harness.path, HARNESS_FILE))],
    harness.description,
  )
  return `${[head, ...below(harness.children, budget, '', depth)].join('\n')}\n`
}

function below(nodes: readonly HarnessNode[], budget: Budget, indent: string, depth: number): string[] {
  if (depth <= 0) return []
  return nodes.flatMap((node, index) => {
    const isLast = index === nodes.length - 1
    const head = `${indent}${isLast ? '└── ' : '├── '}${nodeLine(node, budget)}`
    const children =
      node.kind === 'group' ? node.children : node.kind === 'harness' ? node.harness.children : []
    return [head, ...below(children, budget, `${indent}${isLast ? '    ' : '│   '}`, depth - 1)]
  })
}

function nodeLine(node: HarnessNode, budget: Budget): string {
  const link = node.isLinked ? ['linked'] : []
  const description = descriptionOf(node)
  switch (node.kind) {
    case 'file':
      return line(node.name, [...link, tokens(budget, node.path)], description)
    case 'leaf': {
      const { length } = node.scripts
      const scripts = length === 0 ? undefined : `${length} ${length === 1 ? 'script' : 'scripts'}`
      const file = node.primary === undefined ? undefined : tokens(budget, join(node.path, node.primary))
      return line(`${node.name}/`, [`${node.type} leaf`, ...link, file, scripts], description)
    }
    case 'harness':
      return line(
        `${node.name}/`,
        ['harness', ...link, tokens(budget, join(node.path, HARNESS_FILE))],
        description,
      )
    case 'group': {
      const routing =
        node.routing === undefined ? `no ${node.routingName}` : tokens(budget, node.routing.path)
      return line(`${node.name}/`, [...link, routing], description)
    }
  }
}

function line(name: string, notes: readonly (string | undefined)[], description: string | undefined): string {
  const said = notes.filter((note) => note !== undefined)
  const bracket = said.length === 0 ? '' : ` [${said.join(', ')}]`
  return visible(`${name}${bracket}${description === undefined ? '' : `  ${cut(description)}`}`)
}

function tokens({ files }: Budget, path: string): string | undefined {
  const count = files.get(path)
  return count === undefined ? undefined : number(count)
}

function cut(text: string): string {
  const characters = [...text]
  return characters.length <= WIDTH ? text : `${characters.slice(0, WIDTH - 1).join('')}…`
}
