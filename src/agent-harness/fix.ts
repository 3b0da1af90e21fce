import { sortBy } from '../diagnostics/index.ts'
import { misnamedRouting } from './check/routing.ts'
import type { HarnessDocument } from './document.ts'
import { type Change, type Edit, withEdits } from './edits.ts'
import { type HarnessFiles, join, lastSegment, parentPath } from './files.ts'
import {
  type AgentHarness,
  type GroupNode,
  type FileNode,
  harnessesOf,
  type LeafNode,
  nodesOf,
} from './model.ts'
import { DETECTORS_FILE, HARNESS_FILE, SKILL_FILE, SKILL_TYPE } from './names.ts'
import { withStub } from './stubs.ts'
import { decodeUtf8, lineEndOf } from './text.ts'

const STUB = 'TODO: say when to look here'
const SKILL_STUB = 'TODO: say what this skill does, and when to use it'
const HARNESS_STUB = 'TODO: say what this harness enables an agent to do'

interface Mending {
  edits: Edit[]
  readonly why: string[]
  stripBom: boolean
}

/**
 * What can be mended without a decision: misnamed routing files, skills that no rule declares, byte order marks, prose
 * in YAML without quotes, and stubs where descriptions are missing. Nothing that is reached over a link.
 * @param root of the harness within the files
 */
export function fixesOf(harness: AgentHarness, files: HarnessFiles, root: string): Change[] {
  const fixer = new Fixer(files, root)
  for (const one of harnessesOf(harness)) fixer.fixHarness(one)
  // Texts before names: a file is written under the name that it was read by.
  return [[...fixer.writes()], fixer.renames].flatMap((changes) => sortBy(changes, ({ path }) => path))
}

class Fixer {
  readonly renames: Change[] = []
  readonly #files: HarnessFiles
  readonly #root: string
  readonly #mendings = new Map<string, Mending>()
  readonly #created: Change[] = []

  constructor(files: HarnessFiles, root: string) {
    this.#files = files
    this.#root = root
  }

  fixHarness(harness: AgentHarness): void {
    if (harness.document !== undefined) this.#fixEntry(harness, harness.document)
    else this.#fixName(harness)
    this.#fixDetectors(harness)
    for (const node of nodesOf(harness)) {
      if (node.isLinked) continue
      if (node.kind === 'group') this.#fixGroup(node, harness)
      else if (node.kind === 'leaf') this.#fixDocument(node)
    }
  }

  *writes(): Generator<Change> {
    for (const [path, { edits, why, stripBom }] of this.#mendings) {
      const before = this.#raw(path)
      if (before === undefined || why.length === 0 || this.#isLink(path)) continue
      const text = withEdits(before, edits, stripBom)
      if (text !== before) yield { kind: 'write', path, before, text, why }
    }
    yield* this.#created
  }

  #fixName({ path, files }: AgentHarness): void {
    const [other, ...more] = variants(files, HARNESS_FILE)
    if (other !== undefined && other !== HARNESS_FILE && more.length === 0) {
      this.#rename(join(path, other), HARNESS_FILE, 'the name is exact')
    }
  }

  #fixEntry(harness: AgentHarness, document: HarnessDocument): void {
    this.#fixBlock(document)
    if (document.name === undefined) this.#stub(document, 'name', harness.slug === '' ? 'TODO' : harness.slug)
    if (document.description === undefined) this.#stub(document, 'description', HARNESS_STUB)
  }

  #fixDetectors({ path, detectors, ...rest }: AgentHarness): void {
    const file = join(path, DETECTORS_FILE)
    if (detectors.hasBom) this.#mending(file, 'strip the byte order mark').stripBom = true
    const isDeclared = detectors.rules.some((rule) => rule.path === SKILL_FILE)
    const needs = nodesOf({ path, detectors, ...rest }).some(
      (node) => node.kind === 'group' && node.isUndeclaredSkill && !node.isLinked,
    )
    if (!needs || isDeclared) return
    const line = `${SKILL_TYPE}=${SKILL_FILE}\n`
    const why = `declare ${SKILL_TYPE}=${SKILL_FILE}`
    if (!detectors.exists) {
      this.#created.push({ kind: 'write', path: file, before: undefined, text: line, why: [why] })
      return
    }
    const before = this.#raw(file)
    if (before === undefined || this.#isLink(file)) return
    const lineEnd = lineEndOf(before)
    const gap = before === '' || before.endsWith('\n') ? '' : lineEnd
    const text = `${before.replace(/^\ufeff/, '')}${gap}${line.replace('\n', lineEnd)}`
    this.#mendings.delete(file)
    this.#created.push({ kind: 'write', path: file, before, text, why: [why] })
  }

  #fixGroup(group: GroupNode, { detectors }: AgentHarness): void {
    const misnamed = misnamedRouting(group)
    const names = group.children.filter(({ kind }) => kind === 'file').map(({ name }) => name)
    // Of several, which one is meant is for a person to say.
    const isOnly = variants(names, misnamed?.name ?? '').length === 1
    if (misnamed !== undefined && isOnly && !misnamed.isLinked && !group.isUndeclaredSkill) {
      this.#rename(misnamed.path, group.routingName, 'a routing file is named after the top-level directory')
    }
    for (const child of group.children) {
      if (child.kind !== 'file' || child === misnamed || child.isLinked) continue
      const rule = detectors.rules.find(({ path }) => path.toLowerCase() === child.name.toLowerCase())
      if (rule !== undefined && rule.path !== child.name) {
        if (variants(names, rule.path).length > 1) continue
        this.#rename(child.path, rule.path, `a leaf of type ${rule.type} is known by ${rule.path}`)
      } else if (!group.isUndeclaredSkill) this.#fixDocument(child)
    }
    if (group.routing === undefined || group.isUndeclaredSkill) return
    this.#fixBlock(group.routing)
    if (group.routing.description === undefined) this.#stub(group.routing, 'description', STUB)
  }

  #fixDocument(node: LeafNode | FileNode): void {
    const { document } = node
    if (document === undefined) return
    this.#fixBlock(document)
    const isSkill = node.kind === 'leaf' && node.type === SKILL_TYPE
    if (node.kind === 'leaf' && !isSkill) return
    if (isSkill && document.name === undefined) this.#stub(document, 'name', node.name)
    if (document.description === undefined) this.#stub(document, 'description', isSkill ? SKILL_STUB : STUB)
  }

  #fixBlock({ path, hasBom, frontmatter: { mend } }: HarnessDocument): void {
    if (hasBom) this.#mending(path, 'strip the byte order mark').stripBom = true
    if (mend !== undefined) this.#mending(path, 'put a value in quotes').edits.push(mend)
  }

  #stub(document: HarnessDocument, key: 'name' | 'description', text: string): void {
    const edits = withStub(document, key, text, this.#mendings.get(document.path)?.edits ?? [])
    if (edits !== undefined) this.#mending(document.path, `add a ${key} to fill in`).edits = edits
  }

  #rename(path: string, name: string, why: string): void {
    this.renames.push({ kind: 'rename', path, to: join(parentPath(path), name), why: [why] })
  }

  #mending(path: string, why: string): Mending {
    let mending = this.#mendings.get(path)
    if (mending === undefined) {
      mending = { edits: [], why: [], stripBom: false }
      this.#mendings.set(path, mending)
    }
    if (!mending.why.includes(why)) mending.why.push(why)
    return mending
  }

  /** What stands there has another place, which may be no part of the harness. */
  #isLink(path: string): boolean {
    try {
      const [real, above] = [path, parentPath(path)].map((one) => this.#files.realPath(this.#at(one)))
      return real === undefined || above === undefined || real !== join(above, lastSegment(path))
    } catch {
      return true
    }
  }

  #raw(path: string): string | undefined {
    try {
      return decodeUtf8(this.#files.readFile(this.#at(path)))
    } catch {
      return undefined
    }
  }

  #at(path: string): string {
    return this.#root === '' ? path : join(this.#root, path)
  }
}

/** Names that differ from one in case only, itself included. */
function variants(names: readonly string[], wanted: string): string[] {
  return names.filter((name) => name.toLowerCase() === wanted.toLowerCase())
}
