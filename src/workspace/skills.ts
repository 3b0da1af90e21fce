import type { Reporter, Source } from '../diagnostics/index.ts'
import { Folder, type ReadingContext } from './folder.ts'
import { nameOf, parentOf } from './paths.ts'
import type { Asset, Skill } from './sources.ts'
import type { Entry } from './walk.ts'

const SKILL_FILE = 'SKILL.md'

/** A skill's directory, before it is read. */
export class SkillFolder extends Folder<ReadingContext, Skill> {
  /** The directory below `skills/`, split at `/`. */
  readonly path: readonly string[]
  /** `skills/<path>` */
  readonly directory: string
  readonly isSkill: boolean = true
  readonly #files = new Map<string, Entry>()

  constructor(context: ReadingContext, directory: string) {
    super(context)
    this.path = directory.split('/').slice(1)
    this.directory = directory
  }

  /** Paths in the skill of all its files. */
  get files(): Iterable<string> {
    return this.#files.keys()
  }

  has(file: string): boolean {
    return this.#files.has(file)
  }

  add(entry: Entry): void {
    this.#files.set(entry.path.slice(this.directory.length + 1), entry)
  }

  protected readWith({ reader, report }: ReadingContext): Skill {
    const skill = {
      path: this.path,
      directory: this.directory,
      texts: new Map<string, Source>(),
      assets: new Map<string, Asset>(),
      unread: new Set<string>(),
    }
    for (const [below, entry] of this.#files) {
      if (below.endsWith('.md')) {
        const source = reader.text(entry.path, report, entry.real)
        if (source === undefined) skill.unread.add(below)
        else skill.texts.set(below, source)
      } else {
        const read = reader.bytes(entry.path, report, entry.real)
        if (read === undefined) skill.unread.add(below)
        else skill.assets.set(below, { file: entry.path, ...read })
      }
    }
    return skill
  }

  protected sources({ texts }: Skill): Iterable<Source> {
    return texts.values()
  }
}

/**
 * Collects the skills (rule S-7): the directories below `skills/` that hold a `SKILL.md`.
 * @param entries everything below `skills/`
 */
export function collectSkills(context: ReadingContext, entries: readonly Entry[]): SkillFolder[] {
  const { report } = context
  const folders = listFolders(context, entries)
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
    const owner = ownerOf(entry.path, folders)
    if (owner === undefined) reportOutside(entry.path, report)
    else owner.add(entry)
  }
  reportBodiless(entries, folders, report)
  return [...folders.values()]
}

/** What the Agent Skills standard calls the folders that lie beside a SKILL.md. */
const PARTS = ['references', 'scripts']

/** A directory that has what a skill has, but for the `SKILL.md`; one with skills in it is a group that shares it. */
function reportBodiless(
  entries: readonly Entry[],
  folders: ReadonlyMap<string, SkillFolder>,
  report: Reporter,
): void {
  const parts = entries.filter(({ path, isDirectory }) => isDirectory && PARTS.includes(nameOf(path)))
  for (const directory of new Set(parts.map(({ path }) => parentOf(path)))) {
    if (directory === 'skills' || ownerOf(`${directory}/`, folders) !== undefined) continue
    const below = entries.filter(({ path }) => path.startsWith(`${directory}/`))
    if (below.some(({ path }) => nameOf(path).toUpperCase() === SKILL_FILE.toUpperCase())) continue
    report({
      code: 'file-ignored',
      severity: 'warning',
      message: `this is no skill: ${directory} holds no ${SKILL_FILE}`,
      hint: `write ${directory}/${SKILL_FILE}`,
      at: { file: directory },
    })
  }
}

function listFolders(context: ReadingContext, entries: readonly Entry[]): Map<string, SkillFolder> {
  const { report } = context
  const folders = new Map<string, SkillFolder>()
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
    folders.set(directory, new SkillFolder(context, directory))
  }
  for (const { directory } of folders.values()) {
    const outer = ownerOf(directory, folders)
    if (outer === undefined) continue
    report({
      code: 'skill-nested',
      message: `this skill lies inside another, ${outer.directory}`,
      hint: `move it beside ${outer.directory}`,
      at: { file: `${directory}/${SKILL_FILE}` },
    })
  }
  return folders
}

/** The closest skill above a path. */
function ownerOf(path: string, folders: ReadonlyMap<string, SkillFolder>): SkillFolder | undefined {
  for (let at = parentOf(path); at !== ''; at = parentOf(at)) {
    const found = folders.get(at)
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
