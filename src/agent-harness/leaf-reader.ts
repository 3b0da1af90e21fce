import type { Detector, Detectors } from './detectors.ts'
import type { HarnessDocument } from './document.ts'
import { join } from './files.ts'
import { type Listing, markOf, Matcher, PLAIN_TYPE, primaryOf, typeIn } from './leaf.ts'
import type { LeafNode } from './model.ts'
import { isHidden, LEAF_FILE, MARKDOWN, SKILL_FILE, SKILL_TYPE } from './names.ts'
import type { Reading } from './reading.ts'

interface Candidate {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly isLinked: boolean
  readonly routingName: string
}

const SCRIPTS = 'scripts'

/** Tells leaves from other directories, by the rules of one harness, and reads what there is to read of them. */
export class LeafReader {
  readonly #reading: Reading
  readonly #detectors: Detectors
  readonly #matcher: Matcher
  readonly #used = new Set<Detector>()
  /** Paths in lower case → rule, for names that differ in case only. */
  readonly #folded: ReadonlyMap<string, Detector>

  constructor(reading: Reading, detectors: Detectors) {
    this.#reading = reading
    this.#detectors = detectors
    this.#matcher = new Matcher(reading.files, detectors)
    this.#folded = new Map(detectors.rules.map((rule) => [rule.path.toLowerCase(), rule]))
  }

  read(candidate: Candidate, listing: Listing): LeafNode | undefined {
    const { path, depth } = candidate
    const { settings } = this.#reading
    // harnesses-ref never asks of a top-level directory whether it is a leaf.
    if (settings.compat && depth === 1) return undefined
    const fits = this.#matcher.fits(this.#reading.at(path), listing)
    for (const rule of fits) this.#used.add(rule)
    const mark = markOf(listing)
    if (settings.compat) return this.#compatLeaf(candidate, listing, mark !== undefined, fits)
    if (mark === 'leaf') return this.#marked(candidate, listing, fits)
    if (mark === 'no file') this.#tellNoFile(path)
    const [first] = fits
    if (first === undefined) {
      this.#checkCase(path, listing)
      return undefined
    }
    this.#checkAmbiguity(path, fits)
    return this.#leaf(candidate, listing, first.type, 'detector', first)
  }

  #compatLeaf(
    candidate: Candidate,
    listing: Listing,
    isMarked: boolean,
    [first]: readonly Detector[],
  ): LeafNode | undefined {
    if (isMarked) return this.#leaf(candidate, listing, PLAIN_TYPE, 'harnessleaf')
    return first && this.#leaf(candidate, listing, first.type, 'detector')
  }

  #marked(candidate: Candidate, listing: Listing, fits: readonly Detector[]): LeafNode {
    const file = join(candidate.path, LEAF_FILE)
    const { report } = this.#reading
    const at = this.#reading.whole(file)
    const isRead = listing.get(LEAF_FILE)?.kind !== 'link' || this.#reading.mayRead(file)
    const text = isRead ? this.#reading.raw(file) : undefined
    const { type, problem } = typeIn(text ?? '')
    if (text !== undefined && problem === 'empty') {
      const hint = `write a type into it, such as ${SKILL_TYPE} or corpus`
      report({
        code: 'harnessleaf-untyped',
        message: 'this file is empty, and some clients then see no leaf',
        hint,
        at,
      })
    } else if (problem === 'malformed') {
      const hint = 'write one word on its first line'
      report({ code: 'harnessleaf-malformed', message: 'the first line of this file is no type', hint, at })
    }
    const shadowed = fits.filter((rule) => rule.type !== type)
    if (shadowed.length > 0 && !fits.some((rule) => rule.type === type)) {
      const types = shadowed.map((rule) => JSON.stringify(rule.type)).join(' and ')
      report({
        code: 'leaf-shadowed',
        message: `${LEAF_FILE} makes this a leaf of type ${JSON.stringify(type)}, though .leaf-detectors has it as ${types}`,
        hint: `write ${shadowed[0]!.type} into ${LEAF_FILE}, or remove it`,
        at,
      })
    }
    return this.#leaf(candidate, listing, type, 'harnessleaf')
  }

  #leaf(
    candidate: Candidate,
    listing: Listing,
    type: string,
    via: LeafNode['via'],
    rule?: Detector,
  ): LeafNode {
    const { path, name, depth, isLinked, routingName } = candidate
    const { settings, report } = this.#reading
    const primary = this.#primary(path, listing, type, rule)
    const reads =
      primary !== undefined && (settings.compat ? type === SKILL_TYPE : primary.endsWith(MARKDOWN))
    // A link may lead anywhere, and so may a path through a directory.
    const isSafe =
      primary === undefined ||
      listing.get(primary)?.kind === 'file' ||
      this.#reading.mayRead(join(path, primary))
    const document: HarnessDocument | undefined =
      reads && isSafe ? this.#reading.document(join(path, primary)) : undefined
    if (listing.has(routingName) && routingName !== primary && !settings.compat) {
      const message = `this lies in a leaf of type ${JSON.stringify(type)}, where nobody routes by it`
      report({ code: 'routing-in-leaf', message, at: this.#reading.whole(join(path, routingName)) })
    }
    const scripts =
      !settings.compat && this.#hasScripts(path, listing)
        ? [...this.#reading.list(join(path, SCRIPTS)).values()].filter(
            (entry) => entry.kind === 'file' && !isHidden(entry.name),
          )
        : []
    return {
      kind: 'leaf',
      name,
      path,
      depth,
      type,
      via,
      primary: isSafe ? primary : undefined,
      document,
      scripts: scripts.map((entry) => entry.name),
      entries: [...listing.values()].filter((entry) => !isHidden(entry.name)),
      isLinked,
      isUnread: reads && document === undefined,
    }
  }

  #hasScripts(path: string, listing: Listing): boolean {
    const kind = listing.get(SCRIPTS)?.kind
    if (kind !== 'link') return kind === 'directory'
    const scripts = join(path, SCRIPTS)
    return this.#reading.kind(scripts) === 'directory' && this.#reading.mayRead(scripts)
  }

  #primary(path: string, listing: Listing, type: string, rule: Detector | undefined): string | undefined {
    const { settings, files } = this.#reading
    if (settings.compat) return listing.has(SKILL_FILE) ? SKILL_FILE : undefined
    const at = this.#reading.at(path)
    return rule === undefined
      ? primaryOf(files, at, listing, type, this.#detectors)
      : primaryOf(files, at, listing, type, { ...this.#detectors, rules: [rule] })
  }

  #tellNoFile(path: string): void {
    this.#reading.report({
      code: 'harnessleaf-malformed',
      message: `${LEAF_FILE} is no file, and marks nothing`,
      hint: 'put a file in its place',
      at: this.#reading.whole(join(path, LEAF_FILE)),
    })
  }

  #checkAmbiguity(path: string, fits: readonly Detector[]): void {
    const types = [...new Set(fits.map(({ type }) => JSON.stringify(type)))]
    if (types.length < 2) return
    this.#reading.report({
      code: 'leaf-ambiguous',
      message: `this directory fits leaves of type ${types.join(' and ')}; the first rule decides: ${types[0]}`,
      hint: 'remove one of the files, or put a .harnessleaf with the type here',
      at: this.#reading.whole(path),
    })
  }

  #checkCase(path: string, listing: Listing): void {
    if (this.#folded.size === 0) return
    for (const name of listing.keys()) {
      const rule = this.#folded.get(name.toLowerCase())
      if (rule === undefined || rule.path === name) continue
      this.#reading.report({
        code: 'detector-case',
        message: `${JSON.stringify(name)} is not ${JSON.stringify(rule.path)}, so this is no leaf of type ${JSON.stringify(rule.type)}`,
        hint: `rename it to ${rule.path}`,
        at: this.#reading.whole(join(path, name)),
      })
    }
  }

  /** Rule T-13: a root is never a leaf. */
  checkRoot(path: string, listing: Listing): void {
    const marks = [
      ...(listing.has(LEAF_FILE) ? [LEAF_FILE] : []),
      ...this.#matcher.fits(this.#reading.at(path), listing).map((rule) => rule.path),
    ]
    for (const mark of marks) {
      this.#reading.report({
        code: 'leaf-at-root',
        message: 'this would mark the root of the harness as a leaf, which it never is',
        hint: 'move it into the directory that is meant',
        at: this.#reading.whole(join(path, mark)),
      })
    }
  }

  /** Rule D-18. */
  checkUse(): void {
    for (const rule of this.#detectors.rules) {
      if (this.#used.has(rule)) continue
      const message = `no directory contains ${JSON.stringify(rule.path)}`
      this.#reading.report({ code: 'detector-unused', message, at: rule.span })
    }
  }
}
