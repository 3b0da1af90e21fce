import type { Reporter, Source } from '../diagnostics/index.ts'
import { nameOf, parentOf } from './paths.ts'
import type { Reader } from './reader.ts'
import type { Asset, Skill } from './sources.ts'
import type { Entry } from './walk.ts'

const SKILL_FILE = 'SKILL.md'

interface Draft {
  path: string[]
  directory: string
  texts: Map<string, Source>
  assets: Map<string, Asset>
  unread: Set<string>
}

/**
 * Collects the skills (rule S-7): the directories below `skills/` that hold a `SKILL.md`.
 * @param entries everything below `skills/`
 */
export function collectSkills(reader: Reader, entries: readonly Entry[], report: Reporter): Skill[] {
  const drafts = draft(entries, report)
  for (const entry of entries) {
    if (entry.isDirectory) {
      if (entry.path.endsWith(`/${SKILL_FILE}`)) {
        report({
          code: 'not-a-file',
          message: 'this is a directory; a file is expected here',
          at: { file: entry.path },
        })
      }
      continue
    }
    const owner = ownerOf(entry.path, drafts)
    if (owner === undefined) reportOutside(entry.path, report)
    else add(owner, entry, reader, report)
  }
  return [...drafts.values()]
}

function draft(entries: readonly Entry[], report: Reporter): Map<string, Draft> {
  const drafts = new Map<string, Draft>()
  for (const entry of entries) {
    if (entry.isDirectory || !entry.path.endsWith(`/${SKILL_FILE}`)) continue
    const directory = parentOf(entry.path)
    if (directory === 'skills') {
      report({
        code: 'skill-nested',
        message: 'skills/ itself is no skill: every other skill would be a skill inside it',
        hint: 'move it to skills/<name>/SKILL.md',
        at: { file: entry.path },
      })
      continue
    }
    drafts.set(directory, {
      path: directory.split('/').slice(1),
      directory,
      texts: new Map(),
      assets: new Map(),
      unread: new Set(),
    })
  }
  for (const { directory } of drafts.values()) {
    const outer = ownerOf(directory, drafts)
    if (outer === undefined) continue
    report({
      code: 'skill-nested',
      message: `this skill lies inside another, ${outer.directory}`,
      hint: `move it beside ${outer.directory}`,
      at: { file: `${directory}/${SKILL_FILE}` },
    })
  }
  return drafts
}

/** The closest skill above a path. */
function ownerOf(path: string, drafts: ReadonlyMap<string, Draft>): Draft | undefined {
  for (let at = parentOf(path); at !== ''; at = parentOf(at)) {
    const found = drafts.get(at)
    if (found !== undefined) return found
  }
  return undefined
}

function reportOutside(file: string, report: Reporter): void {
  if (file === `skills/${SKILL_FILE}`) return
  const name = nameOf(file)
  if (name.toUpperCase() === SKILL_FILE.toUpperCase()) {
    const message = `this is no skill: the file of a skill is named ${SKILL_FILE}`
    const hint = `rename it to ${SKILL_FILE}`
    report({ code: 'file-ignored', severity: 'warning', message, hint, at: { file } })
    return
  }
  report({ code: 'file-ignored', message: 'this is not emitted: it lies in no skill', at: { file } })
}

function add(skill: Draft, entry: Entry, reader: Reader, report: Reporter): void {
  const below = entry.path.slice(skill.directory.length + 1)
  if (below.endsWith('.md')) {
    const source = reader.text(entry.path, report, entry.real)
    if (source === undefined) skill.unread.add(below)
    else skill.texts.set(below, source)
    return
  }
  const read = reader.bytes(entry.path, report, entry.real)
  if (read === undefined) skill.unread.add(below)
  else skill.assets.set(below, { file: entry.path, ...read })
}
