import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Finished } from './cli.ts'
import { put } from './trees.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')
const VITE = path.join(REPOSITORY, 'node_modules/vite/bin/vite.js')
const PLUGIN = path.join(REPOSITORY, 'lib/plugin/index.js')

/** Writes a Vite configuration with the plugin. @param more further keys of the configuration, as source text */
export function configure(root: string, options: object = {}, more = ''): string {
  put(root, {
    'vite.config.mjs': `\
import { agentCortex } from ${JSON.stringify(PLUGIN)}

export default { plugins: [agentCortex(${JSON.stringify(options)})], ${more} }
`,
  })
  return root
}

/** Nothing that Vite prints is coloured or hidden because of who runs the tests. */
function environment(): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _force, DEBUG: _debug, NODE_ENV: _node, VITEST: _vitest, ...rest } = process.env
  return { ...rest, NO_COLOR: '1' }
}

/** Runs `vite build` in a directory, until it ends. */
export function viteBuild(root: string, words: readonly string[] = []): Finished {
  const { status, stdout, stderr } = spawnSync(process.execPath, [VITE, 'build', ...words], {
    cwd: root,
    encoding: 'utf8',
    env: environment(),
  })
  return { code: status, stdout, stderr }
}

/** `vite build --watch` in a directory; it is ended with the test. */
export class ViteWatch {
  /** Both streams, as they come. */
  text = ''
  readonly child: ChildProcess
  readonly #ended: Promise<number | NodeJS.Signals | null>

  constructor(root: string) {
    this.child = spawn(process.execPath, [VITE, 'build', '--watch'], { cwd: root, env: environment() })
    for (const stream of [this.child.stdout!, this.child.stderr!])
      stream.on('data', (data) => (this.text += String(data)))
    this.#ended = new Promise((resolve) =>
      this.child.once('close', (code, signal) => resolve(signal ?? code)),
    )
    onTestFinished(() => void this.child.kill('SIGKILL'))
  }

  /** Builds that are over, well or not. */
  get builds(): number {
    return this.text.match(/^(?:built in \d+ms\.|Build failed with)/gm)?.length ?? 0
  }

  get runs(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null
  }

  /** @returns the exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    this.child.kill(signal)
    return this.#ended
  }
}
