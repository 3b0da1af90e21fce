import type { HarnessDocument } from '../document.ts'
import { type AgentHarness, type HarnessNode, nodesOf } from '../model.ts'
import type { Reading } from '../reading.ts'
import { wordsOf } from './words.ts'

/** Characters below which a description hardly says when to look. */
const SHORTEST = 20
const LONGEST = 300

const PLACEHOLDER_RE =
  /^(?:(?:todo|tbd|fixme|xxx|lorem ipsum|placeholder|n\/a|wip)\b|(?:a |the )?(?:description|one-line (?:summary|description))\W*$|<[^>]*>$|\[[^\]]*\]$|[.…?-]+$)/i
const OPENING_RE = /^this (?:skill|file|directory|folder|harness|document|tool)\b/i

/** Words that add nothing to a name. */
const FILLERS = new Set(
  'a an and all the this that these of for to in on with is are its about contains contain content contents holds hold provides has have skill skills tool tools file files directory folder group document documents documentation harness agent stuff things information info data various'.split(
    ' ',
  ),
)

/** Descriptions are what routing goes by: placeholders, twins and mere names do not route. */
export function checkDescriptions(harness: AgentHarness, reading: Reading): void {
  // That of the harness is for people, who choose it by name; it routes nothing.
  if (harness.document !== undefined) checkOne(harness.document, harness.name ?? harness.slug, reading, false)
  checkSiblings(harness.children, reading)
  for (const node of nodesOf(harness)) {
    const document = ownDocument(node)
    if (document !== undefined) checkOne(document, node.name, reading)
    if (node.kind === 'group') checkSiblings(node.children, reading)
  }
}

/** Whether a description only holds the place of one. */
export function isPlaceholder(description: string): boolean {
  return PLACEHOLDER_RE.test(description)
}

function ownDocument(node: HarnessNode): HarnessDocument | undefined {
  if (node.kind === 'harness') return undefined
  if (node.kind === 'group') return node.routing
  return node.kind === 'file' || node.type === 'skill' ? node.document : undefined
}

function checkOne(document: HarnessDocument, name: string, { report }: Reading, routes = true): void {
  const { description } = document
  if (description === undefined) return
  const at = (): ReturnType<HarnessDocument['span']> => document.span('description')
  if (PLACEHOLDER_RE.test(description)) {
    const hint = 'say when an agent should look here'
    report({ code: 'description-placeholder', message: 'the description is a placeholder', hint, at })
    return
  }
  if (isRestated(description, name)) {
    const message = `the description says no more than the name ${JSON.stringify(name)}`
    report({ code: 'description-restated', message, hint: 'say what it is for, in the words of a task', at })
    return
  }
  const weakness = routes ? weaknessOf(description) : undefined
  if (weakness !== undefined) report({ code: 'description-weak', message: weakness, at })
}

function weaknessOf(description: string): string | undefined {
  if (description.length < SHORTEST)
    return `the description is short: ${description.length} characters say little`
  if (description.length > LONGEST) return `the description is long: ${description.length} characters`
  const [opening] = OPENING_RE.exec(description) ?? []
  return opening && `the description begins with ${JSON.stringify(opening)}, which says nothing`
}

/** Characters that no mere repetition of a name comes to. */
const REPETITION = 40

function isRestated(description: string, name: string): boolean {
  if (description.length > REPETITION + name.length) return false
  const own = new Set(
    wordsOf(name.replace(/\.md$/, '')).flatMap((word) => [word, `${word}s`, word.replace(/s$/, '')]),
  )
  const words = wordsOf(description)
  return (
    words.length > 0 &&
    words.every((word) => own.has(word) || FILLERS.has(word)) &&
    words.some((word) => own.has(word))
  )
}

function checkSiblings(nodes: readonly HarnessNode[], { report }: Reading): void {
  if (nodes.length < 2) return
  const seen = new Map<string, HarnessNode>()
  for (const node of nodes) {
    const document = ownDocument(node)
    const description = document?.description
    if (document === undefined || description === undefined || PLACEHOLDER_RE.test(description)) continue
    const other = seen.get(description)
    if (other === undefined) {
      seen.set(description, node)
      continue
    }
    const message = `${other.name} beside it has the same description`
    const hint = 'say what tells the two apart'
    report({ code: 'description-duplicate', message, hint, at: () => document.span('description') })
  }
}
