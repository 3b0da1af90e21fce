import { type HarnessEntry, type HarnessFiles, join } from './files.ts'
import {
  DETECTORS_FILE,
  HARNESS_FILE,
  isHidden,
  LEAF_FILE,
  MARKDOWN,
  routingNameOf,
  SKILL_FILE,
  SKILL_TYPE,
  SKIPPED_NAMES,
} from './names.ts'
import { entry } from './start.ts'

/** What would make a harness of a directory that is none. */
export interface Adoption {
  /** Path → text, of files that are not there. */
  readonly files: Readonly<Record<string, string>>
  /** Why each, by path. */
  readonly why: Readonly<Record<string, string>>
}

/** Files in a directory, and what is below it, from which on it is a store and not a place to look around in. */
const BULKY = 50
/** Of them, the share that is no markdown. */
const SHARE = 0.8
/** Directories that hold a file of the same name, from which on that file marks a kind of directory. */
const COMMON = 3
/** Directories that are looked into. */
const MOST = 20_000

/** Names that mark nothing, however often they come. */
const ORDINARY = new Set([
  'README.md',
  'LICENSE',
  'CHANGELOG.md',
  'index.md',
  'index.ts',
  'index.js',
  '__init__.py',
  'package.json',
])

interface Survey {
  /** Name → the directories that hold such a file. */
  readonly holders: Map<string, string[]>
  /** Directory → its directories. */
  readonly bulky: string[]
  readonly top: string[]
}

/**
 * Proposes a harness from what is on disk: rules for directories that are alike, `.harnessleaf` for stores of files,
 * and a `HARNESS.md` that lists the top. Nothing that is there already.
 */
export function adopt(files: HarnessFiles, root: string, name: string, description: string): Adoption {
  const survey = surveyOf(files, root)
  const made: Record<string, string> = {}
  const why: Record<string, string> = {}
  const add = (path: string, text: string, reason: string): void => {
    if (isThere(files, root === '' ? path : join(root, path))) return
    made[path] = text
    why[path] = reason
  }
  const rules = rulesOf(survey)
  const leaves = new Set(rules.flatMap(([, marker]) => survey.holders.get(marker) ?? []))
  if (rules.length > 0) {
    const lines = rules.map(([type, marker]) => `${type}=${marker}\n`).join('')
    add(
      DETECTORS_FILE,
      lines,
      rules
        .map(([, marker]) => `${survey.holders.get(marker)!.length} directories with ${marker}`)
        .join(', '),
    )
  }
  for (const path of survey.bulky) {
    if (!leaves.has(path))
      add(join(path, LEAF_FILE), 'store\n', `more than ${BULKY} files, few of them markdown`)
  }
  const items = survey.top.map((directory) => {
    const routing = join(directory, routingNameOf(directory))
    const see = isThere(files, root === '' ? routing : join(root, routing))
      ? ` (see ${routingNameOf(directory)})`
      : ''
    return `- \`${directory}/\`${see}`
  })
  add(HARNESS_FILE, entry(name, description, items), 'the entry point')
  return { files: made, why }
}

function rulesOf({ holders }: Survey): [type: string, marker: string][] {
  const rules: [string, string][] = []
  if (holders.has(SKILL_FILE)) rules.push([SKILL_TYPE, SKILL_FILE])
  const markers = [...holders.keys()].toSorted()
  for (const marker of markers) {
    const found = holders.get(marker)!
    const type = marker.slice(0, -MARKDOWN.length).toLowerCase()
    const isMarker =
      marker.endsWith(MARKDOWN) && WORD_RE.test(type) && !ORDINARY.has(marker) && marker !== SKILL_FILE
    const isRouting = found.some((path) => routingNameOf(path.split('/')[0]!) === marker)
    if (isMarker && !isRouting && found.length >= COMMON && type !== SKILL_TYPE) rules.push([type, marker])
  }
  return rules
}

const WORD_RE = /^[a-z][a-z0-9-]*$/

function surveyOf(files: HarnessFiles, root: string): Survey {
  const survey: Survey = { holders: new Map(), bulky: [], top: [] }
  let left = MOST
  const look = (path: string): { all: number; markdown: number } => {
    if (left-- <= 0) return { all: 0, markdown: 0 }
    const entries = listOf(files, root === '' ? path : path === '' ? root : join(root, path))
    const own = entries.filter(({ kind }) => kind === 'file')
    let [all, markdown] = [own.length, own.filter(({ name }) => name.endsWith(MARKDOWN)).length]
    if (path !== '') for (const { name } of own) addTo(survey.holders, name, path)
    const before = survey.bulky.length
    for (const { name, kind } of entries) {
      if (kind !== 'directory') continue
      if (path === '') survey.top.push(name)
      const below = look(join(path, name))
      all += below.all
      markdown += below.markdown
    }
    if (path.includes('/') && all > BULKY && markdown / all < 1 - SHARE) {
      // The outer one closes what lies in it.
      survey.bulky.length = before
      survey.bulky.push(path)
    }
    return { all, markdown }
  }
  look('')
  return survey
}

function addTo(holders: Survey['holders'], name: string, path: string): void {
  const known = holders.get(name)
  if (known === undefined) holders.set(name, [path])
  else known.push(path)
}

function listOf(files: HarnessFiles, path: string): HarnessEntry[] {
  try {
    return files
      .readDir(path)
      .filter(({ name }) => !isHidden(name) && !SKIPPED_NAMES.includes(name))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function isThere(files: HarnessFiles, path: string): boolean {
  try {
    return files.stat(path) !== undefined
  } catch {
    return true
  }
}
