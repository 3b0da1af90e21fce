import { headline, report } from './report.ts'
import type { Worker } from './worker.ts'

/**
 * Waits until one of some workers ends whose output no wait has handed out yet; not at all where none is running.
 * @param milliseconds the longest
 */
export async function waitForAny(
  workers: readonly Worker[],
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<string> {
  const isDue = workers.some(isNew) || workers.every(({ status }) => status !== 'running')
  let cut: 'time' | 'abort' | undefined
  if (!isDue) cut = await race(workers, milliseconds, signal)
  const fresh = workers.filter(isNew)
  const running = workers.filter(({ status }) => status === 'running')
  const old = workers.filter((worker) => worker.status !== 'running' && !fresh.includes(worker))
  for (const worker of fresh) worker.reported = true
  return [
    ...(cut === 'abort' ? ['the wait was broken off; the agents go on'] : []),
    ...(cut === 'time' && fresh.length === 0 ? ['the time is up and none of them has ended'] : []),
    ...fresh.map(report),
    ...old.map(
      (worker) => `${headline(worker)}; its output was handed out before: read_agent shows it again`,
    ),
    ...running.map(headline),
  ].join('\n\n')
}

function isNew({ status, reported }: Worker): boolean {
  return status !== 'running' && !reported
}

async function race(
  workers: readonly Worker[],
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<'time' | 'abort' | undefined> {
  const over = new AbortController()
  const ended = workers.filter(({ status }) => status === 'running').map(({ done }) => done)
  const cut = new Promise<'time' | 'abort'>((resolve) => {
    const timer = setTimeout(() => resolve('time'), milliseconds)
    over.signal.addEventListener('abort', () => clearTimeout(timer))
    if (signal?.aborted === true) resolve('abort')
    signal?.addEventListener('abort', () => resolve('abort'), { signal: over.signal })
  })
  try {
    return (await Promise.race([cut, ...ended])) ?? undefined
  } finally {
    over.abort()
  }
}
