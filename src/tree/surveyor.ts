import { readdirSync, statSync } from 'node:fs'
import type { Report } from '../diagnostics/index.ts'
import { sameBytes } from './bytes.ts'
import { lstat, sameMode } from './disk.ts'
import { Folders } from './folders.ts'
import { type Holdings, readHoldings } from './ownership.ts'
import { parentOf, sorted } from './paths.ts'
import type { Details, Obstacle, OwnedPath, Subject, Survey, Write } from './survey.ts'
import type { TreeFile } from './tree.ts'

/** Looks at each file of a tree once, and at no file of the disk that cannot be there. */
export class Surveyor {
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
    else if (folder.kind === 'blocked')
      this.#block(folder.by, this.#noDirectory(folder.by), path, this.#added)
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

  /** What stands where a directory is needed. */
  #noDirectory(path: string): Obstacle {
    return lstat(`${this.#subject.dir}/${path}`)?.isSymbolicLink() === true ? 'link' : 'parent'
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
      this.#obstacles.set(unit, this.#noDirectory(unit))
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
