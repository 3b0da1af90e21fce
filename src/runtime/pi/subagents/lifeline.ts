import net from 'node:net'

const VARIABLE = 'AGENT_CORTEX_LIFELINE'
const DESCRIPTOR = 3
/** Milliseconds for an orderly end. */
const GRACE = 3000

/** What a worker is started with, beside a pipe as its fourth stream. */
export function lifelineVariable(): NodeJS.ProcessEnv {
  return { [VARIABLE]: String(DESCRIPTOR) }
}

/**
 * In a worker: ends it when its parent is gone, however that went. The parent holds the other end of a pipe, which
 * the system closes with the process, at `kill -9` too.
 */
export function watchLifeline(): void {
  const isWorker = process.env[VARIABLE] === String(DESCRIPTOR)
  // What this process starts has no such pipe.
  delete process.env[VARIABLE]
  if (!isWorker) return
  const pipe = new net.Socket({ fd: DESCRIPTOR, readable: true, writable: false })
  pipe.once('close', end)
  pipe.on('error', () => pipe.destroy())
  pipe.resume()
  pipe.unref()
}

function end(): void {
  // pi ends in order, and ends the commands that it runs.
  process.kill(process.pid, 'SIGTERM')
  setTimeout(
    () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'),
    GRACE,
  ).unref()
}
