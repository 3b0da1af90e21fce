import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { checkout } from './checkout.ts'
import { scratch as clientBox, type Scratch } from './client.ts'
import { clientPrograms, ready } from './client-programs.ts'
import { type Registry, registry } from './npm-registry.ts'
import { bash, type Ran } from './shell-run.ts'
import { put, scratch } from './trees.ts'

/** This package as npm gets it, a registry that has it, and a project that may install it. */
export interface Published {
  tarball: string
  package: { version: string; pi: Record<string, string[]> }
  /** A directory with a package.json and nothing else at first. */
  project: string
  /** The home of whoever works there. The clients are on its PATH, where there are any. */
  box: Scratch
  /** Runs a script in bash. @param cwd default: the project */
  run(script: string, cwd?: string): Promise<Ran>
  remove(): void
}

/** Packs a clone of this repository. @throws Error when npm does not pack it */
export async function publish(): Promise<Published> {
  const clone = checkout()
  // As if somebody had built here before: this must not be shipped.
  put(clone, { 'lib/gone/left-over.d.ts': 'export {}\n', 'dist/.agent-cortex.state.json': '{}\n' })
  const box = clientBox()
  const env = environment(box)
  const out = scratch()
  const packed = await bash(`npm pack --pack-destination '${out}'`, clone, env)
  if (packed.code !== 0) throw new Error(`npm pack failed: ${packed.stdout}${packed.stderr}`)
  const text = fs.readFileSync(path.join(clone, 'package.json'), 'utf8')
  const json = JSON.parse(text) as Published['package']
  const tarball = path.join(out, `agent-cortex-${json.version}.tgz`)
  const npm: Registry = await registry(clone, tarball)
  env['npm_config_registry'] = npm.url
  const project = fs.realpathSync(scratch())
  put(project, {
    'package.json': '{ "name": "demo", "version": "1.0.0", "description": "A demo", "author": "Me" }\n',
  })
  const run = (script: string, cwd = project): Promise<Ran> => bash(script, cwd, env)
  const remove = (): void => {
    npm.close()
    box.remove()
  }
  return { tarball, package: json, project, box, run, remove }
}

function environment(box: Scratch): NodeJS.ProcessEnv {
  const programs = path.join(box.root, 'programs')
  if (ready) clientPrograms(programs)
  return {
    ...box.env,
    PATH: [programs, path.dirname(process.execPath), process.env['PATH']].join(path.delimiter),
    npm_config_cache: path.join(box.root, 'npm-cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  }
}

/** Paths in a tarball of npm, each with its mode as `ls -l` shows it. */
export function listing(tarball: string): Map<string, string> {
  const lines = execFileSync('tar', ['-tvzf', tarball], { encoding: 'utf8' }).trim().split('\n')
  return new Map(lines.map((line) => [line.split(' package/')[1]!, line.slice(0, 10)]))
}
