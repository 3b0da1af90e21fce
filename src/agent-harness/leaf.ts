import type { Detector, Detectors } from './detectors.ts'
import { type HarnessEntry, type HarnessFiles, join } from './files.ts'
import { LEAF_FILE, SKILL_FILE, SKILL_TYPE } from './names.ts'

/** The type of a leaf that names none. */
export const PLAIN_TYPE = 'leaf'

const WORD_RE = /^[A-Za-z0-9][\w.-]*$/

/** What a directory holds, by name. */
export type Listing = ReadonlyMap<string, HarnessEntry>

/** The rules that fit a directory, in their order: its listing is looked at first, the disk only for what lies deeper. */
export function matching(
  files: HarnessFiles,
  directory: string,
  listing: Listing,
  { rules }: Detectors,
): readonly Detector[] {
  return rules.filter(({ path }) => holds(files, directory, listing, path))
}

function holds(files: HarnessFiles, directory: string, listing: Listing, path: string): boolean {
  // An absolute path is nowhere in these files.
  if (path.startsWith('/')) return false
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.')
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
