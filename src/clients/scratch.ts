import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { stopClients } from './run.ts'

const live = new Set<Scratch>()
let watchesExit = false

/** A directory that holds all that a client writes: its home, its state, its temporary files. Removed at exit at the latest. */
export class Scratch {
  /** Links resolved. */
  readonly dir: string

  constructor() {
    this.dir = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-verify-')))
    for (const name of ['home', 'cwd', 'tmp']) this.folder(name)
    live.add(this)
    if (!watchesExit) process.once('exit', removeAll)
    watchesExit = true
  }

  /** An empty directory, which a client is started in. */
  get cwd(): string {
    return path.join(this.dir, 'cwd')
  }

  /** Makes a folder. @returns its absolute path */
  folder(name: string): string {
    const dir = path.join(this.dir, name)
    mkdirSync(dir, { recursive: true })
    return dir
  }

  /** Writes a file; what is no text as JSON. @returns its absolute path */
  write(name: string, content: unknown): string {
    const file = path.join(this.dir, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
    return file
  }

  /** What a client is started with: of this process's own environment, only what a program needs to start. */
  environment(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const kept = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
    const home = path.join(this.dir, 'home')
    return {
      ...kept,
      HOME: home,
      USERPROFILE: home,
      TMPDIR: path.join(this.dir, 'tmp'),
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      NO_COLOR: '1',
      CI: '1',
      DO_NOT_TRACK: '1',
      ...more,
    }
  }

  remove(): void {
    live.delete(this)
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

const KEPT = ['PATH', 'SystemRoot', 'PATHEXT', 'COMSPEC']

/** Clients that still run would go on writing. */
function removeAll(): void {
  stopClients()
  for (const scratch of live) scratch.remove()
}
