import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { Outcome, Project } from '../build/build.ts'
import { terminal } from '../build/terminal.ts'
import { interrupted } from './interrupted.ts'
import { Failure, printProblem } from './problem.ts'
import { Watcher } from './watcher.ts'

/** Editors and `git checkout` make many changes at once; a run starts when they have paused. */
const PAUSE_MS = 50

/** One run, and what it read: {@link Watched.inputs} is asked for after it. */
export interface Watched {
  run(): Outcome
  inputs(): string[]
}

/** Runs at once, and again whenever a source changes, until the user ends it. @returns the exit code */
export async function watchProject({ flags }: Project, { run, inputs }: Watched): Promise<number> {
  const ended = interrupted()
  const own = new OwnWrites()
  const words = [...(flags.verbose === true ? ['--verbose'] : []), `--format=${flags.format ?? 'pretty'}`]
  const tell = (error: unknown): void => printProblem(error, words, terminal())
  let timer: NodeJS.Timeout | undefined
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(once, PAUSE_MS)
  }
  const watcher = new Watcher(
    (file) => {
      if (!own.has(file)) schedule()
    },
    (error) => tell(refused(error)),
  )
  const once = (): void => {
    try {
      own.note(run())
      // What changed before it was watched is seen by one more run.
      if (watcher.watch(inputs())) schedule()
    } catch (error) {
      tell(error)
    }
  }
  once()
  const code = await ended
  clearTimeout(timer)
  watcher.close()
  return code
}

function refused(error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException
  const isFull = code === 'ENOSPC' || code === 'EMFILE'
  const hint = 'raise the limits fs.inotify.max_user_watches and fs.inotify.max_user_instances'
  return new Failure('watch-failed', `not all folders can be watched: ${message}`, isFull ? { hint } : {})
}

/** Copies that a run itself wrote among the sources: they are no reason to run again, until somebody changes them. */
class OwnWrites {
  readonly #signatures = new Map<string, string>()

  note({ plans, written }: Outcome): void {
    if (!written) return
    for (const { dir, added, changed, removed } of plans.committed) {
      for (const below of [...added, ...changed, ...removed]) {
        const file = path.join(dir, below)
        this.#signatures.set(file, signatureOf(file))
      }
    }
  }

  has(file: string): boolean {
    if (path.basename(file).startsWith('.agent-cortex')) return true
    const signature = this.#signatures.get(file)
    return signature !== undefined && signature === signatureOf(file)
  }
}

function signatureOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  return stats === undefined ? 'none' : `${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}:${stats.ino}`
}
