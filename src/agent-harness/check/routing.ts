import type { HarnessDocument } from '../document.ts'
import { join } from '../files.ts'
import { type AgentHarness, type FileNode, type GroupNode, nodesOf } from '../model.ts'
import { CLASHES, routingNameOf } from '../names.ts'
import type { Reading } from '../reading.ts'
import { checkBlock, fieldProblem, isUnread } from './frontmatter.ts'

/** Routing files: there, rightly named, of use (rules R-2 … R-12). */
export function checkRouting(harness: AgentHarness, reading: Reading): void {
  const branches = new Map(harness.children.map(({ name }) => [routingNameOf(name), name]))
  for (const node of nodesOf(harness)) {
    if (node.kind !== 'group') continue
    const told = node.hasRouting ? undefined : checkAbsence(node, reading)
    checkBranches(node, branches, told, reading)
    checkText(node, reading)
  }
}

/** @returns the file that was taken for a routing file with a wrong name */
function checkAbsence(group: GroupNode, reading: Reading): FileNode | undefined {
  const { path, depth, routingName, children } = group
  const misnamed = misnamedRouting(group)
  if (misnamed !== undefined) {
    const isCase = misnamed.name.toLowerCase() === routingName.toLowerCase()
    reading.report({
      code: isCase ? 'routing-case' : 'routing-misnamed',
      message: isCase
        ? `this is no routing file: that of this branch is named ${routingName}`
        : `routing files are named after the top-level directory: ${routingName}, not ${misnamed.name}`,
      hint: `rename it to ${reading.named(join(path, routingName))}`,
      at: reading.whole(misnamed.path),
    })
    return misnamed
  }
  const isSmall = children.length < Math.max(1, reading.settings.routingFrom)
  if (isSmall || group.isUndeclaredSkill || Object.hasOwn(CLASHES, routingName)) return undefined
  reading.report({
    code: 'routing-missing',
    severity: depth === 1 ? 'info' : 'warning',
    message: `there is no ${routingName} to say what lies here`,
    hint: `agent-cortex harness index${reading.argument} --write makes one`,
    at: reading.whole(path),
  })
  return undefined
}

/** In a directory without a routing file, what was meant to be one: in another case, or named after the directory. */
export function misnamedRouting(group: GroupNode): FileNode | undefined {
  const { name, depth, routingName, children, hasRouting } = group
  if (hasRouting) return undefined
  const files = children.filter((child) => child.kind === 'file')
  const variant = files.find((file) => file.name.toLowerCase() === routingName.toLowerCase())
  if (variant !== undefined) return variant
  const own = depth > 1 && !group.isInNested ? routingNameOf(name) : undefined
  return files.find((file) => file.name === own)
}

/** Rule R-12. */
function checkBranches(
  { children, routingName }: GroupNode,
  branches: ReadonlyMap<string, string>,
  told: FileNode | undefined,
  reading: Reading,
): void {
  for (const child of children) {
    if (child.kind !== 'file' || child === told || Object.hasOwn(CLASHES, child.name)) continue
    const branch = branches.get(child.name)
    if (branch === undefined) continue
    reading.report({
      code: 'routing-wrong-branch',
      message: `${child.name} routes in ${branch}/; here it is a file like any other`,
      hint: `rename it to ${routingName}, or to what it holds`,
      at: reading.whole(child.path),
    })
  }
}

/** Rules. */
function checkText({ routing, path, isUndeclaredSkill }: GroupNode, reading: Reading): void {
  // What lies in a skill is no routing file as soon as the skill is declared.
  if (routing === undefined || isUndeclaredSkill) return
  if (!routing.isPlain || routing.description === undefined) checkDescription(routing, path, reading)
  if (routing.body !== '') return
  const hint = 'answer the question: should I look here?'
  const at = (): ReturnType<typeof routing.span> => routing.source.span(routing.bodyStart)
  reading.report({ code: 'routing-empty', message: 'this routing file has no body', hint, at })
}

function checkDescription(routing: HarnessDocument, path: string, reading: Reading): void {
  checkBlock(routing, 'warning', reading)
  const { absence } = routing.frontmatter
  const problem = isUnread(routing) ? absence?.message : fieldProblem(routing, 'description')
  if (problem !== undefined) {
    reading.report({
      code: 'routing-no-description',
      message: absence === undefined ? problem : `this routing file has no description: ${problem}`,
      hint: absence?.hint ?? `write one line on what ${reading.named(path)}/ holds`,
      at: () => routing.span('description'),
    })
  }
}
