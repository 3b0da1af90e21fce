import type { HarnessDocument } from '../document.ts'
import { isWithin, join, lastSegment, parentPath } from '../files.ts'
import { type AgentHarness, type HarnessNode, nodesOf } from '../model.ts'
import { isHidden } from '../names.ts'
import type { Reading } from '../reading.ts'
import type { Mention } from './mentions.ts'
import type { RoutingTexts } from './routing-texts.ts'

const FOREIGN_RE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|~|\$|@)/i
const PATTERN_RE = /[<>{}*$|"?=\\]/
/** What is a path even without a link around it. */
const PATH_RE = /^\S+\/|.\/$|^\S+\.md$/

/** Paths that routing texts name lead somewhere, and not into leaves (rules H-10, R-10, T-14). */
export function checkLinks(harness: AgentHarness, texts: RoutingTexts, reading: Reading): void {
  const places = new Places(harness, reading)
  if (harness.document !== undefined) checkText(harness.document, harness, texts, places, reading)
  for (const node of nodesOf(harness)) {
    if (node.kind === 'group' && node.routing !== undefined)
      checkText(node.routing, harness, texts, places, reading)
  }
}

function checkText(
  document: HarnessDocument,
  harness: AgentHarness,
  texts: RoutingTexts,
  places: Places,
  { report, argument }: Reading,
): void {
  const directory = parentPath(document.path)
  for (const mention of texts.of(document).list) {
    if (!isPath(mention)) continue
    const at = document.source.span(mention.start, mention.end)
    const found = places.find(mention, directory, harness.path)
    if (found === undefined) {
      const code = mention.isManaged ? 'stale-entry' : 'dead-link'
      const hint = mention.isManaged
        ? `agent-cortex harness index${argument} --write brings the list up to date`
        : places.suggestion(mention, directory)
      report({ code, message: `there is no ${JSON.stringify(mention.path)}`, hint, at })
      continue
    }
    const leaf = parentPath(found) === directory ? undefined : places.leafAround(found)
    if (leaf === undefined) continue
    const message = `this leads into the leaf ${JSON.stringify(leaf)}, which routing does not enter`
    report({ code: 'link-into-leaf', message, hint: `name ${leaf}/ itself`, at })
  }
}

function isPath({ path, kind }: Mention): boolean {
  if (FOREIGN_RE.test(path) || PATTERN_RE.test(path)) return false
  return kind !== 'entry' || PATH_RE.test(path)
}

/** What stands where in a harness. */
class Places {
  readonly #reading: Reading
  readonly #known = new Set<string>()
  readonly #leaves = new Map<string, string | undefined>()
  /** Of paths that are no part of the model. */
  readonly #kinds = new Map<string, ReturnType<Reading['kind']>>()
  #byName: Map<string, string[]> | undefined
  readonly #routingNames = new Map<string, string>()

  constructor(harness: AgentHarness, reading: Reading) {
    this.#reading = reading
    for (const node of nodesOf(harness)) this.#add(node)
  }

  #add(node: HarnessNode): void {
    this.#known.add(node.path)
    if (node.kind === 'leaf') this.#leaves.set(node.path, node.primary)
    if (node.kind !== 'group' || node.routing === undefined) return
    this.#known.add(node.routing.path)
    if (node.depth === 1) this.#routingNames.set(node.routingName, node.path)
  }

  /** Relative to the text's own directory, then to the root; of `(see X.md)` first to what the item is about. */
  find({ path, kind, entry }: Mention, directory: string, root: string): string | undefined {
    // Nearly all name what lies beside them.
    const beside = join(directory, path.endsWith('/') ? path.slice(0, -1) : path)
    if (kind !== 'see' && this.#known.has(beside)) return beside
    const bases = [directory, root]
    if (kind === 'see') {
      const about = entry === undefined ? undefined : [resolve(directory, entry), resolve(root, entry)]
      const holds = about?.find((one) => one !== undefined && this.#reading.kind(one) === 'directory')
      // An item about a directory speaks of the files in it.
      if (holds !== undefined) bases.unshift(holds)
      else if (!path.includes('/') && this.#routingNames.has(path))
        return join(this.#routingNames.get(path)!, path)
    }
    for (const base of new Set(bases)) {
      const at = resolve(base, path)
      if (at !== undefined && this.#exists(at, path.endsWith('/'))) return at
    }
    return undefined
  }

  #exists(at: string, asDirectory: boolean): boolean {
    if (this.#known.has(at) || at === '') return true
    if (!this.#kinds.has(at)) this.#kinds.set(at, this.#reading.kind(at))
    const kind = this.#kinds.get(at)
    return asDirectory ? kind === 'directory' : kind !== undefined
  }

  /** The leaf in whose inside a path lies; its primary file is its face. */
  leafAround(path: string): string | undefined {
    for (let at = parentPath(path); at !== ''; at = parentPath(at)) {
      if (!this.#leaves.has(at)) continue
      return path === join(at, this.#leaves.get(at) ?? '') ? undefined : at
    }
    return undefined
  }

  /** The one place further down that ends like this. */
  #elsewhere(path: string): string | undefined {
    const plain = path.replace(AROUND_RE, '')
    const found = (this.#named().get(lastSegment(plain)) ?? []).filter((known) => known.endsWith(`/${plain}`))
    return found.length === 1 ? `${found[0]}${path.endsWith('/') ? '/' : ''}` : undefined
  }

  #named(): Map<string, string[]> {
    if (this.#byName === undefined) {
      this.#byName = new Map()
      for (const path of this.#known) {
        const name = lastSegment(path)
        const others = this.#byName.get(name)
        if (others === undefined) this.#byName.set(name, [path])
        else others.push(path)
      }
    }
    return this.#byName
  }

  suggestion({ path, kind, entry }: Mention, directory: string): string | undefined {
    if (kind === 'see' && entry !== undefined) {
      const [name] = entry.split('/')
      const [routingName] = [...this.#routingNames].find(([, place]) => place === name) ?? []
      if (routingName !== undefined) return `the routing file of ${name}/ is ${routingName}`
    }
    if (path.split('/').some((segment) => isHidden(segment) && segment !== '.' && segment !== '..'))
      return undefined
    const elsewhere = this.#elsewhere(path)
    if (elsewhere !== undefined) return `did you mean ${JSON.stringify(elsewhere)}?`
    return directory === '' ? undefined : `paths are relative to ${directory}/, or to the root of the harness`
  }
}

const AROUND_RE = /^(?:\.?\/)+|\/+$/g

/** A path relative to a directory, dots resolved; nothing where it leads out of the harness. */
function resolve(directory: string, path: string): string | undefined {
  const segments = path.startsWith('/') || directory === '' ? [] : directory.split('/')
  for (const segment of decoded(path).split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment !== '..') segments.push(segment)
    else if (segments.pop() === undefined) return undefined
  }
  const resolved = segments.join('/')
  return isWithin(resolved, '') ? resolved : undefined
}

function decoded(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
