import { hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic, Severity } from '../diagnostics/index.ts'
import { isAsSeen } from '../workspace/sightings.ts'
import type { Flags } from './flags.ts'
import type { Row } from './summary.ts'

/**
 * What the last build looked at and came to. It lies beside the trees and is worth nothing to anybody else; when it
 * is missing or does not fit, the project is built as if there had never been one.
 */
export interface State {
  rows: Row[]
  /** The mildest severity of which all diagnostics are here. */
  least: Severity
  diagnostics: Diagnostic[]
}

interface StateFile extends State {
  version: typeof VERSION
  key: string
  /** Path, relative to the root, and signature. */
  seen: [string, string][]
  /** Directory of a tree → SHA-256 of its list of files. */
  lists: [string, string][]
}

const VERSION = 1
/** As many are shown with their lines; making and reading those of thousands more would take its time. */
const FRAMES = 50
const FILE = '.agent-cortex.state.json'
const LIST = '.agent-cortex.json'
const JOURNAL = '.agent-cortex.journal'

/** Keeps what a good build came to. Without it the next build is only slower, so failing is no error. */
export function saveState(root: string, flags: Flags, seen: ReadonlyMap<string, string>, state: State): void {
  const out = outOf(root, flags)
  const base = root + path.sep
  try {
    const file: StateFile = {
      ...state,
      version: VERSION,
      key: keyOf(flags),
      diagnostics: state.diagnostics.map((diagnostic, at) =>
        at < FRAMES ? diagnostic : frameless(diagnostic),
      ),
      seen: [...seen].map(([at, signature]) => [at.startsWith(base) ? at.slice(base.length) : at, signature]),
      lists: state.rows.map(({ label }) => [label, digest(fs.readFileSync(path.resolve(root, label, LIST)))]),
    }
    const temporary = path.join(out, `${FILE}.${process.pid}`)
    fs.writeFileSync(temporary, JSON.stringify(file))
    fs.renameSync(temporary, path.join(out, FILE))
  } catch {
    fs.rmSync(path.join(out, FILE), { force: true })
  }
}

/** What a build would come to, if nothing has changed since the last: no source, no option, no file of a tree. */
export function unchangedState(root: string, flags: Flags): State | undefined {
  const state = readState(root, flags)
  if (state === undefined || state.key !== keyOf(flags)) return undefined
  for (const [at, signature] of state.seen) if (!isAsSeen(path.resolve(root, at), signature)) return undefined
  for (const [label, list] of state.lists) if (!isWhole(path.resolve(root, label), list)) return undefined
  return state
}

function readState(root: string, flags: Flags): StateFile | undefined {
  try {
    const state = JSON.parse(fs.readFileSync(path.join(outOf(root, flags), FILE), 'utf8')) as StateFile
    return state.version === VERSION ? state : undefined
  } catch {
    return undefined
  }
}

/** Whether a tree holds exactly what its list says, and the list is the one that was written. */
function isWhole(dir: string, list: string): boolean {
  try {
    const text = fs.readFileSync(path.join(dir, LIST))
    if (digest(text) !== list || fs.existsSync(path.join(dir, JOURNAL))) return false
    const { files } = JSON.parse(text.toString('utf8')) as {
      files: Record<string, { sha256: string; mode: string }>
    }
    return Object.entries(files).every(([file, wanted]) => {
      const at = `${dir}/${file}`
      const stats = fs.lstatSync(at)
      const executable = (stats.mode & 0o100) !== 0 || process.platform === 'win32'
      return (
        stats.isFile() &&
        executable === (wanted.mode === '0755' || process.platform === 'win32') &&
        digest(fs.readFileSync(at)) === wanted.sha256
      )
    })
  } catch {
    return false
  }
}

/** Without looking at the frame, which would be made for that. */
function frameless(diagnostic: Diagnostic): Diagnostic {
  const keys = Object.keys(diagnostic).filter((key) => key !== 'frame') as (keyof Diagnostic)[]
  return Object.fromEntries(keys.map((key) => [key, diagnostic[key]])) as unknown as Diagnostic
}

function outOf(root: string, { out = 'dist' }: Flags): string {
  return path.resolve(root, out)
}

/** Changes with the flags that matter to what is built, and with this program. */
function keyOf({ harness, out, strict, pluginRoot }: Flags): string {
  const { mtimeMs, size } = fs.statSync(fileURLToPath(import.meta.url))
  return JSON.stringify([mtimeMs, size, process.version, harness, out, strict, pluginRoot])
}

function digest(bytes: Uint8Array): string {
  return hash('sha256', bytes)
}
