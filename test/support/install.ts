import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import type { ClientId } from '../../src/clients/find.ts'
import { BIN, type Finished } from './cli.ts'
import { project } from './project.ts'
import { disk, put, scratch } from './trees.ts'

const { CLAUDE_BIN, COPILOT_BIN, NODE24, PI_SDK, COPILOT_CACHE_HOME } = process.env

/** Programs by the names under which clients are looked for; nothing where a client is not on this machine. */
const PROGRAMS: Record<ClientId, Record<string, string> | undefined> = {
  claude: CLAUDE_BIN === undefined ? undefined : { claude: CLAUDE_BIN },
  copilot: COPILOT_BIN === undefined ? undefined : { copilot: COPILOT_BIN },
  pi:
    NODE24 === undefined || PI_SDK === undefined
      ? undefined
      : { node: NODE24, pi: path.join(path.dirname(PI_SDK), 'bundle/cli.js') },
}

export function hasClient(id: ClientId): boolean {
  if (PROGRAMS[id] !== undefined) return true
  console.warn(`SKIPPED: no ${id} (CLAUDE_BIN, COPILOT_BIN, NODE24 and PI_SDK name the clients)`)
  return false
}

const WALL = ['unshare', '-n', '--', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', '_']
const wall = spawnSync('unshare', ['-n', 'true']).status === 0 ? WALL : []

const NOBODY = 65_534

/** A scratch home with a project beside it; what is on PATH there is said. */
export class Home {
  readonly dir = fs.realpathSync(scratch())
  readonly home = path.join(this.dir, 'home')
  readonly root: string
  readonly #bin = path.join(this.dir, 'bin')
  /** Only what runs a client needs to be kept from the network. */
  readonly #wall: readonly string[]
  readonly #more: Record<string, string>

  /** @param more further variables of the environment */
  constructor(
    clients: readonly ClientId[],
    sources: Record<string, string> = {},
    more: Record<string, string> = {},
  ) {
    this.root = fs.realpathSync(project(sources))
    this.#more = more
    this.#wall = clients.length === 0 ? [] : wall
    for (const dir of [this.home, this.#bin]) fs.mkdirSync(dir)
    for (const id of clients)
      for (const [name, file] of Object.entries(PROGRAMS[id] ?? {}))
        fs.symlinkSync(file, path.join(this.#bin, name))
  }

  /** Puts a script in the place of a client. */
  script(name: ClientId, text: string): void {
    fs.writeFileSync(path.join(this.#bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }

  get env(): Record<string, string> {
    return {
      PATH: this.#bin,
      HOME: this.home,
      COPILOT_CACHE_HOME: COPILOT_CACHE_HOME ?? path.join(os.tmpdir(), 'copilot-cache'),
      LANG: 'C.UTF-8',
      TERM: 'dumb',
      DO_NOT_TRACK: '1',
      DISABLE_TELEMETRY: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      PI_TELEMETRY: '0',
      PI_OFFLINE: '1',
      NO_COLOR: '1',
      ...this.#more,
    }
  }

  /** Runs our command in the project. */
  run(words: readonly string[], cwd = this.root): Finished {
    return this.#spawn([process.execPath, BIN, ...words], cwd)
  }

  /** Starts our command. @returns what it ends with */
  start(words: readonly string[]): {
    kill(): void
    ended: Promise<{ code: number | null; signal: string | null }>
  } {
    const [program = '', ...rest] = this.#command([process.execPath, BIN, ...words])
    const child = spawn(program, rest, { cwd: this.root, env: this.#outerEnv, stdio: 'ignore' })
    const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) =>
      child.once('exit', (code, signal) => resolve({ code, signal })),
    )
    return { kill: () => child.kill('SIGKILL'), ended }
  }

  #command(command: readonly string[]): string[] {
    return [...this.#wall, '/usr/bin/env', `PATH=${this.#bin}`, ...command]
  }

  /** The wall itself is looked for on the usual PATH. */
  get #outerEnv(): Record<string, string> {
    return { ...this.env, PATH: process.env['PATH'] ?? '' }
  }

  /** Runs our command as somebody without rights. @returns nothing where that cannot be done */
  runAsNobody(words: readonly string[]): Finished | undefined {
    for (const dir of [this.dir, this.root]) fs.chmodSync(dir, 0o755)
    const options = { cwd: this.root, env: this.env, encoding: 'utf8', uid: NOBODY, gid: NOBODY } as const
    if (spawnSync(process.execPath, [BIN, '--version'], options).status !== 0) return undefined
    const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...words], options)
    return { code: status, stdout, stderr }
  }

  /** Runs a client, in an empty directory. */
  client(id: ClientId, words: readonly string[]): Finished {
    const { node, [id]: program = id } = PROGRAMS[id] ?? {}
    const cwd = path.join(this.dir, 'empty')
    fs.mkdirSync(cwd, { recursive: true })
    return this.#spawn([...(node === undefined ? [] : [node]), program, ...words], cwd)
  }

  #spawn(command: readonly string[], cwd: string): Finished {
    const [program = '', ...rest] = this.#command(command)
    const { status, stdout, stderr } = spawnSync(program, rest, {
      cwd,
      encoding: 'utf8',
      env: this.#outerEnv,
      timeout: 60_000,
    })
    return { code: status, stdout, stderr }
  }

  /** A place below the home. */
  at(...parts: string[]): string {
    return path.join(this.home, ...parts)
  }

  read(...parts: string[]): string {
    return fs.readFileSync(this.at(...parts), 'utf8')
  }

  json(...parts: string[]): any {
    return JSON.parse(this.read(...parts))
  }

  put(files: Record<string, string>): void {
    put(this.home, files)
  }

  edit(files: Record<string, string>): void {
    put(this.root, files)
  }

  /** All below our own directory, versions and lists left out. */
  own(): string[] {
    const files = Object.keys(disk(this.at('.agent-cortex')))
    return files.filter((file) => !file.startsWith('.versions/'))
  }
}

/** Text of the demo's agent, as it is when its sources say so. */
export const AGENT = 'agents/plan/agent.md'

/** Holds a file's tests to leaving alone what lies outside their scratch homes. */
export function guardOutside(): void {
  let before: string[]
  beforeAll(() => void (before = outside()))
  afterAll(() => expect(outside()).toEqual(before))
}

/** What must stay as it is: all that the real clients keep in the user's home, and this checkout. */
function outside(): string[] {
  const real = os.homedir()
  const checkout = path.resolve(import.meta.dirname, '../..')
  const places = ['.agent-cortex', '.claude', '.claude.json', '.copilot', '.pi'].map((file) =>
    path.join(real, file),
  )
  const sources = ['agents', 'agents-native', 'skills', 'plugin.json', 'token-map.json']
  return [...places, ...sources.map((file) => path.join(checkout, file))].flatMap(stamps)
}

/** Names, sizes and clocks; contents are nobody's business. */
function stamps(place: string): string[] {
  const stats = fs.lstatSync(place, { throwIfNoEntry: false })
  if (stats === undefined) return [`${place} absent`]
  const below = stats.isDirectory()
    ? fs.readdirSync(place).flatMap((name) => stamps(path.join(place, name)))
    : []
  return [`${place} ${stats.size} ${stats.mtimeMs}`, ...below]
}
