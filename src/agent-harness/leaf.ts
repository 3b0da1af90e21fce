import type { Detector, Detectors } from './detectors.ts'
import { type HarnessEntry, type HarnessFiles, join } from './files.ts'
import { LEAF_FILE, SKILL_FILE, SKILL_TYPE } from './names.ts'

/** The type of a leaf that names none. */
export const PLAIN_TYPE = 'leaf'

const WORD_RE = /^[A-Za-z0-9][\w.-]*$/

/** What a directory holds, by name. */
export type Listing = ReadonlyMap<string, HarnessEntry>

/** Finds the rules that fit a directory: by what it lists, and only for what lies deeper by looking at the disk. */
export class Matcher {
  readonly #files: HarnessFiles
  /** First segment of a path → its rules, by their place in the file. */
  readonly #byFirst = new Map<string, [index: number, rule: Detector][]>()
  /** Rules that no entry of a listing could tell. */
  readonly #others: [index: number, rule: Detector][] = []

  constructor(files: HarnessFiles, { rules }: Detectors) {
    this.#files = files
    for (const [index, rule] of rules.entries()) {
      const first = segmentsOf(rule.path)[0]
      if (first === undefined || first === '..') this.#others.push([index, rule])
      else {
        const others = this.#byFirst.get(first)
        if (others === undefined) this.#byFirst.set(first, [[index, rule]])
        else others.push([index, rule])
      }
    }
  }

  /** @returns the rules in their order */
  fits(directory: string, listing: Listing): readonly Detector[] {
    const candidates = [...this.#others]
    if (this.#byFirst.size <= listing.size) {
      for (const [first, rules] of this.#byFirst) if (listing.has(first)) candidates.push(...rules)
    } else {
      for (const name of listing.keys()) candidates.push(...(this.#byFirst.get(name) ?? []))
    }
    if (candidates.length === 0) return []
    return candidates
      .toSorted(([a], [b]) => a - b)
      .map(([, rule]) => rule)
      .filter(({ path }) => holds(this.#files, directory, listing, path))
  }
}

function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.')
}

function holds(files: HarnessFiles, directory: string, listing: Listing, path: string): boolean {
  // An absolute path is nowhere in these files.
  if (path.startsWith('/')) return false
  const segments = segmentsOf(path)
  const [first] = segments
  // As harnesses-ref has it, a path without any segment names the directory itself.
  if (first === undefined) return true
  const entry = listing.get(first)
  if (entry === undefined) return first === '..' && files.stat(join(directory, path)) !== undefined
  const isPlain = segments.length === 1 && entry.kind !== 'link' && !path.endsWith('/')
  return isPlain || files.stat(join(directory, segments.join('/'))) !== undefined
}

/** Whether the directory has a `.harnessleaf`, and what else may stand by that name. */
export function markOf(listing: Listing): 'leaf' | 'no file' | undefined {
  const entry = listing.get(LEAF_FILE)
  if (entry === undefined) return undefined
  return entry.kind === 'directory' || entry.kind === 'other' ? 'no file' : 'leaf'
}

/** Rule T-3: the first line that is not blank, if it is a plain word. */
export function typeIn(text: string): { type: string; problem?: 'empty' | 'malformed' } {
  const first = text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '')
  if (first === undefined) return { type: PLAIN_TYPE, problem: 'empty' }
  return WORD_RE.test(first) ? { type: first } : { type: PLAIN_TYPE, problem: 'malformed' }
}

/** The file of a leaf to read first, relative to the leaf: what its type's rules name, and of a skill `SKILL.md`. */
export function primaryOf(
  files: HarnessFiles,
  directory: string,
  listing: Listing,
  type: string,
  { rules }: Detectors,
): string | undefined {
  const candidates = rules.filter((rule) => rule.type === type).map(({ path }) => path)
  if (type === SKILL_TYPE) candidates.push(SKILL_FILE)
  return candidates.find(
    (path) =>
      holds(files, directory, listing, path) &&
      (listing.get(path)?.kind === 'file' || files.stat(join(directory, path))?.kind === 'file'),
  )
}
