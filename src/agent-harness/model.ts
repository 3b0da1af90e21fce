import type { Detectors } from './detectors.ts'
import type { HarnessDocument } from './document.ts'
import type { HarnessEntry } from './files.ts'

/** A directory that is routed through. Paths are relative to the outermost harness, `/`-separated. */
export interface GroupNode {
  readonly kind: 'group'
  readonly name: string
  readonly path: string
  /** 1 for a top-level directory of its harness. */
  readonly depth: number
  /** The name of routing files in this branch (rules ). */
  readonly routingName: string
  readonly routing: HarnessDocument | undefined
  /** There is a routing file, even if it could not be read. */
  readonly hasRouting: boolean
  /** In code-point order. */
  readonly children: readonly HarnessNode[]
  /** Reached by a symbolic link: what lies in it has another place too. */
  readonly isLinked: boolean
  /** Below a `HARNESS.md` that is not taken for a boundary. */
  readonly isInNested: boolean
  /** Holds a `SKILL.md` that no detector names, or lies below such a directory. */
  readonly isUndeclaredSkill: boolean
}

/** A directory that routing does not enter (rules T-2 … T-8). */
export interface LeafNode {
  readonly kind: 'leaf'
  readonly name: string
  readonly path: string
  readonly depth: number
  /** `skill` is run as an Agent Skill; any other is opaque. `leaf` where none is said. */
  readonly type: string
  readonly via: 'harnessleaf' | 'detector'
  /** The file to read first, relative to the leaf. */
  readonly primary: string | undefined
  readonly document: HarnessDocument | undefined
  /** Files directly in `scripts/`, by name. */
  readonly scripts: readonly string[]
  /** What lies directly in it, hidden entries left out. */
  readonly entries: readonly HarnessEntry[]
  readonly isLinked: boolean
  /** There is a primary file, and it could not be read; that is reported. */
  readonly isUnread: boolean
}

/** A harness within a harness, with rules of its own (rule N-1). */
export interface NestedNode {
  readonly kind: 'harness'
  readonly name: string
  readonly path: string
  readonly depth: number
  readonly isLinked: boolean
  readonly harness: AgentHarness
}

export interface FileNode {
  readonly kind: 'file'
  readonly name: string
  readonly path: string
  readonly isLinked: boolean
  /** Of markdown that could be read. */
  readonly document: HarnessDocument | undefined
}

export type DirectoryNode = GroupNode | LeafNode | NestedNode
export type HarnessNode = DirectoryNode | FileNode

/** A directory with a `HARNESS.md`, read. */
export interface AgentHarness {
  /** Relative to the outermost harness, which has `''`. */
  readonly path: string
  /** The name of its directory; `''` where the outermost is not told. */
  readonly slug: string
  /** Frontmatter of `HARNESS.md`; nothing where it is missing or no text. */
  readonly name: string | undefined
  readonly description: string | undefined
  /** Nothing where there is none that could be read. */
  readonly document: HarnessDocument | undefined
  readonly detectors: Detectors
  /** Top-level directories, in code-point order. Files beside `HARNESS.md` are no part of routing (rule H-13). */
  readonly children: readonly DirectoryNode[]
  /** Names of the files beside `HARNESS.md`, hidden ones left out. */
  readonly files: readonly string[]
}

const known = new WeakMap<AgentHarness | GroupNode, readonly HarnessNode[]>()

/** Every node below, a directory before what it holds; nested harnesses are not entered. */
export function nodesOf(top: AgentHarness | GroupNode): readonly HarnessNode[] {
  let nodes = known.get(top)
  if (nodes === undefined) {
    const list: HarnessNode[] = []
    collect(top.children, list)
    known.set(top, list)
    nodes = list
  }
  return nodes
}

function collect(children: readonly HarnessNode[], list: HarnessNode[]): void {
  for (const node of children) {
    list.push(node)
    if (node.kind === 'group') collect(node.children, list)
  }
}

/** The harness and those within it, outer ones first. */
export function* harnessesOf(harness: AgentHarness): Generator<AgentHarness> {
  yield harness
  for (const node of nodesOf(harness)) if (node.kind === 'harness') yield* harnessesOf(node.harness)
}

/** The description that routing goes by: of a group its routing file's, of a leaf its primary file's. */
export function descriptionOf(node: HarnessNode | AgentHarness): string | undefined {
  if (!('kind' in node)) return node.description
  if (node.kind === 'harness') return node.harness.description
  return (node.kind === 'group' ? node.routing : node.document)?.description
}
