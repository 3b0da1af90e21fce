import { type HarnessFiles, isWithin, join } from './files.ts'
import {
  type AgentHarness,
  descriptionOf,
  type DirectoryNode,
  type HarnessNode,
  type LeafNode,
} from './model.ts'
import { isHidden, MARKDOWN } from './names.ts'
import { decodeUtf8, normalised } from './text.ts'

/** An entry of a directory, as a listing tells it. */
export interface ListedEntry {
  readonly name: string
  readonly kind: 'group' | 'leaf' | 'harness' | 'file' | 'directory'
  readonly description?: string | undefined
}

/** What a client hands to an agent that asks for a path. */
export type Visit =
  | { kind: 'load'; path: string; name: string; description: string; text: string }
  | {
      kind: 'routing'
      path: string
      file: string
      description: string
      text: string
      entries: readonly ListedEntry[]
    }
  | { kind: 'listing'; path: string; entries: readonly ListedEntry[] }
  | {
      kind: 'leaf'
      path: string
      type: string
      file: string | undefined
      text: string
      scripts: readonly string[]
      entries: readonly ListedEntry[]
    }
  | { kind: 'file'; path: string; text: string }
  | { kind: 'binary'; path: string; size: number }
  | { kind: 'refused'; path: string; reason: string }

/**
 * What an agent is handed at a path: at the root the body of `HARNESS.md`; of a group its routing file; of a leaf its
 * primary file and its scripts. Nothing outside the harness, nothing hidden, and in a leaf no routing.
 * @param root of the harness within the files
 */
export function visit(harness: AgentHarness, files: HarnessFiles, root: string, path: string): Visit {
  const refused = (reason: string): Visit => ({ kind: 'refused', path, reason })
  if (path.startsWith('/') || path.startsWith('~') || path.includes('\\'))
    return refused('a path is relative to the harness')
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..')) return refused('a path does not lead upwards')
  const hidden = segments.find(isHidden)
  if (hidden !== undefined) return refused(`${JSON.stringify(hidden)} is hidden, and no part of the harness`)
  if (segments.length === 0) return loaded(harness)
  return (
    new Visitor(files, root, segments.join('/')).find(harness, segments) ?? refused('nothing stands there')
  )
}

function loaded({ path, name, slug, description, document }: AgentHarness): Visit {
  return {
    kind: 'load',
    path,
    name: name ?? slug,
    description: description ?? '',
    text: document?.body ?? '',
  }
}

class Visitor {
  readonly #files: HarnessFiles
  readonly #root: string
  readonly #path: string

  constructor(files: HarnessFiles, root: string, path: string) {
    this.#files = files
    this.#root = root
    this.#path = path
  }

  find(harness: AgentHarness, [first = '', ...rest]: readonly string[]): Visit | undefined {
    const node = harness.children.find(({ name }) => name === first)
    // Files beside HARNESS.md are no part of routing, and still there to be read.
    if (node === undefined)
      return rest.length === 0 && harness.files.includes(first) ? this.#read() : undefined
    return this.#enter(node, rest)
  }

  #enter(node: HarnessNode, rest: readonly string[]): Visit | undefined {
    if (node.kind === 'harness')
      return rest.length === 0 ? loaded(node.harness) : this.find(node.harness, rest)
    if (node.kind === 'leaf') return rest.length === 0 ? this.#leaf(node) : this.#inside(node, rest)
    const [name, ...further] = rest
    if (node.kind === 'file') return name === undefined ? this.#read() : undefined
    if (name === undefined) return group(node)
    if (further.length === 0 && name === node.routingName && node.routing !== undefined) return group(node)
    const child = node.children.find((one) => one.name === name)
    return child && this.#enter(child, further)
  }

  #leaf({ path, type, primary, document, scripts, entries }: LeafNode): Visit {
    const file = primary === undefined ? undefined : join(path, primary)
    const read = file === undefined || document !== undefined ? undefined : this.#read(file, path)
    return {
      kind: 'leaf',
      path,
      type,
      file,
      text: document?.body ?? (read?.kind === 'file' ? read.text.trim() : ''),
      scripts,
      entries: entries.map(({ name, kind }) => ({ name, kind: kind === 'directory' ? 'directory' : 'file' })),
    }
  }

  /** In a leaf there are files and directories, and nothing more to know about them. */
  #inside({ path, entries }: LeafNode, rest: readonly string[]): Visit | undefined {
    if (!entries.some(({ name }) => name === rest[0])) return undefined
    const at = this.#at(this.#path)
    // What lies in the leaf first: a leaf that is a link may stand anywhere.
    const below = this.#below(this.#path, [path, ''])
    if (below === undefined)
      return { kind: 'refused', path: this.#path, reason: 'this leads out of the harness' }
    const hidden = below.find(isHidden)
    if (hidden !== undefined) return hiddenAt(this.#path, hidden)
    try {
      if (this.#files.stat(at)?.kind !== 'directory') return this.#bytes(this.#path)
      const listed = this.#files
        .readDir(at)
        .filter((entry) => !isHidden(entry.name))
        .map(({ name, kind }): ListedEntry => ({ name, kind: kind === 'directory' ? 'directory' : 'file' }))
      return {
        kind: 'listing',
        path: this.#path,
        entries: listed.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      }
    } catch {
      return undefined
    }
  }

  /** The segments of a path, links followed, below the first of the directories that holds it. */
  #below(path: string, directories: readonly string[]): string[] | undefined {
    const real = this.#real(path)
    if (real === undefined) return undefined
    const bounds = directories.map((one) => this.#real(one))
    const bound = bounds.find((one) => one !== undefined && isWithin(real, one))
    return bound === undefined ? undefined : real.slice(bound.length).split('/')
  }

  #read(path = this.#path, directory = ''): Visit | undefined {
    // What lies outside was let in by an option, or would not be known here.
    const hidden = this.#below(path, [directory, ''])?.find(isHidden)
    return hidden === undefined ? this.#bytes(path) : hiddenAt(path, hidden)
  }

  #bytes(path: string): Visit | undefined {
    try {
      // A pipe would be waited for without end.
      if (this.#files.stat(this.#at(path))?.kind !== 'file')
        return { kind: 'refused', path, reason: 'this is no regular file' }
      const bytes = this.#files.readFile(this.#at(path))
      const text = bytes.includes(0) ? undefined : decodeUtf8(bytes)
      return text === undefined
        ? { kind: 'binary', path, size: bytes.length }
        : { kind: 'file', path, text: path.endsWith(MARKDOWN) ? normalised(text) : text }
    } catch {
      return undefined
    }
  }

  #at(path: string): string {
    return this.#root === '' ? path : join(this.#root, path)
  }

  #real(path: string): string | undefined {
    try {
      return this.#files.realPath(this.#at(path))
    } catch {
      return undefined
    }
  }
}

function hiddenAt(path: string, name: string): Visit {
  const reason = `this leads to ${JSON.stringify(name)}, which is hidden, and no part of the harness`
  return { kind: 'refused', path, reason }
}

function group(node: DirectoryNode & { kind: 'group' }): Visit {
  const { path, routing, routingName, children } = node
  const entries = children.map(listed)
  if (routing === undefined) return { kind: 'listing', path, entries }
  const file = join(path, routingName)
  return { kind: 'routing', path, file, description: routing.description ?? '', text: routing.body, entries }
}

function listed(node: HarnessNode): ListedEntry {
  return { name: node.name, kind: node.kind, description: descriptionOf(node) }
}
