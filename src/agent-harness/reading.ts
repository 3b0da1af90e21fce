import { order, type Place, type Reporter, Source } from '../diagnostics/index.ts'
import { reason } from '../workspace/reason.ts'
import { HarnessDocument } from './document.ts'
import { type HarnessEntry, type HarnessFiles, isWithin, join } from './files.ts'
import type { Listing } from './leaf.ts'
import type { Settings } from './options.ts'
import { asWord, BYTE_ORDER_MARK, decodeUtf8, normalised, validBytes } from './text.ts'

/** Entries of all directories together; what has more is no harness that an agent could find its way in. */
const MOST_ENTRIES = 500_000

/** Reads one harness's files; whatever cannot be had is reported, once. Paths are relative to the outermost harness. */
export class Reading {
  readonly files: HarnessFiles
  readonly settings: Settings
  readonly report: Reporter
  readonly rootReal: string
  readonly #root: string
  #entries = 0

  constructor(files: HarnessFiles, root: string, settings: Settings, report: Reporter) {
    this.files = files
    this.#root = root
    this.settings = settings
    this.report = report
    this.rootReal = this.realPath('') ?? root
  }

  /** The path as the files know it. */
  at(path: string): string {
    return this.#root === '' ? path : path === '' ? this.#root : join(this.#root, path)
  }

  /** The path as diagnostics name it. */
  named(path: string): string {
    const { prefix } = this.settings
    return prefix === '' || path === '' ? prefix + path : join(prefix, path)
  }

  /** The harness as an argument of a command, after a blank; nothing where it is the working directory. */
  get argument(): string {
    const { prefix } = this.settings
    return prefix === '' ? '' : ` ${asWord(prefix)}`
  }

  /** A report's place: a file or directory as a whole. */
  whole(path: string): Place {
    const named = this.named(path)
    return named === '' ? undefined : { file: named }
  }

  realPath(path: string): string | undefined {
    try {
      return this.files.realPath(this.at(path))
    } catch {
      return undefined
    }
  }

  kind(path: string): 'file' | 'directory' | 'other' | undefined {
    try {
      return this.files.stat(this.at(path))?.kind
    } catch {
      return undefined
    }
  }

  /** Whether what a path leads to may be read: what lies outside is not, unless that is asked for. Reported if not. */
  mayRead(path: string): boolean {
    const real = this.realPath(path)
    if (this.settings.followOutside || (real !== undefined && this.isInside(real))) return true
    const message = 'this symbolic link leads out of the harness'
    const hint = 'put a copy in its place'
    this.report({ code: 'symlink-outside', severity: 'warning', message, hint, at: this.whole(path) })
    return false
  }

  isInside(real: string): boolean {
    return isWithin(real, this.rootReal)
  }

  /** What a directory holds, in code-point order. */
  list(path: string): Listing {
    let entries: readonly HarnessEntry[]
    try {
      entries = this.files.readDir(this.at(path))
    } catch (error) {
      const message = `this directory cannot be read: ${reason(error)}`
      this.report({ code: 'unreadable', message, at: this.whole(path) })
      return new Map()
    }
    const before = this.#entries
    this.#entries += entries.length
    if (this.#entries > MOST_ENTRIES) {
      if (before <= MOST_ENTRIES) this.#tellSize(path)
      return new Map()
    }
    const listing = new Map<string, HarnessEntry>()
    for (const entry of inOrder(entries)) listing.set(entry.name, entry)
    return listing
  }

  #tellSize(path: string): void {
    this.report({
      code: 'harness-too-large',
      message: `there are more than ${MOST_ENTRIES} files here; the rest is not read`,
      hint: 'mark large stores of content with a .harnessleaf',
      at: this.whole(path),
    })
  }

  document(path: string): HarnessDocument | undefined {
    const raw = this.raw(path)
    if (raw === undefined) return undefined
    const document = new HarnessDocument(path, this.named(path), raw)
    if (document.hasBom) this.tellBom(path)
    return document
  }

  source(path: string): { source: Source; hasBom: boolean } | undefined {
    const raw = this.raw(path)
    if (raw === undefined) return undefined
    const hasBom = raw.startsWith(BYTE_ORDER_MARK)
    if (hasBom) this.tellBom(path)
    return { source: new Source(this.named(path), normalised(raw)), hasBom }
  }

  /** The text as it stands in the file. */
  raw(path: string): string | undefined {
    try {
      const at = this.at(path)
      const quick = this.files.readText?.(at)
      if (quick !== undefined) return quick
      const bytes = this.files.readFile(at)
      const text = decodeUtf8(bytes)
      if (text === undefined) this.#tellBadBytes(path, bytes)
      return text
    } catch (error) {
      const message = `this cannot be read: ${reason(error)}`
      this.report({ code: 'unreadable', message, at: this.whole(path) })
      return undefined
    }
  }

  #tellBadBytes(path: string, bytes: Uint8Array): void {
    const message = `this file is not UTF-8 from byte ${validBytes(bytes)} on`
    this.report({ code: 'not-utf8', message, hint: 'save it as UTF-8', at: this.whole(path) })
  }

  tellBom(path: string): void {
    // The reference has its own words for it.
    if (this.settings.compat) return
    this.report({
      code: 'bom',
      message: 'this file begins with a byte order mark, which other readers of the format stumble over',
      hint: 'save it without',
      at: this.whole(path),
    })
  }
}

const ASCII_RE = /^[\0-\x7f]*$/

function inOrder(entries: readonly HarnessEntry[]): HarnessEntry[] {
  const isPlain = entries.every(({ name }) => ASCII_RE.test(name))
  return entries.toSorted(isPlain ? byUnits : byCodePoints)
}

/** The same order as that of code points, where there are none beyond ASCII. */
function byUnits(a: HarnessEntry, b: HarnessEntry): number {
  return a.name < b.name ? -1 : 1
}

function byCodePoints(a: HarnessEntry, b: HarnessEntry): number {
  return order(a.name, b.name)
}
