import ignore, { type Ignore } from 'ignore'
import type { Reporter } from '../diagnostics/index.ts'
import type { Reader } from './reader.ts'

/** Skipped everywhere, whatever `.gitignore` says (rule S-9). */
export const ALWAYS_SKIPPED: ReadonlySet<string> = new Set([
  '.git',
  'node_modules',
  '__pycache__',
  '.venv',
  '.DS_Store',
])

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

  constructor(reader: Reader, report: Reporter) {
    this.#reader = reader
    this.#report = report
    this.enter('', reader.kind('.gitignore') === 'file')
  }

  /** To be called for each directory before its entries are asked for, from above downwards. */
  enter(directory: string, holdsFile: boolean): void {
    if (!holdsFile) return
    const source = this.#reader.text(
      directory === '' ? '.gitignore' : `${directory}/.gitignore`,
      this.#report,
    )
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

  #rulesIn(directory: string): readonly Rules[] {
    for (let at = directory; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const found = this.#rules.get(at)
      if (found !== undefined || at === '') return found ?? []
    }
  }
}
