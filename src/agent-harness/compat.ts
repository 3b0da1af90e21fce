import { HarnessDocument } from './document.ts'
import { join } from './files.ts'
import { type AgentHarness, type GroupNode, type LeafNode, nodesOf } from './model.ts'
import { HARNESS_FILE, MARKDOWN, SKILL_FILE, SKILL_TYPE } from './names.ts'
import type { Reading } from './reading.ts'

/**
 * The verdict of harnesses-ref 0.1.3 (read and run, commit f52efa7 of agentharnesses/agentharnesses): what it calls
 * errors are errors here, what it warns of is a warning, and it says nothing else. Unlike it, this goes on after the
 * first error, and does not crash.
 */
export function checkCompat(harness: AgentHarness, reading: Reading): void {
  const { document } = harness
  const file = join(harness.path, HARNESS_FILE)
  if (!harness.files.includes(HARNESS_FILE) && reading.kind(file) === undefined) {
    reading.report({
      code: 'harness-missing',
      message: 'missing required HARNESS.md',
      at: reading.whole(harness.path),
    })
    return
  }
  if (document !== undefined) checkFields(document, ['harness-name', 'harness-description'], reading)
  for (const node of nodesOf(harness)) {
    if (node.kind === 'leaf' && node.type === SKILL_TYPE) checkSkill(node, reading)
    else if (node.kind === 'group') checkGroup(node, reading)
  }
}

type FieldCodes = readonly ['harness-name' | 'skill-frontmatter', 'harness-description' | 'skill-frontmatter']

function checkFields(given: HarnessDocument, codes: FieldCodes, reading: Reading): void {
  const isSkill = codes[0] === 'skill-frontmatter'
  const document = asReferenceReads(given)
  if (document === undefined) {
    const message = 'missing YAML frontmatter (expected --- block at top of file)'
    const at = given.source.span(0)
    reading.report({ code: isSkill ? 'skill-frontmatter' : 'no-frontmatter', message, at })
    return
  }
  const { fault, strictYaml } = document.frontmatter
  if (fault !== undefined || strictYaml !== undefined) {
    const message = `invalid YAML frontmatter${fault === undefined ? '' : `: ${fault.message}`}`
    const offset = fault?.offset ?? strictYaml ?? 0
    const code = isSkill ? 'skill-frontmatter' : 'frontmatter-yaml'
    reading.report({ code, message, at: document.source.span(offset, offset + 1) })
    return
  }
  for (const [index, key] of ['name', 'description'].entries()) {
    if (isTruthy(document, key)) continue
    reading.report({
      code: codes[index]!,
      message: `'${key}' is required in frontmatter`,
      at: document.span(key),
    })
  }
}

/** Its pattern: `---`, blanks, something, a line that begins with `---`; a byte order mark is not passed over. */
const REFERENCE_BLOCK_RE = /^---\s*\n([^]*?)\n---/

/** The document with the block that the reference sees; nothing where it sees none. */
function asReferenceReads(document: HarnessDocument): HarnessDocument | undefined {
  const match = document.hasBom ? null : REFERENCE_BLOCK_RE.exec(document.text)
  if (match === null) return undefined
  const { hasBlock, falseClose } = document.frontmatter
  if (hasBlock && falseClose === undefined) return document
  return new HarnessDocument(document.path, document.source.file, `---\n${match[1] ?? ''}\n---\n`)
}

/** Python's truth: any list, any text but the empty one. */
function isTruthy(document: HarnessDocument, key: string): boolean {
  const field = document.field(key)
  return field !== undefined && field.value !== ''
}

function checkSkill({ path, document, isUnread }: LeafNode, reading: Reading): void {
  if (document !== undefined) checkFields(document, ['skill-frontmatter', 'skill-frontmatter'], reading)
  else if (!isUnread) {
    reading.report({ code: 'skill-frontmatter', message: `missing ${SKILL_FILE}`, at: reading.whole(path) })
  }
}

function checkGroup({ path, depth, routingName, hasRouting, children }: GroupNode, reading: Reading): void {
  if (depth > 1 && !hasRouting) {
    const message = `grouping subdirectory is missing ${routingName}`
    reading.report({ code: 'routing-missing', message, at: reading.whole(path) })
  }
  for (const child of children) {
    if (child.kind !== 'file' || !child.name.endsWith(MARKDOWN) || child.document === undefined) continue
    const document = asReferenceReads(child.document)
    const isRead = document !== undefined && document.frontmatter.fault === undefined
    if (isRead && isTruthy(document, 'description')) continue
    const message = "markdown file should have a 'description' in frontmatter"
    reading.report({ code: 'content-no-description', message, at: reading.whole(child.path) })
  }
}
