import ignore, { type Ignore } from 'ignore'
import type { Reporter } from '../diagnostics/index.ts'
import type { Reader } from './reader.ts'

/** Skipped everywhere, whatever `.gitignore` says (rule S-9). */
const ALWAYS = new Set(['.git', 'node_modules', '__pycache__', '.venv', '.DS_Store'])

/** What the project's `.gitignore` files leave out; they are read as text, with or without a git repository. */
export class Gitignore {
  readonly #reader: Reader
  readonly #report: Reporter
  readonly #rules = new Map<string, Ignore | undefined>()

  constructor(reader: Reader, report: Reporter) {
    this.#reader = reader
    this.#report = report
  }

  /** Whether an entry is skipped. Asked from the root downwards, so a skipped directory is never looked into. */
  skips(directory: string, name: string, isDirectory: boolean): boolean {
    if (ALWAYS.has(name)) return true
    const path = directory === '' ? name : `${directory}/${name}`
    let skipped = false
    for (const base of ancestors(directory)) {
      const rules = this.#rulesOf(base)
      if (rules === undefined) continue
      const relative = base === '' ? path : path.slice(base.length + 1)
      const { ignored, unignored } = rules.test(isDirectory ? `${relative}/` : relative)
      if (ignored) skipped = true
      else if (unignored) skipped = false
    }
    return skipped
  }

  #rulesOf(directory: string): Ignore | undefined {
    if (this.#rules.has(directory)) return this.#rules.get(directory)
    const file = directory === '' ? '.gitignore' : `${directory}/.gitignore`
    const source = this.#reader.kind(file) === 'file' ? this.#reader.text(file, this.#report) : undefined
    const rules = source && ignore({ allowRelativePaths: true }).add(source.text)
    this.#rules.set(directory, rules)
    return rules
  }
}

/** `a/b` → '', `a`, `a/b`. */
function ancestors(directory: string): string[] {
  const list = ['']
  if (directory === '') return list
  for (let at = directory.indexOf('/'); at !== -1; at = directory.indexOf('/', at + 1))
    list.push(directory.slice(0, at))
  list.push(directory)
  return list
}
