import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import type { Report } from '../../src/diagnostics/index.ts'
import { apply, plan, type PlanOptions, type Tree } from '../../src/tree/index.ts'

type Content = string | Uint8Array

/** A file by its content; executable ones are marked by {@link script}. */
export type Files = Record<string, Content | { content: Content; executable: boolean }>

export function script(content: Content): { content: Content; executable: boolean } {
  return { content, executable: true }
}

export function tree(files: Files, harness = 'claude'): Tree {
  const entries = Object.entries(files).map(([path, file]) => {
    const { content, executable } =
      typeof file === 'string' || file instanceof Uint8Array ? { content: file, executable: false } : file
    return [path, { path, content, executable, from: 'agents' }] as const
  })
  return { harness, files: new Map(entries) }
}

const made: string[] = []

/** Where thousands of small files cost least. */
export const MEMORY = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()

/** A new directory, removed when the test file is done. */
export function scratch(base: string = os.tmpdir()): string {
  const dir = fs.mkdtempSync(path.join(base, 'agent-cortex-'))
  made.push(dir)
  return dir
}

afterAll(() => {
  for (const dir of made) fs.rmSync(dir, { recursive: true, force: true })
}, 60_000)

/** Writes files, `/`-separated, below a directory. */
export function put(dir: string, files: Record<string, Content>): void {
  for (const [file, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true })
    fs.writeFileSync(path.join(dir, file), content)
  }
}

/** All that stands below a directory but the writer's list and the state beside the trees: text of files, `-> target` of links, `/` for empty directories. Nothing when it is not there. */
export function disk(dir: string): Record<string, string> {
  const found: Record<string, string> = {}
  const walk = (folder: string): void => {
    const entries = fs.readdirSync(path.join(dir, folder), { withFileTypes: true })
    if (entries.length === 0 && folder !== '') found[folder] = ''
    for (const entry of entries) {
      const file = folder + entry.name
      if (file === '.agent-cortex.json' || entry.name === '.agent-cortex.state.json') continue
      if (entry.isDirectory()) walk(`${file}/`)
      else if (entry.isSymbolicLink()) found[file] = `-> ${fs.readlinkSync(path.join(dir, file))}`
      else found[file] = fs.readFileSync(path.join(dir, file), 'utf8')
    }
  }
  if (fs.existsSync(dir)) walk('')
  return found
}

/** What the clocks of all files below a directory say, in nanoseconds. */
export function clocks(dir: string): Map<string, bigint> {
  const files = Object.keys(disk(dir)).filter((file) => !file.endsWith('/'))
  return new Map(files.map((file) => [file, fs.lstatSync(path.join(dir, file), { bigint: true }).mtimeNs]))
}

/** Plans and applies at once. */
export function write(
  wanted: Tree,
  dir: string,
  options: PlanOptions = {},
): { ok: boolean; reports: Report[]; backups: readonly (readonly [string, string])[] } {
  const reports: Report[] = []
  const result = apply(plan(wanted, dir, { label: 'out', ...options }), {
    report: (report) => reports.push(report),
  })
  return { ...result, reports }
}

export function mode(file: string): number {
  return fs.statSync(file).mode & 0o777
}

/** The text of the writer's list in a directory; empty when there is none. */
export function list(dir: string): string {
  const file = path.join(dir, '.agent-cortex.json')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}
