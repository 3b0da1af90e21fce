import { type AgentHarness, type FileNode, type GroupNode, nodesOf } from '../model.ts'
import type { Reading } from '../reading.ts'
import { checkBlock, fieldProblem, isUnread } from './frontmatter.ts'

const OTHER_MARKDOWN_RE = /\.(?:md|mdx|markdown)$/i

/** Files outside leaves: markdown describes itself (rules R-13, V-9). */
export function checkContent(harness: AgentHarness, reading: Reading): void {
  for (const node of nodesOf(harness)) {
    if (node.kind !== 'group' || node.isUndeclaredSkill) continue
    for (const child of node.children) if (child.kind === 'file') checkFile(child, node, reading)
  }
}

function checkFile({ name, path, document }: FileNode, group: GroupNode, reading: Reading): void {
  if (document === undefined) {
    if (name.endsWith('.md') || !OTHER_MARKDOWN_RE.test(name)) return
    const message = 'only files that end in .md carry a description'
    reading.report({ code: 'content-suffix', message, hint: 'rename it to .md', at: reading.whole(path) })
    return
  }
  // What is about to become a routing file is told as that.
  if (!group.hasRouting && name.toLowerCase() === group.routingName.toLowerCase()) return
  if (document.isPlain && document.description !== undefined) return
  checkBlock(document, 'warning', reading)
  const { absence } = document.frontmatter
  if (absence === undefined && isUnread(document)) return
  const problem = absence?.message ?? fieldProblem(document, 'description')
  if (problem === undefined) return
  reading.report({
    code: 'content-no-description',
    message: absence === undefined ? problem : `this file has no description: ${problem}`,
    hint: absence?.hint ?? 'write one line on what it holds',
    at: () => document.span('description'),
  })
}
