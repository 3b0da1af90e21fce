import type { Composed } from '../compose/composed.ts'
import { type Reporter, sortBy } from '../diagnostics/index.ts'
import type { Origins, Tree, TreeFile } from '../tree/tree.ts'
import { parentOf } from '../tree/paths.ts'
import type { Asset } from '../workspace/sources.ts'
import { fold } from './layout.ts'

/** The names that the writer uses at the top of a tree. */
const RESERVED_RE = /^\.agent-cortex(?:\.|\/|$)/

/** Where a file comes from that no source holds. */
export const GENERATED = 'a generated file'

const GENERATED_MANIFEST = 'the generated manifest'
const MANIFEST_HINT = 'leave this file out; the option "manifest" changes what is generated'

/** Thousands of them live to the end of a build, and few are asked for their origins. */
class ComposedFile implements TreeFile {
  readonly path: string
  readonly content: Uint8Array
  readonly executable = false
  readonly from: string
  readonly #composed: Composed

  constructor(path: string, from: string, composed: Composed) {
    this.path = path
    this.content = composed.bytes
    this.from = from
    this.#composed = composed
  }

  get origins(): Origins {
    const { runs, origins } = this.#composed
    return { sources: origins.sources, rows: origins.rows, runs }
  }
}

/** Gathers the files of one tree; two sources of one path are told (rule F-2). */
export class TreeBuilder {
  readonly #harness: string
  readonly #report: Reporter
  readonly #files = new Map<string, TreeFile>()
  readonly #taken = new Map<string, string>()
  readonly #directories = new Map<string, string>()
  /** The directory that was claimed last, folded. */
  #last: string | undefined

  constructor(harness: string, report: Reporter) {
    this.#harness = harness
    this.#report = report
  }

  composed(path: string, from: string, composed: Composed): void {
    this.add(new ComposedFile(path, from, composed))
  }

  asset(path: string, { file, bytes, executable }: Asset): void {
    this.add({ path, content: bytes, executable, from: file })
  }

  json(path: string, json: unknown): void {
    this.add({
      path,
      content: `${JSON.stringify(json, null, 2)}\n`,
      executable: false,
      from: GENERATED_MANIFEST,
    })
  }

  generated(path: string, text: string): void {
    this.add({ path, content: text, executable: false, from: GENERATED })
  }

  add(file: TreeFile): void {
    const key = fold(file.path)
    if (RESERVED_RE.test(key)) return this.#reportReserved(file)
    const other = this.#taken.get(key) ?? this.#directories.get(key) ?? this.#claim(key, file.from)
    if (other === undefined) {
      this.#taken.set(key, file.from)
      this.#files.set(file.path, file)
    } else {
      this.#report({
        code: 'name-collision',
        message: `${file.from} and ${other} would both be ${file.path}`,
        hint:
          other === GENERATED_MANIFEST
            ? MANIFEST_HINT
            : 'rename one of the two, also where they differ only in case',
        harness: this.#harness,
        at: { file: file.from },
      })
    }
  }

  /** Takes the directories above a path; returns what already stands there as a file. */
  #claim(key: string, from: string): string | undefined {
    const parent = parentOf(key)
    // Mostly one after the other lies in the same directory.
    if (parent === this.#last) return undefined
    for (let at = key.lastIndexOf('/'); at > 0; at = key.lastIndexOf('/', at - 1)) {
      const directory = key.slice(0, at)
      if (this.#directories.has(directory)) break
      const file = this.#taken.get(directory)
      if (file !== undefined) return file
      this.#directories.set(directory, from)
    }
    this.#last = parent
    return undefined
  }

  #reportReserved({ path, from }: TreeFile): void {
    this.#report({
      code: 'name-collision',
      message: `${path} is where the writer keeps its own list`,
      hint: 'leave the file out',
      harness: this.#harness,
      at: { file: from },
    })
  }

  build(): Tree {
    const files = new Map(sortBy([...this.#files], ([path]) => path))
    return { harness: this.#harness, files }
  }
}
