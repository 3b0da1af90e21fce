import fs from 'node:fs'
import ignore, { type Ignore } from 'ignore'
import type { Report, Reporter, Source } from '../diagnostics/index.ts'
import { parentOf } from './paths.ts'
import type { Reader } from './reader.ts'
import { readRootText } from './root-text.ts'

/** Skipped everywhere, whatever `.gitignore` says (rule S-9). */
export const ALWAYS_SKIPPED: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '__pycache__',
  '.venv',
  '.DS_Store',
])

export const LEFT_OUT = 'skipped: a .gitignore leaves it out'

const NO_FILE = 'this is no regular file'

interface Rules {
  /** Directory that holds the file. */
  base: string
  ignore: Ignore
}

/** What the project's `.gitignore` files leave out; they are read as text, with or without a git repository. */
export class Gitignore {
  readonly #reader: Reader
  readonly #report: Reporter
  /** Directory → the rules that hold in it, outermost first. Only directories with a file of their own. */
  readonly #rules = new Map<string, readonly Rules[]>()
  readonly #entered = new Set<string>()
  /** Real directories whose file was found faulty: through links, one may be entered under many names. */
  readonly #faulty = new Set<string>()

  constructor(reader: Reader, report: Reporter) {
    this.#reader = reader
    this.#report = report
    this.enter('', reader.exists('.gitignore'))
  }

  /** To be called for each directory before its entries are asked for, from above downwards. */
  enter(directory: string, holdsFile: boolean): void {
    if (this.#entered.has(directory)) return
    this.#entered.add(directory)
    if (!holdsFile) return
    const source = this.#read(directory)
    if (source === undefined) return
    const rules = { base: directory, ignore: ignore({ allowRelativePaths: true }).add(source.text) }
    this.#rules.set(directory, [...this.#rulesIn(directory), rules])
  }

  /** Whether an entry is left out. A skipped directory is not to be looked into. */
  skips(directory: string, name: string, isDirectory: boolean): boolean {
    if (this.#rules.size === 0) return false
    const path = directory === '' ? name : `${directory}/${name}`
    let skipped = false
    for (const { base, ignore: rules } of this.#rulesIn(directory)) {
      const relative = base === '' ? path : path.slice(base.length + 1)
      const { ignored, unignored } = rules.test(isDirectory ? `${relative}/` : relative)
      if (ignored) skipped = true
      else if (unignored) skipped = false
    }
    return skipped
  }

  /**
   * Why a path is left out, for itself or a directory above it, to stand after "is"; nothing when it is not.
   * The directories above it are entered.
   */
  reason(path: string, isDirectory: boolean): string | undefined {
    const parts = path.split('/')
    let directory = ''
    for (const [index, name] of parts.entries()) {
      if (ALWAYS_SKIPPED.has(name)) return `skipped, as every ${name} is`
      if (!this.#entered.has(directory)) this.enter(directory, this.#reader.exists(fileIn(directory)))
      if (this.skips(directory, name, isDirectory || index < parts.length - 1)) return LEFT_OUT
      directory = directory === '' ? name : `${directory}/${name}`
    }
    return undefined
  }

  #read(directory: string): Source | undefined {
    const reports: Report[] = []
    const file = fileIn(directory)
    const source = readRootText(this.#reader, file, (found) => reports.push(found))?.source
    if (reports.length === 0) return source
    const real = realPath(this.#reader.absolute(directory))
    if (!this.#faulty.has(real)) for (const found of reports) this.#report(asWalked(found))
    this.#faulty.add(real)
    return source
  }

  #rulesIn(directory: string): readonly Rules[] {
    for (let at = directory; ; at = parentOf(at)) {
      const found = this.#rules.get(at)
      if (found !== undefined || at === '') return found ?? []
    }
  }
}

/** A walk meets the file too, and tells of pipes and the like in these words: then it is one mistake. */
function asWalked(report: Report): Report {
  const isPipe = report.message.startsWith(NO_FILE)
  return isPipe ? { ...report, message: NO_FILE } : report
}

function fileIn(directory: string): string {
  return directory === '' ? '.gitignore' : `${directory}/.gitignore`
}

function realPath(directory: string): string {
  try {
    return fs.realpathSync(directory)
  } catch {
    return directory
  }
}
