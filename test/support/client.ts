import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A scratch directory with a home of its own, in which the real clients run. */
export interface Scratch {
  root: string
  env: NodeJS.ProcessEnv
  /** Writes a tree; objects as JSON. @returns its directory */
  tree(name: string, files: Readonly<Record<string, unknown>>): string
  /** The command line that runs a command without a network, where the machine allows that. */
  walled(command: readonly string[]): string[]
  /** Runs a command so. */
  run(command: readonly string[]): Promise<{ code: number; out: string; err: string }>
  remove(): void
}

const WITHOUT_NETWORK = ['unshare', '-n', '--', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', '_']
const wall = spawnSync('unshare', ['-n', 'true']).status === 0 ? WITHOUT_NETWORK : []

const walled = (command: readonly string[]): string[] => [...wall, ...command]

export function scratch(): Scratch {
  const root = mkdtempSync(join(tmpdir(), 'clients-'))
  for (const name of ['home', 'cwd']) mkdirSync(join(root, name))
  const env = environment(root)
  return {
    root,
    env,
    tree(name, files) {
      for (const [path, content] of Object.entries(files)) {
        const file = join(root, name, path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      }
      return join(root, name)
    },
    walled,
    run(command) {
      const [program, ...rest] = walled(command)
      return new Promise((resolve) => {
        const options = { cwd: join(root, 'cwd'), env, timeout: 50_000, maxBuffer: 64e6 }
        execFile(program!, rest, options, (error, out, err) => {
          resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, out, err })
        })
      })
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

function environment(root: string): NodeJS.ProcessEnv {
  const { PATH, COPILOT_CACHE_HOME } = process.env
  return {
    PATH,
    HOME: join(root, 'home'),
    COPILOT_HOME: join(root, 'home/.copilot'),
    // It unpacks itself there at its first start.
    COPILOT_CACHE_HOME: COPILOT_CACHE_HOME ?? join(tmpdir(), 'copilot-cache'),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    CI: '1',
    NO_COLOR: '1',
    DO_NOT_TRACK: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    COPILOT_AUTO_UPDATE: 'false',
    PI_OFFLINE: '1',
    PI_TELEMETRY: '0',
  }
}
