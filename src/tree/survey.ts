import { readdirSync, statSync } from 'node:fs'
import type { Report } from '../diagnostics/index.ts'
import type { Tree, TreeFile } from './tree.ts'
import { sameBytes } from './bytes.ts'
import { lstat, sameMode } from './disk.ts'
import { failed, shownPath } from './failure.ts'
import { Folders } from './folders.ts'
import { type Holdings, ManifestFault, type Ownership, readHoldings } from './ownership.ts'
import { labelled, parentOf, sorted } from './paths.ts'
import type { OwnedPath } from './plan.ts'

/** A file to be written, and what is put in its place as one piece: itself, or the outermost missing directory. */
export interface Write {
  readonly path: string
  readonly unit: string
  /** Whether a file of ours stands there now. */
  readonly over: boolean
}

export type Obstacle = 'file' | 'directory' | 'symlink' | 'parent' | 'other'

export interface Survey {
  readonly added: readonly string[]
  /** Ours, with other bytes or another executable bit. */
  readonly changed: readonly string[]
  /** Ours, and no longer in the tree. */
  readonly removed: readonly string[]
  readonly unchanged: readonly string[]
  /** Not ours, and in the way: files with other bytes, directories, symlinks, and what stands where a directory is needed. */
  readonly foreign: readonly string[]
  readonly owned: readonly OwnedPath[]
  /** What kept the comparison from being made, ready to report. */
  readonly problems: readonly Report[]
  /** What `apply` needs to know beyond that. */
  readonly details: Details
}

export interface Details {
  readonly obstacles: ReadonlyMap<string, Obstacle>
  readonly writes: readonly Write[]
  readonly manifest: (Write & { readonly text: string | undefined }) | undefined
  readonly stamp: string | undefined
}

export interface Subject {
  readonly tree: Tree
  /** Those of the tree, sorted. */
  readonly paths: readonly string[]
  readonly dir: string
  readonly label: string
  readonly ownership: Ownership
  readonly force: boolean
}

/** Compares the files of a tree with those on disk, one by one. */
export function survey(subject: Subject, problems: readonly Report[]): Survey {
  const surveyor = new Surveyor(subject)
  if (problems.length > 0) return surveyor.result(problems)
  try {
    surveyor.run()
    return surveyor.result([])
  } catch (error) {
    return new Surveyor(subject).result([problemOf(error, subject)])
  }
}

function problemOf(error: unknown, { dir, label }: Subject): Report {
  if (!(error instanceof ManifestFault)) return failed(error, 'cannot read', shownPath(error, dir, label))
  const file = labelled(label, error.path)
  return {
    code: 'output-failed',
    message: `cannot tell from ${JSON.stringify(file)} whose files are whose: ${error.message}`,
    hint: 'delete it: files that are as they would be written are taken over, others are told',
    at: { file },
  }
}

class Surveyor {
  readonly #subject: Subject
  readonly #added: string[] = []
  readonly #changed: string[] = []
  readonly #unchanged: string[] = []
  readonly #owned: OwnedPath[] = []
  readonly #obstacles = new Map<string, Obstacle>()
  readonly #writes: Write[] = []
  #removed: ReadonlySet<string> = new Set()
  #holdings: Holdings = { ours: new Set(), others: new Map(), stamp: undefined }
  #folders: Folders | undefined
  #manifest: Details['manifest']

  constructor(subject: Subject) {
    this.#subject = subject
  }

  run(): void {
    const { tree, paths, dir, ownership } = this.#subject
    if (lstat(dir) !== undefined && !statSync(dir).isDirectory()) {
      throw Object.assign(new Error('not a directory'), { code: 'ENOTDIR', syscall: 'stat', path: dir })
    }
    this.#holdings = readHoldings(tree, dir, ownership)
    this.#removed = this.#findRemoved()
    this.#folders = new Folders(dir, this.#removed)
    for (const path of paths) this.#compare(path, tree.files.get(path)!, this.#folders)
    this.#lookAtManifest(this.#folders)
  }

  result(problems: readonly Report[]): Survey {
    return {
      added: this.#added,
      changed: this.#changed,
      removed: sorted(this.#removed),
      unchanged: this.#unchanged,
      foreign: sorted(this.#obstacles.keys()),
      owned: this.#owned,
      problems,
      details: {
        obstacles: this.#obstacles,
        writes: this.#writes,
        manifest: this.#manifest,
        stamp: this.#holdings.stamp,
      },
    }
  }

  /** Only regular files are ever ours; what has become a link or a directory, or lies behind a link, is not. */
  #findRemoved(): Set<string> {
    const { tree, dir } = this.#subject
    const { ours, others } = this.#holdings
    const folders = new Folders(dir)
    const removed = new Set<string>()
    for (const path of ours) {
      if (tree.files.has(path) || others.has(path)) continue
      if (folders.at(parentOf(path)).kind !== 'present') continue
      if (lstat(`${dir}/${path}`)?.isFile() === true) removed.add(path)
    }
    return removed
  }

  #compare(path: string, file: TreeFile, folders: Folders): void {
    const owner = this.#holdings.others.get(path)
    if (owner !== undefined) {
      this.#owned.push({ path, owner })
      return
    }
    const folder = folders.at(parentOf(path))
    if (folder.kind === 'absent') this.#add(path, folder.top)
    else if (folder.kind === 'blocked') this.#block(folder.by, 'parent', path, this.#added)
    else if (!folders.rootPresent) this.#add(path, path)
    else this.#compareInPlace(path, file)
  }

  #compareInPlace(path: string, file: TreeFile): void {
    const place = `${this.#subject.dir}/${path}`
    const stats = lstat(place)
    if (stats === undefined) return this.#add(path, path)
    if (stats.isDirectory()) {
      if (this.#becomesEmpty(path)) return this.#add(path, path)
      return this.#block(path, 'directory', path, this.#changed)
    }
    if (!stats.isFile()) {
      return this.#block(path, stats.isSymbolicLink() ? 'symlink' : 'other', path, this.#changed)
    }
    const equal = sameBytes(place, stats.size, file)
    if (equal && sameMode(stats, file)) this.#unchanged.push(path)
    else if (equal || this.#holdings.ours.has(path)) {
      this.#changed.push(path)
      this.#writes.push({ path, unit: path, over: true })
    } else this.#block(path, 'file', path, this.#changed)
  }

  #add(path: string, unit: string): void {
    this.#added.push(path)
    this.#writes.push({ path, unit, over: false })
  }

  #block(by: string, obstacle: Obstacle, path: string, list: string[]): void {
    this.#obstacles.set(by, obstacle)
    if (!this.#subject.force) return
    list.push(path)
    this.#writes.push({ path, unit: by, over: false })
  }

  /** Whether a directory holds nothing but files that go, so that a file may take its place. */
  #becomesEmpty(path: string): boolean {
    const entries = readdirSync(`${this.#subject.dir}/${path}`, { withFileTypes: true })
    return (
      entries.length > 0 &&
      entries.every((entry) => {
        const inner = `${path}/${entry.name}`
        return entry.isDirectory() ? this.#becomesEmpty(inner) : this.#removed.has(inner)
      })
    )
  }

  #lookAtManifest(folders: Folders): void {
    const manifest = this.#holdings.manifest
    if (manifest === undefined) return
    const { path, text } = manifest
    const folder = folders.at(parentOf(path))
    let unit = path
    if (folder.kind === 'absent') unit = folder.top
    if (folder.kind === 'blocked') {
      unit = folder.by
      this.#obstacles.set(unit, 'parent')
    }
    // A list that is no regular file was not read as one.
    if (
      folder.kind === 'present' &&
      text === undefined &&
      lstat(`${this.#subject.dir}/${path}`) !== undefined
    ) {
      this.#obstacles.set(path, 'other')
    }
    this.#manifest = { path, unit, over: text !== undefined, text }
  }
}
