import fs from 'node:fs'
import path from 'node:path'
import type { Reporter } from '../diagnostics/index.ts'
import { ALWAYS_SKIPPED, type Gitignore, LEFT_OUT } from './gitignore.ts'
import { relativeTo, reportUnresolved, resolveLink } from './links.ts'
import type { Reader } from './reader.ts'
import { reason } from './reason.ts'

export interface Entry {
  /** Relative to the project's root, `/`-separated; a link's own path, not its target's. */
  readonly path: string
  readonly isDirectory: boolean
  /** Absolute path to read it by. */
  readonly real: string
}

/** What a walk has found: thousands live to the end of a build, and most are asked for their path once. */
class Found implements Entry {
  readonly path: string
  readonly isDirectory: boolean
  readonly #top: number
  readonly #real: string

  /** @param directory where the walk began, of which `real` is the absolute path */
  constructor(directory: string, real: string, below: string, isDirectory: boolean) {
    this.path = `${directory}/${below}`
    this.isDirectory = isDirectory
    this.#top = directory.length
    this.#real = real
  }

  get real(): string {
    return this.#real + this.path.slice(this.#top)
  }
}

const LINE_BREAK_RE = /[\n\r]/

/**
 * Everything below a directory, links inside the project followed (rule S-9). The order is the same on any machine:
 * what stands directly in a directory before what is deeper, but for links to directories, followed where they stand.
 * What is skipped, unreadable or points outside is reported.
 */
export function walk(reader: Reader, directory: string, gitignore: Gitignore, report: Reporter): Entry[] {
  if (!reader.exists(directory)) return []
  const real = resolveLink(reader, directory, reader.absolute(directory), gitignore, report)
  if (real === undefined) return []
  if (reader.kind(directory) !== 'directory') {
    report({
      code: 'not-a-file',
      message: 'this is no directory; a directory is expected here',
      at: { file: directory },
    })
    return []
  }
  // Rules of the directories above hold here too.
  if (directory.includes('/')) gitignore.reason(directory, true)
  const walker = new Walker(reader, gitignore, report)
  walker.visit(directory, real, [real])
  return walker.entries
}

class Walker {
  readonly entries: Entry[] = []
  readonly #reader: Reader
  readonly #gitignore: Gitignore
  readonly #report: Reporter

  constructor(reader: Reader, gitignore: Gitignore, report: Reporter) {
    this.#reader = reader
    this.#gitignore = gitignore
    this.#report = report
  }

  /**
   * @param below the directory's path from where the walk, or the link that it goes through, began
   * @param trail real paths of the directories that links stood in and led to, against circles
   */
  visit(directory: string, real: string, trail: readonly string[], below = ''): void {
    const at = below === '' ? real : real + path.sep + below
    const inner: string[] = []
    for (const dirent of this.#list(directory, real, at)) {
      const inside = below === '' ? dirent.name : `${below}/${dirent.name}`
      const isDirectory = dirent.isDirectory()
      const entry = new Found(directory, real, inside, isDirectory)
      if (isDirectory) inner.push(inside)
      if (isDirectory || dirent.isFile()) this.entries.push(entry)
      else if (dirent.isSymbolicLink()) this.#follow(entry, trail)
      else this.#report({ code: 'not-a-file', message: 'this is no regular file', at: { file: entry.path } })
    }
    for (const inside of inner) this.visit(directory, real, trail, inside)
  }

  #follow(link: Entry, trail: readonly string[]): void {
    this.#reader.sightings?.doubt()
    const target = resolveLink(this.#reader, link.path, link.real, this.#gitignore, this.#report)
    if (target === undefined) return
    let stats: fs.Stats
    let parent: string
    try {
      stats = fs.statSync(target)
      parent = fs.realpathSync(path.dirname(link.real))
    } catch (error) {
      // It was there a moment ago.
      return reportUnresolved(link.path, error, this.#report)
    }
    if (stats.isFile()) {
      this.entries.push({ path: link.path, isDirectory: false, real: target })
      return
    }
    const circle = [...trail, parent].some((seen) => seen === target || seen.startsWith(target + path.sep))
    if (circle || !stats.isDirectory()) {
      const message = circle
        ? 'this symbolic link leads back to a directory above it'
        : 'this is no regular file'
      this.#report({ code: circle ? 'symlink-broken' : 'not-a-file', message, at: { file: link.path } })
      return
    }
    this.entries.push({ path: link.path, isDirectory: true, real: target })
    this.visit(link.path, target, [...trail, parent, target])
  }

  #list(directory: string, real: string, at: string): fs.Dirent[] {
    const where = at.length > real.length ? `${directory}/${at.slice(real.length + 1)}` : directory
    let dirents: fs.Dirent[]
    try {
      dirents = fs.readdirSync(at, { withFileTypes: true })
    } catch (error) {
      this.#report({
        code: 'unreadable',
        message: `this directory cannot be read: ${reason(error)}`,
        at: { file: where },
      })
      return []
    }
    this.#reader.sightings?.directory(at, dirents)
    const holdsRules = dirents.some(({ name }) => name === '.gitignore')
    this.#gitignore.enter(where, holdsRules)
    // Below a link, what is left out of the place that it leads to stays out as well.
    const target = relativeTo(this.#reader.root, at)
    if (target !== where) this.#gitignore.enter(target, holdsRules)
    // In the order of names, not of the disk.
    return dirents
      .filter((dirent) => this.#takes(where, target, at, dirent))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** @param target the real path of `where`, which differs below a link */
  #takes(where: string, target: string, at: string, dirent: fs.Dirent): boolean {
    const file = `${where}/${dirent.name}`
    if (ALWAYS_SKIPPED.has(dirent.name)) {
      if (dirent.name !== '.git') {
        const message = `this is skipped, as every ${dirent.name} is`
        this.#report({ code: 'ignored', message, at: { file } })
      }
      return false
    }
    const isDirectory = dirent.isDirectory()
    if (
      this.#gitignore.skips(where, dirent.name, isDirectory) ||
      (target !== where && this.#gitignore.skips(target, dirent.name, isDirectory))
    ) {
      this.#report({ code: 'ignored', message: `this is ${LEFT_OUT}`, at: { file } })
      return false
    }
    const problem = nameProblem(at, dirent.name)
    if (problem === undefined) return true
    const message = `a file name ${problem}: ${JSON.stringify(dirent.name)}`
    this.#report({ code: 'file-name', message, hint: 'rename it', at: { file: where } })
    return false
  }
}

function nameProblem(at: string, name: string): string | undefined {
  if (LINE_BREAK_RE.test(name)) return 'cannot hold a line break'
  // What stands for bytes that are no UTF-8, by which the file cannot be found again.
  return !name.includes('\ufffd') || isThere(path.join(at, name)) ? undefined : 'must be UTF-8'
}

function isThere(file: string): boolean {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined
  } catch {
    // Its directory may be listed only; the reading that follows says so.
    return true
  }
}
