import type { Report, Reporter } from '../diagnostics/index.ts'
import { visible } from '../diagnostics/visible.ts'
import { quoted } from '../compose/yaml-writer.ts'
import { misnamedRouting } from './check/routing.ts'
import type { HarnessDocument } from './document.ts'
import { type Change, withEdits } from './edits.ts'
import { type HarnessFiles, join, parentPath } from './files.ts'
import { isPlaceholder } from './lint/descriptions.ts'
import { BLOCK_END, BLOCK_START, readMentions } from './lint/mentions.ts'
import { findBlock } from './managed-block.ts'
import {
  type AgentHarness,
  descriptionOf,
  type GroupNode,
  harnessesOf,
  type HarnessNode,
  nodesOf,
} from './model.ts'
import { CLASHES, HARNESS_FILE } from './names.ts'
import { decodeUtf8 } from './text.ts'

export interface IndexOptions {
  /** A directory gets a routing file from this many entries on. Default 1. */
  routingFrom?: number | undefined
}

/**
 * What makes every routing file list what lies beside it: missing files are made, with a description to fill in, and
 * in each the list between the markers is brought up to date. What the text around the markers lists already, it does
 * not repeat; that text stays as it is, byte for byte. What is within leaves is never listed.
 * @param root of the harness within the files
 */
export function indexChanges(
  harness: AgentHarness,
  files: HarnessFiles,
  root: string,
  report: Reporter,
  options: IndexOptions = {},
): Change[] {
  const indexer = new Indexer(files, root, report, Math.max(1, options.routingFrom ?? 1))
  for (const one of harnessesOf(harness)) indexer.index(one)
  return indexer.changes
}

class Indexer {
  readonly changes: Change[] = []
  readonly #files: HarnessFiles
  readonly #root: string
  readonly #report: Reporter
  readonly #routingFrom: number

  constructor(files: HarnessFiles, root: string, report: Reporter, routingFrom: number) {
    this.#files = files
    this.#root = root
    this.#report = report
    this.#routingFrom = routingFrom
  }

  index(harness: AgentHarness): void {
    if (harness.document !== undefined) this.#update(harness.document, harness.children, true)
    for (const node of nodesOf(harness)) {
      if (node.kind !== 'group' || node.isLinked || node.isUndeclaredSkill) continue
      if (node.routing !== undefined) this.#update(node.routing, node.children, false, isClash(node))
      else if (!node.hasRouting) this.#create(node)
    }
  }

  #create(group: GroupNode): void {
    const { path, routingName, children } = group
    const obstacle = this.#obstacle(group)
    if (obstacle === 'small') return
    if (obstacle !== undefined) {
      this.#report(obstacle)
      return
    }
    const file = join(path, routingName)
    const description = quoted(`TODO: say what ${path}/ holds, and when to look here`)
    const text = `---\ndescription: ${description}\n---\n\n${blockOf(children.map((node) => lineOf(node, '')))}`
    this.changes.push({
      kind: 'write',
      path: file,
      before: undefined,
      text,
      why: ['a routing file with a list'],
    })
  }

  /** Why a routing file is not made where there is none. */
  #obstacle(group: GroupNode): 'small' | Report | undefined {
    const { path, routingName, children } = group
    if (children.length < this.#routingFrom || group.isLinked || group.isUndeclaredSkill) return 'small'
    const misnamed = misnamedRouting(group)
    if (misnamed !== undefined) {
      const message = `${routingName} is not made beside this, which seems to be meant as it`
      const hint = `rename it to ${routingName}: agent-cortex harness validate --fix does`
      return { code: 'routing-misnamed', message, hint, at: { file: misnamed.path } }
    }
    if (!isClash(group)) return undefined
    const message = `${routingName} is not made: ${CLASHES[routingName]}`
    const hint = 'give the directory another name'
    return { code: 'routing-name-clash', severity: 'warning', message, hint, at: { file: path } }
  }

  /** @param onlyBlock touches no text that has no list yet */
  #update(
    document: HarnessDocument,
    children: readonly HarnessNode[],
    isEntry: boolean,
    onlyBlock = false,
  ): void {
    const listed = namesIn(document)
    const lines = children
      .filter(({ name }) => !listed.has(name))
      .map((node) => lineOf(node, isEntry ? this.#see(node) : ''))
    const block = findBlock(document, lines.length > 0 && !onlyBlock, this.#report)
    if (block === 'broken' || (block === undefined && (onlyBlock || lines.length === 0))) return
    const { path } = document
    const before = this.#raw(path)
    if (before === undefined) return
    const { text } = document
    const edit =
      block === undefined
        ? { start: text.length, end: text.length, text: `${gapAfter(text)}${blockOf(lines)}` }
        : { ...block, text: lines.map((line) => `${line}\n`).join('') }
    const after = withEdits(before, [edit])
    if (after !== before)
      this.changes.push({
        kind: 'write',
        path,
        before,
        text: after,
        why: ['the list of what lies beside it'],
      })
  }

  /** In HARNESS.md, the file to read next. */
  #see(node: HarnessNode): string {
    if (node.kind === 'harness') return ` (see ${HARNESS_FILE})`
    if (node.kind !== 'group') return ''
    return node.hasRouting || this.#obstacle(node) === undefined ? ` (see ${oneLine(node.routingName)})` : ''
  }

  #raw(path: string): string | undefined {
    try {
      return decodeUtf8(this.#files.readFile(this.#root === '' ? path : join(this.#root, path)))
    } catch {
      return undefined
    }
  }
}

function isClash({ routingName }: GroupNode): boolean {
  return Object.hasOwn(CLASHES, routingName)
}

function gapAfter(text: string): string {
  return text.endsWith('\n\n') ? '' : text.endsWith('\n') ? '\n' : '\n\n'
}

function blockOf(lines: readonly string[]): string {
  return `${[BLOCK_START, ...lines, BLOCK_END].join('\n')}\n`
}

/** What the text around the list names at the start of an item: names, and those that they stand for. */
function namesIn(document: HarnessDocument): Set<string> {
  const directory = parentPath(document.path)
  const names = new Set<string>()
  for (const { path, kind, isManaged } of readMentions(document).list) {
    if (kind !== 'entry' || isManaged) continue
    const below =
      directory !== '' && path.startsWith(`${directory}/`) ? path.slice(directory.length + 1) : path
    const segments = below.split('/').filter((segment) => segment !== '' && segment !== '.')
    const [first = ''] = segments
    // `db/TOOLS.md` speaks of db/, `db/x.md` does not.
    if (segments.length > 2 || (segments[1] !== undefined && !ROUTING_NAME_RE.test(segments[1]))) continue
    names.add(first)
    names.add(`${first}.md`)
  }
  return names
}

const ROUTING_NAME_RE = /^\P{Ll}+\.md$/u
const LINE_BREAKS_RE = /[\r\n]+/g
const TICKS_RE = /`+/g

/** A name may hold whatever a disk allows. */
function oneLine(text: string): string {
  return visible(text.replaceAll(LINE_BREAKS_RE, ' '))
}

/** `- `db/` — what it holds (see TOOLS.md)` */
function lineOf(node: HarnessNode, see: string): string {
  const description = descriptionOf(node)
  const about =
    description === undefined || isPlaceholder(description)
      ? ''
      : ` — ${oneLine(description).replaceAll('<!--', '&lt;!--')}`
  const name = oneLine(node.kind === 'file' ? node.name : `${node.name}/`)
  const longest = Math.max(0, ...(name.match(TICKS_RE) ?? []).map(({ length }) => length))
  const ticks = '`'.repeat(longest + 1)
  const blank = longest > 0 ? ' ' : ''
  return `- ${ticks}${blank}${name}${blank}${ticks}${about}${see}`
}
