import fs from 'node:fs'
import path from 'node:path'
import fastGlob from 'fast-glob'
import type { Reporter, Source } from '../diagnostics/index.ts'
import { ALWAYS_SKIPPED, type Gitignore } from './gitignore.ts'
import { type Reader, reason } from './reader.ts'

export interface Entry {
  /** Relative to the project's root, `/`-separated; a link's own path, not its target's. */
  path: string
  isDirectory: boolean
  /** Absolute path to read it by. */
  real: string
}

const LINE_BREAK_RE = /[\n\r]/

/**
 * Everything below a directory, links inside the project followed (rule S-9). The order is the same on any machine,
 * a directory before what it holds.
 * What is skipped, unreadable or points outside is reported.
 */
export function walk(reader: Reader, directory: string, gitignore: Gitignore, report: Reporter): Entry[] {
  if (!reader.exists(directory)) return []
  const real = resolveLink(reader, directory, reader.absolute(directory), report)
  if (real === undefined) return []
  if (reader.kind(directory) !== 'directory') {
    report({
      code: 'not-a-file',
      message: 'this is no directory; a directory is expected here',
      at: { file: directory },
    })
    return []
  }
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

  /** @param trail real paths of the directories that links stood in and led to, against circles */
  visit(directory: string, real: string, trail: readonly string[]): void {
    // fast-glob does not follow links here: it would follow those that run in circles too.
    const found = fastGlob.globSync('**', {
      cwd: real,
      dot: true,
      onlyFiles: false,
      objectMode: true,
      followSymbolicLinks: false,
      unique: false,
      fs: {
        readdirSync: ((at: string) => this.#list(directory, real, at)) as unknown as typeof fs.readdirSync,
      },
    })
    for (const { path: below, dirent } of found) {
      const entry = {
        path: `${directory}/${below}`,
        isDirectory: dirent.isDirectory(),
        real: `${real}/${below}`,
      }
      if (dirent.isSymbolicLink()) this.#follow(entry, trail)
      else if (entry.isDirectory || dirent.isFile()) this.entries.push(entry)
      else this.#report({ code: 'not-a-file', message: 'this is no regular file', at: { file: entry.path } })
    }
  }

  #follow(link: Entry, trail: readonly string[]): void {
    const target = resolveLink(this.#reader, link.path, link.real, this.#report)
    if (target === undefined) return
    const stats = fs.statSync(target)
    if (stats.isFile()) {
      this.entries.push({ path: link.path, isDirectory: false, real: target })
      return
    }
    const parent = fs.realpathSync(path.dirname(link.real))
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
    this.#gitignore.enter(
      where,
      dirents.some(({ name }) => name === '.gitignore'),
    )
    // In the order of names, not of the disk.
    return dirents
      .filter((dirent) => this.#takes(where, at, dirent))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #takes(where: string, at: string, dirent: fs.Dirent): boolean {
    const file = `${where}/${dirent.name}`
    if (ALWAYS_SKIPPED.has(dirent.name)) {
      if (dirent.name !== '.git') {
        const message = `this is skipped, as every ${dirent.name} is`
        this.#report({ code: 'ignored', message, at: { file } })
      }
      return false
    }
    if (this.#gitignore.skips(where, dirent.name, dirent.isDirectory())) {
      this.#report({ code: 'ignored', message: 'this is skipped: a .gitignore leaves it out', at: { file } })
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
  const isDecoded = !name.includes('\ufffd') || fs.lstatSync(path.join(at, name), QUIET) !== undefined
  return isDecoded ? undefined : 'must be UTF-8'
}

const QUIET = { throwIfNoEntry: false } as const

/**
 * A text at the project's root that may be missing.
 * @returns nothing when it is missing; without a source when it could not be read, which is reported
 */
export function readRootText(
  reader: Reader,
  file: string,
  report: Reporter,
): { source: Source | undefined } | undefined {
  if (!reader.exists(file)) return undefined
  const real = resolveLink(reader, file, reader.absolute(file), report)
  if (real === undefined) return { source: undefined }
  return { source: reader.text(file, report, reader.kind(file) === 'file' ? real : undefined) }
}

/** Errors of a link that leads nowhere; any other comes from a directory on its way. */
const BROKEN = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/** The real path of what may be a link; nothing, with a report, where it is broken or leads out of the project. */
export function resolveLink(
  reader: Reader,
  file: string,
  real: string,
  report: Reporter,
): string | undefined {
  let target: string
  try {
    target = fs.realpathSync(real)
  } catch (error) {
    const isBroken = BROKEN.has((error as NodeJS.ErrnoException).code ?? '')
    const message = `${isBroken ? 'this symbolic link is broken' : 'this cannot be read'}: ${reason(error)}`
    report({ code: isBroken ? 'symlink-broken' : 'unreadable', message, at: { file } })
    return undefined
  }
  if (target === reader.root || target.startsWith(reader.root + path.sep)) {
    if (target !== real) reader.followed.add(target)
    return target
  }
  report({
    code: 'symlink-outside',
    message: 'this symbolic link leads out of the project',
    hint: 'copy the file here instead',
    at: { file },
  })
  return undefined
}
