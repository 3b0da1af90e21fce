import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Scratch } from './client.ts'

const LENGTH_RE = /Content-Length: (\d+)/i
const SEPARATOR = '\r\n\r\n'

/** Asks a headless Copilot CLI, one method after the other, and returns the results. */
export function discover(
  box: Scratch,
  binary: string,
  methods: readonly string[],
): Promise<Record<string, unknown>[]> {
  const flags = ['--headless', '--stdio', '--no-auto-update', '--no-auto-login', '--log-level', 'none']
  const [program, ...rest] = box.walled([binary, ...flags])
  const server = spawn(program!, rest, {
    cwd: join(box.root, 'cwd'),
    env: box.env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const calls = ['connect', ...methods]
  const results: Record<string, unknown>[] = []
  const send = (id: number): void => {
    const params = id === 0 ? {} : { projectPaths: [] }
    const text = JSON.stringify({ jsonrpc: '2.0', id, method: calls[id], params })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}${SEPARATOR}${text}`)
  }
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => finish(() => reject(new Error('copilot does not answer'))), 40_000)
    const finish = (settle: () => void): void => {
      clearTimeout(timer)
      server.kill()
      settle()
    }
    let buffer = Buffer.alloc(0)
    server.stdout.on('data', (data: Buffer) => {
      buffer = Buffer.concat([buffer, data])
      for (let message = take(); message !== undefined; message = take()) {
        if (message.id !== results.length || message.method !== undefined) continue
        results.push(message.result ?? {})
        if (results.length === calls.length) return finish(() => resolve(results.slice(1)))
        send(results.length)
      }
    })
    send(0)

    function take(): Message | undefined {
      const head = buffer.indexOf(SEPARATOR)
      if (head === -1) return undefined
      const start = head + SEPARATOR.length
      const end = start + Number(LENGTH_RE.exec(buffer.subarray(0, head).toString())?.[1])
      if (buffer.length < end) return undefined
      const message = JSON.parse(buffer.subarray(start, end).toString()) as Message
      buffer = buffer.subarray(end)
      return message
    }
  })
}

interface Message {
  id?: number
  method?: string
  result?: Record<string, unknown>
}
