import { type Detectors, NO_DETECTORS, readDetectors, readReferenceDetectors } from './detectors.ts'
import { type HarnessEntry, join, lastSegment } from './files.ts'
import { LeafReader } from './leaf-reader.ts'
import type { Listing } from './leaf.ts'
import { Links, realBelow, type Trail } from './links.ts'
import type { AgentHarness, DirectoryNode, FileNode, HarnessNode } from './model.ts'
import {
  DETECTORS_FILE,
  HARNESS_FILE,
  isHidden,
  LEAF_FILE,
  MARKDOWN,
  routingNameOf,
  SKILL_FILE,
} from './names.ts'
import type { Reading } from './reading.ts'

/** A directory on the way, not yet read. */
interface Step {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly trail: Trail
  readonly isLinked: boolean
}

/** What holds for a branch. */
interface Scope {
  readonly leaves: LeafReader
  /** Nothing above the top-level directories. */
  readonly routingName: string | undefined
  readonly isInNested: boolean
  readonly isUndeclaredSkill: boolean
}

/** Levels of directories; paths of real disks end far earlier. */
const DEEPEST = 256

/** Reads a harness into its model: what each directory is, and the texts that routing goes by. */
export class Walker {
  readonly #reading: Reading
  readonly #links: Links

  constructor(reading: Reading) {
    this.#reading = reading
    this.#links = new Links(reading)
  }

  /** @param slug the name of the outermost directory */
  read(slug: string): AgentHarness {
    const trail = { real: this.#reading.rootReal, above: undefined }
    return this.#harness({ path: '', name: slug, depth: 0, trail, isLinked: false }, this.#reading.list(''))
  }

  #harness(step: Step, listing: Listing): AgentHarness {
    const { path } = step
    const reading = this.#reading
    const entry = join(path, HARNESS_FILE)
    const document =
      listing.has(HARNESS_FILE) && this.#isFile(entry, listing.get(HARNESS_FILE)!, step.trail)
        ? reading.document(entry)
        : undefined
    const detectors = this.#detectors(path, listing)
    const leaves = new LeafReader(reading, detectors)
    if (!reading.settings.compat) leaves.checkRoot(path, listing)
    const scope = { leaves, routingName: undefined, isInNested: false, isUndeclaredSkill: false }
    const nodes = this.#children({ ...step, depth: 0 }, listing, scope)
    const children = nodes.filter((node): node is DirectoryNode => node.kind !== 'file')
    if (!reading.settings.compat) leaves.checkUse()
    return {
      path,
      slug: step.name,
      name: document?.name,
      description: document?.description,
      document,
      detectors,
      children,
      files: [...listing.values()]
        .filter(({ name, kind }) => kind === 'file' && !isHidden(name))
        .map(({ name }) => name),
    }
  }

  #detectors(path: string, listing: Listing): Detectors {
    const entry = listing.get(DETECTORS_FILE)
    if (entry === undefined) return NO_DETECTORS
    const file = join(path, DETECTORS_FILE)
    const reading = this.#reading
    if (reading.kind(file) !== 'file') {
      const message = 'this is no file; the rules for leaves are expected here'
      reading.report({ code: 'not-a-file', message, at: reading.whole(file) })
      return { ...NO_DETECTORS, exists: true }
    }
    const read = entry.kind === 'link' && !reading.mayRead(file) ? undefined : reading.source(file)
    if (read === undefined) return { ...NO_DETECTORS, exists: true }
    return reading.settings.compat
      ? readReferenceDetectors(read.source, read.hasBom)
      : readDetectors(read.source, read.hasBom, reading.report)
  }

  /** What a directory holds; at the top of a harness, files are no part of routing. */
  #children(step: Step, listing: Listing, scope: Scope): HarnessNode[] {
    const isTop = scope.routingName === undefined
    const nodes: HarnessNode[] = []
    for (const entry of listing.values()) {
      const { name } = entry
      if (isHidden(name) || name === scope.routingName || (isTop && entry.kind === 'file')) continue
      if (entry.kind === 'file') {
        nodes.push(this.#file(join(step.path, name), name, step.isLinked))
        continue
      }
      const node = this.#node(
        entry,
        { ...step, path: join(step.path, name), name, depth: step.depth + 1 },
        scope,
      )
      if (node !== undefined && !(isTop && node.kind === 'file')) nodes.push(node)
    }
    return nodes
  }

  /** @param step of the entry, but with the trail of its directory */
  #node(entry: HarnessEntry, step: Step, scope: Scope): HarnessNode | undefined {
    const { path, name, trail } = step
    if (entry.kind === 'directory') {
      const real = realBelow(trail.real, name)
      if (step.isLinked && !this.#links.mayVisit(path, real)) return undefined
      return this.#directory({ ...step, trail: { real, above: trail } }, scope)
    }
    if (entry.kind === 'other') {
      this.#reading.report({
        code: 'not-a-file',
        severity: 'warning',
        message: 'this is no regular file',
        at: this.#reading.whole(path),
      })
      return undefined
    }
    const target = this.#links.follow(path, trail)
    if (target === undefined) return undefined
    if (target.kind === 'file') return this.#file(path, name, true)
    if (!this.#links.mayVisit(path, target.real)) return undefined
    return this.#directory({ ...step, trail: { real: target.real, above: trail }, isLinked: true }, scope)
  }

  #file(path: string, name: string, isLinked: boolean): FileNode {
    const document = name.endsWith(MARKDOWN) ? this.#reading.document(path) : undefined
    return { kind: 'file', name, path, document, isLinked }
  }

  #directory(step: Step, scope: Scope): DirectoryNode | undefined {
    const { path, name, depth, isLinked } = step
    const reading = this.#reading
    if (path.split('/').length > DEEPEST) {
      const message = `directories more than ${DEEPEST} levels deep are not read`
      reading.report({ code: 'harness-too-large', message, at: reading.whole(path) })
      return undefined
    }
    const listing = reading.list(path)
    const routingName = scope.routingName ?? routingNameOf(name)
    if (reading.settings.skip.has(name) && !listing.has(routingName) && !listing.has(LEAF_FILE)) {
      const message = `this is skipped, as every ${name} is`
      const hint = 'a .harnessleaf in it closes it for every reader of the format'
      reading.report({ code: 'ignored', message, hint, at: reading.whole(path) })
      return undefined
    }
    const leaf = scope.leaves.read({ path, name, depth, isLinked, routingName }, listing)
    if (leaf !== undefined) return leaf
    const isNested = this.#isNested(path, listing, routingName, step.trail)
    if (isNested && reading.settings.nested === 'boundary') {
      return { kind: 'harness', name, path, depth, isLinked, harness: this.#harness(step, listing) }
    }
    this.#checkDetectorsPlace(path, listing)
    const routing = listing.get(routingName)
    const isUndeclaredSkill =
      scope.isUndeclaredSkill || (routingName !== SKILL_FILE && listing.get(SKILL_FILE)?.kind === 'file')
    const below = { ...scope, routingName, isInNested: scope.isInNested || isNested, isUndeclaredSkill }
    return {
      kind: 'group',
      name,
      path,
      depth,
      routingName,
      routing:
        routing !== undefined && this.#isFile(join(path, routingName), routing, step.trail)
          ? reading.document(join(path, routingName))
          : undefined,
      hasRouting: routing !== undefined,
      children: this.#children(step, listing, below),
      isLinked,
      isInNested: below.isInNested,
      isUndeclaredSkill,
    }
  }

  /** In a branch whose routing files have that very name, it takes a name to be a harness. */
  #isNested(path: string, listing: Listing, routingName: string, trail: Trail): boolean {
    const entry = listing.get(HARNESS_FILE)
    if (entry === undefined || this.#reading.settings.compat) return false
    if (routingName !== HARNESS_FILE) return this.#isFile(join(path, HARNESS_FILE), entry, trail)
    return (
      entry.kind === 'file' && this.#reading.document(join(path, HARNESS_FILE))?.field('name') !== undefined
    )
  }

  #isFile(path: string, entry: HarnessEntry, trail: Trail): boolean {
    if (entry.kind === 'link') return this.#links.follow(path, trail)?.kind === 'file'
    if (entry.kind === 'file') return true
    const message = `${lastSegment(path)} is no file`
    this.#reading.report({ code: 'not-a-file', message, hint: 'rename it', at: this.#reading.whole(path) })
    return false
  }

  #checkDetectorsPlace(path: string, listing: Listing): void {
    if (!listing.has(DETECTORS_FILE) || this.#reading.settings.compat) return
    this.#reading.report({
      code: 'detectors-not-at-root',
      message: `a ${DETECTORS_FILE} counts only beside ${HARNESS_FILE}, at the root of a harness`,
      hint: 'move its lines there',
      at: this.#reading.whole(join(path, DETECTORS_FILE)),
    })
  }
}
