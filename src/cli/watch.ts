import type { Project } from '../build/build.ts'
import { terminal } from '../build/terminal.ts'
import { interrupted } from './interrupted.ts'
import { Failure, printProblem } from './problem.ts'
import { Watcher } from './watcher.ts'

/** Editors and `git checkout` make many changes at once; a run starts when they have paused. */
const PAUSE_MS = 50

/** One run, and what it read: {@link Watched.inputs} is asked for after it. */
export interface Watched {
  run(): void
  inputs(): string[]
}

/** Runs at once, and again whenever a source changes, until the user ends it. @returns the exit code */
export async function watchProject({ flags }: Project, { run, inputs }: Watched): Promise<number> {
  const ended = interrupted()
  const words = [...(flags.verbose === true ? ['--verbose'] : []), `--format=${flags.format ?? 'pretty'}`]
  const tell = (error: unknown): void => printProblem(error, words, terminal())
  let timer: NodeJS.Timeout | undefined
  const schedule = (): void => {
    clearTimeout(timer)
    timer = setTimeout(once, PAUSE_MS)
  }
  const watcher = new Watcher(schedule, (error) => tell(refused(error)))
  const once = (): void => {
    try {
      run()
      // What changed before it was watched is seen by one more run.
      if (watcher.watch(inputs())) schedule()
    } catch (error) {
      tell(error)
    }
  }
  once()
  if (process.stderr.isTTY) terminal().error('watching; Ctrl-C ends it\n')
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
