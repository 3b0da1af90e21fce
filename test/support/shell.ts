import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const SKILLS = resolve(import.meta.dirname, '../../skills')

export interface Ran {
  status: number | null
  stdout: string
  stderr: string
}

/** A git repository with one commit, in which the scripts of this project's skills are run. */
export class Repository {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'skill-script-')))
  env: NodeJS.ProcessEnv

  constructor() {
    const { BEADS_DIR: _beads, GIT_DIR: _git, ...rest } = process.env
    const person = {
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    }
    this.env = { ...rest, ...person, GIT_CONFIG_GLOBAL: '/dev/null', PATH: '/usr/local/bin:/usr/bin:/bin' }
    this.git('init', '--quiet', '--initial-branch=main')
    this.git('commit', '--quiet', '--allow-empty', '--message', 'start')
  }

  /** @param script below `skills/` */
  sh(script: string, args: string[], cwd = '', input = ''): Ran {
    const { status, stdout, stderr } = spawnSync('sh', [join(SKILLS, script), ...args], {
      cwd: join(this.root, cwd),
      env: this.env,
      input,
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  /** Starts a script without waiting; resolves to its exit code. */
  start(script: string, args: string[]): Promise<number | null> {
    return new Promise((resolve) => {
      const child = spawn('sh', [join(SKILLS, script), ...args], {
        cwd: this.root,
        env: this.env,
        stdio: 'ignore',
      })
      child.on('close', resolve)
    })
  }

  /** @returns what git printed, without the last newline */
  git(...args: string[]): string {
    const options = { env: this.env, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync('git', ['-C', this.root, ...args], options)
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout.trimEnd()
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.root, file)), { recursive: true })
    writeFileSync(join(this.root, file), text)
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8')
  }

  commit(file: string, directory = '.'): void {
    this.write(join(directory, file), file)
    this.git('-C', directory, 'add', '.')
    this.git('-C', directory, 'commit', '--quiet', '--message', file)
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}
