import type { Tree } from './tree.ts'
import { order } from '../diagnostics/index.ts'

/** The list of the files that are ours, in the directory that a tree has for itself. */
export const MANIFEST = '.agent-cortex.json'
/** Where several plugins share a directory: the folder that holds one manifest of each. */
export const MANIFESTS = '.agent-cortex'
/** What a writer is about to do, and its lock. Names that begin with it are the writer's own. */
export const JOURNAL = '.agent-cortex.journal'

/** A temporary file or directory of the run with that id: `.agent-cortex.<id>.<number>`. */
export const TEMPORARY_RE = /^\.agent-cortex\.[0-9a-f]{12}\.[0-9a-z]+$/

/** An empty segment, `.` or `..`, or a NUL. */
const UNSAFE_RE = /(?:^|\/)\.{0,2}(?:\/|$)|\0/
const WINDOWS_UNSAFE_RE = /\\|^[a-z]:/i
const WINDOWS = process.platform === 'win32'

/** Whether a path stays inside the directory that it is relative to. */
export function isTreePath(path: unknown): path is string {
  return typeof path === 'string' && !UNSAFE_RE.test(path) && !(WINDOWS && WINDOWS_UNSAFE_RE.test(path))
}

/** Directory part of a tree path; empty for a file at the top. */
export function parentOf(path: string): string {
  const slash = path.lastIndexOf('/')
  return slash === -1 ? '' : path.slice(0, slash)
}

/** Last part of a tree path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** All directories of some tree paths, the deepest last; the top (empty) is not among them. */
export function parentsOf(paths: Iterable<string>): Set<string> {
  const found = new Set<string>()
  let last = ''
  const add = (path: string): void => {
    const parent = parentOf(path)
    // Mostly one after the other lies in the same directory.
    if (parent === last || parent === '' || found.has(parent)) return
    add(parent)
    found.add(parent)
    last = parent
  }
  for (const path of paths) add(path)
  return found
}

/** Paths in code-point order; most trees are made in that order, so nothing is sorted twice. */
export function sorted(paths: Iterable<string>): string[] {
  const list = [...paths]
  const inOrder = list.every((path, index) => index === 0 || order(list[index - 1]!, path) < 0)
  return inOrder ? list : list.toSorted(order)
}

/**
 * The paths of a tree, sorted.
 * @throws for a tree that cannot be written as it stands; layouts must not make one
 */
export function pathsOf(tree: Tree): string[] {
  for (const path of tree.files.keys()) {
    if (!isTreePath(path)) throw new Error(`not a path inside the tree: ${JSON.stringify(path)}`)
    if (isReserved(path)) throw new Error(`${JSON.stringify(path)} is kept for agent-cortex itself`)
  }
  for (const parent of parentsOf(tree.files.keys())) {
    if (tree.files.has(parent)) throw new Error(`${JSON.stringify(parent)} is both a file and a directory`)
  }
  return sorted(tree.files.keys())
}

/** Whether the writer keeps a path for itself. */
export function isReserved(path: string): boolean {
  return path === MANIFEST || path.startsWith(`${MANIFESTS}/`) || path.startsWith(JOURNAL)
}

/** A path inside a directory as users know it. */
export function labelled(label: string, path: string): string {
  return label === '' || label === '.' ? path : `${label}/${path}`
}
