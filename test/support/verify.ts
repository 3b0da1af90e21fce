import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { BIN, type Finished } from './cli.ts'
import { CLIENTS, type Client } from './clients.ts'
import { scratch } from './trees.ts'

/** The object that `verify --format json` prints. */
export interface Verification {
  ok: boolean
  diagnostics: {
    code: string
    severity: string
    message: string
    file?: string
    hint?: string
    harnesses: string[]
  }[]
  clients: Record<
    string,
    {
      client: string
      version: string
      dir: string
      agents: {
        name: string
        file: string
        tools: string[] | 'all'
        lost: { tool: string }[]
        told: { tool: string }[]
      }[]
      skills: string[]
      hooks: string[] | null
    }
  >
}

/** Where the machine allows it, with no network but the loopback. */
const WALL = ['unshare', '-n', '--', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', '_']
const wall = spawnSync('unshare', ['-n', 'true']).status === 0 ? WALL : []

/** A user of their own: a home, a place for temporary files, and the three clients on PATH. */
export class User {
  readonly home = scratch()
  readonly tmp = scratch()
  readonly #bin = scratch()

  constructor() {
    for (const [id, file] of Object.entries(CLIENTS)) fs.symlinkSync(file, path.join(this.#bin, id))
  }

  get env(): NodeJS.ProcessEnv {
    const { PATH, COPILOT_CACHE_HOME } = process.env
    return {
      PATH: `${this.#bin}${path.delimiter}${PATH}`,
      HOME: this.home,
      TMPDIR: this.tmp,
      NO_COLOR: '1',
      CI: '1',
      DISABLE_AUTOUPDATER: '1',
      COPILOT_AUTO_UPDATE: 'false',
      PI_OFFLINE: '1',
      ...(COPILOT_CACHE_HOME === undefined ? {} : { COPILOT_CACHE_HOME }),
    }
  }

  run(cwd: string, words: readonly string[]): Finished {
    const [program = '', ...rest] = [...wall, process.execPath, BIN, ...words]
    const { status, stdout, stderr } = spawnSync(program, rest, { cwd, env: this.env, encoding: 'utf8' })
    return { code: status, stdout, stderr }
  }

  /** Verifies, and leaves nothing behind. */
  verify(cwd: string, words: readonly (string | Client)[] = []): Finished & { json: Verification } {
    const finished = this.run(cwd, ['verify', '--format', 'json', ...words])
    const left = fs.readdirSync(this.tmp).filter((name) => name !== 'node-compile-cache')
    if (left.length > 0) throw new Error(`left behind: ${left.join(', ')}`)
    if (finished.stdout === '') throw new Error(finished.stderr)
    return { ...finished, json: JSON.parse(finished.stdout) as Verification }
  }
}
