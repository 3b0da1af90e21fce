import type { HarnessDocument } from '../document.ts'
import { join, parentPath } from '../files.ts'
import { type AgentHarness, descriptionOf, type GroupNode, type HarnessNode, nodesOf } from '../model.ts'
import type { Reading } from '../reading.ts'
import type { Mention } from './mentions.ts'
import type { RoutingTexts } from './routing-texts.ts'

/** Entries below a directory with a routing file of its own that are still a hint, not a second index. */
const MOST_DEEP_ENTRIES = 3
/** Items of a list that is read before every task. */
const MOST_ITEMS = 30

/** Routing texts list what there is, no more and no less (rules H-6, H-9). */
export function checkIndexes(harness: AgentHarness, texts: RoutingTexts, reading: Reading): void {
  const { document } = harness
  if (document !== undefined) {
    checkTopLevel(harness, document, texts, reading)
    checkDepth(document, harness.children, texts, reading)
  }
  for (const node of nodesOf(harness)) {
    if (node.kind !== 'group' || node.routing === undefined) continue
    checkChildren(node, node.routing, texts, reading)
    checkDepth(node.routing, node.children, texts, reading)
  }
}

/** A body that lists nothing leaves it to the directories' names; one that lists some directories hides the others. */
function checkTopLevel(
  { children }: AgentHarness,
  document: HarnessDocument,
  texts: RoutingTexts,
  reading: Reading,
): void {
  const unlisted = texts.unnamed(document, children)
  const severity = unlisted.length < children.length ? 'warning' : 'info'
  for (const { name, path } of unlisted) {
    reading.report({
      code: 'harness-unlisted-dir',
      severity,
      message: `HARNESS.md does not mention ${name}/`,
      hint: `add a line: - \`${name}/\` — what it holds`,
      at: reading.whole(path),
    })
  }
}

function checkChildren(
  group: GroupNode,
  routing: HarnessDocument,
  texts: RoutingTexts,
  reading: Reading,
): void {
  const { children } = group
  const unlisted = texts.unnamed(routing, children)
  if (unlisted.length === children.length) return
  for (const node of unlisted) {
    const isPlain = node.kind === 'file' && node.document === undefined
    const isLost = descriptionOf(node) === undefined && !texts.isNamedInRouting(node.name)
    reading.report({
      code: isLost ? 'orphan' : 'unlisted-child',
      // Only markdown can describe itself.
      severity: isPlain ? 'info' : 'warning',
      message: isLost
        ? 'no routing file names this, and it has no description'
        : `${group.routingName} lists what lies beside this, but not this`,
      hint: `list it in ${reading.named(join(group.path, group.routingName))}`,
      at: reading.whole(node.path),
    })
  }
}

function checkDepth(
  document: HarnessDocument,
  children: readonly HarnessNode[],
  texts: RoutingTexts,
  { report }: Reading,
): void {
  const { list, items } = texts.of(document)
  const deep = deepEntries(list, children, parentPath(document.path))
  const [first] = deep
  if (first !== undefined && deep.length > MOST_DEEP_ENTRIES) {
    report({
      code: 'over-indexed',
      message: `${deep.length} entries name what routing files further down list`,
      hint: 'name the directory and leave the rest to its routing file',
      at: document.source.span(first.start, first.end),
    })
  } else if (items > MOST_ITEMS && items > children.length) {
    report({
      code: 'over-indexed',
      message: `this text has ${items} items, more than there are entries beside it`,
      hint: 'leave out what routing files further down say',
      at: () => document.source.span(document.bodyStart),
    })
  }
}

/** What names something further down than what lies beside the text, where a routing file would. */
function deepEntries(
  list: readonly Mention[],
  children: readonly HarnessNode[],
  directory: string,
): readonly Mention[] {
  const candidates = list.filter(({ path, kind }) => {
    const slash = kind === 'see' ? -1 : path.indexOf('/')
    return slash !== -1 && slash < path.length - 1
  })
  if (candidates.length <= MOST_DEEP_ENTRIES) return []
  const routed = new Map(
    children.flatMap((node) =>
      node.kind === 'group' && node.hasRouting ? [[node.name, node] as const] : [],
    ),
  )
  return candidates.filter((mention) => isDeep(mention, routed, directory))
}

function isDeep({ path }: Mention, routed: ReadonlyMap<string, GroupNode>, directory: string): boolean {
  const below = path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path
  const [first = '', ...rest] = below.split('/').filter((segment) => segment !== '' && segment !== '.')
  const group = routed.get(first)
  return group !== undefined && rest.length > 0 && rest.join('/') !== group.routingName
}
