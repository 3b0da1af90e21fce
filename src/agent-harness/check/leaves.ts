import { checkSkillSpec } from '../../compose/skill-standard.ts'
import { parseFrontmatter } from '../../compose/frontmatter-yaml.ts'
import { join } from '../files.ts'
import type { HarnessDocument } from '../document.ts'
import type { Frontmatter } from '../frontmatter.ts'
import type { RoutingTexts } from '../lint/routing-texts.ts'
import { type AgentHarness, type GroupNode, type LeafNode, nodesOf } from '../model.ts'
import { DETECTORS_FILE, SKILL_FILE, SKILL_TYPE } from '../names.ts'
import type { Reading } from '../reading.ts'
import { checkBlock, lineSpan } from './frontmatter.ts'

/** Limits of the Agent Skills guide: lines, and characters for 5,000 tokens. */
const SKILL_LINES = 500
const SKILL_CHARACTERS = 20_000

/** Rules T-1 and T-8. */
export function checkLeaves(harness: AgentHarness, reading: Reading): void {
  const undeclared: GroupNode[] = []
  const names = new Map<string, string>()
  for (const node of nodesOf(harness)) {
    if (node.kind === 'leaf' && node.type === SKILL_TYPE) checkSkill(node, names, reading)
    else if (node.kind === 'group' && node.isUndeclaredSkill && holdsSkill(node)) undeclared.push(node)
  }
  const [first] = undeclared
  if (first !== undefined) tellUndeclared(harness, first, undeclared.length, reading)
}

function holdsSkill({ children }: GroupNode): boolean {
  return children.some(({ kind, name }) => kind === 'file' && name === SKILL_FILE)
}

function tellUndeclared(
  { path, detectors }: AgentHarness,
  first: GroupNode,
  count: number,
  reading: Reading,
): void {
  const file = join(path, DETECTORS_FILE)
  const which = count === 1 ? `${first.path}/ has` : `${first.path}/ and ${count - 1} more have`
  const line = `${SKILL_TYPE}=${SKILL_FILE}`
  reading.report({
    code: 'skill-not-declared',
    message: `${which} a ${SKILL_FILE}, but no rule makes it a skill`,
    hint: detectors.exists ? `add the line ${line}` : `create ${DETECTORS_FILE} with the line ${line}`,
    at: reading.whole(detectors.exists ? file : join(first.path, SKILL_FILE)),
  })
}

/** A skill is held against the Agent Skills standard; what clients forgive is a warning. */
function checkSkill(leaf: LeafNode, names: Map<string, string>, reading: Reading): void {
  const { document, path, primary } = leaf
  if (document !== undefined) {
    checkDocument(document, leaf, names, reading)
    return
  }
  if (leaf.isUnread) return
  reading.report({
    code: 'skill-frontmatter',
    message: `this skill has no ${primary === undefined ? SKILL_FILE : 'markdown file to read'}`,
    hint: `write ${reading.named(join(path, SKILL_FILE))}, or give the leaf another type`,
    at: reading.whole(path),
  })
}

function checkDocument(
  document: HarnessDocument,
  leaf: LeafNode,
  names: Map<string, string>,
  reading: Reading,
): void {
  const { report } = reading
  const { frontmatter, text } = document
  const { absence, yamlStart, yamlEnd } = frontmatter
  if (absence !== undefined) {
    const { message, hint } = absence
    report({ code: 'skill-frontmatter', message, hint, at: () => lineSpan(document, 0) })
    return
  }
  if (!document.isPlain) checkBlock(document, 'error', reading, 'skill-frontmatter')
  if (frontmatter.fault !== undefined) return
  const parsed = frontmatter.isSimple
    ? { value: plain(frontmatter) }
    : parseFrontmatter(text.slice(yamlStart, yamlEnd))
  if ('problem' in parsed) {
    const { message, position, hint } = parsed.problem
    const at = yamlStart + position
    report({ code: 'skill-frontmatter', message, hint, at: () => document.source.span(at, at + 1) })
    return
  }
  const told = new Set<string>()
  for (const key of ['name', 'description']) {
    const problem = skillFieldProblem(parsed.value, key)
    if (problem === undefined) continue
    told.add(key)
    report({ code: 'skill-frontmatter', message: problem, at: () => document.span(key) })
  }
  for (const { code, kind, key, message, hint } of checkSkillSpec(parsed.value, leaf.name)) {
    if (!told.has(key)) report({ code, severity: kind, message, hint, at: () => document.span(key) })
  }
  checkLength(document, reading)
  checkUniqueness(document, leaf, names, reading)
}

function plain({ fields }: Frontmatter): Record<string, unknown> {
  return Object.fromEntries([...fields].map(([key, { value }]) => [key, value]))
}

function skillFieldProblem(value: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const found = value[key]
  const name = JSON.stringify(key)
  if (!Object.hasOwn(value, key)) return `${name} is missing`
  if (found === null || (typeof found === 'string' && found.trim() === '')) return `${name} must not be empty`
  return typeof found === 'string' ? undefined : `${name} must be a string`
}

function checkLength(document: HarnessDocument, { report }: Reading): void {
  const { length } = document.text
  const isLong = length > SKILL_CHARACTERS
  if (!isLong && (length < SKILL_LINES || document.source.lineCount <= SKILL_LINES)) return
  const { source, bodyStart } = document
  report({
    code: 'body-too-long',
    message: isLong
      ? `this skill has ${length} characters; ${SKILL_CHARACTERS} is about what the standard's 5,000 tokens hold`
      : `this skill has ${source.lineCount} lines; the standard advises against more than ${SKILL_LINES}`,
    hint: 'move details into files that it names',
    at: () => source.span(bodyStart),
  })
}

function checkUniqueness(
  document: HarnessDocument,
  { path }: LeafNode,
  names: Map<string, string>,
  { report }: Reading,
): void {
  const { name } = document
  if (name === undefined) return
  const other = names.get(name)
  if (other === undefined) {
    names.set(name, path)
    return
  }
  report({
    code: 'skill-collision',
    severity: 'warning',
    message: `the skill ${other} has the name ${JSON.stringify(name)} too`,
    hint: 'rename one of the two',
    at: () => document.span('name'),
  })
}

/** Rule T-8: what is not run as a skill is reached through a text that names it. */
export function checkReach(harness: AgentHarness, texts: RoutingTexts, reading: Reading): void {
  for (const node of nodesOf(harness)) {
    if (node.kind !== 'leaf' || node.type === SKILL_TYPE || texts.isNamedAnywhere(node.name)) continue
    reading.report({
      code: 'opaque-unreachable',
      message: `no routing file and no skill names this leaf of type ${JSON.stringify(node.type)}`,
      hint: 'say in a routing file what it is for and how to reach it',
      at: reading.whole(node.path),
    })
  }
}
