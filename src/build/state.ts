import { hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Diagnostic, Severity } from '../diagnostics/index.ts'
import { MANIFEST } from '../tree/paths.ts'
import { isWhole } from '../tree/whole.ts'
import { isAsSeen, type Seen } from '../workspace/sightings.ts'
import type { Flags } from './flags.ts'
import type { Row } from './summary.ts'
import { treesIn } from './trees-in.ts'

/**
 * What the last build looked at and came to. It lies beside the trees and is worth nothing to anybody else; when it
 * is missing or does not fit, the project is built as if there had never been one.
 */
export interface State {
  rows: Row[]
  /** What Agent Harness directories cost. */
  costs?: readonly string[]
  /** The mildest severity of which all diagnostics are here. */
  least: Severity
  diagnostics: Diagnostic[]
}

interface StateFile extends State {
  key: string
  /** Paths relative to the root. */
  seen: Seen
  /** Directory of a tree → SHA-256 of its list of files. */
  lists: [string, string][]
  /** Names of all trees beside them; one more may be for a build to empty. */
  trees: string[]
}

/** As many are shown with their lines; making and reading those of thousands more would take its time. */
const FRAMES = 50
const FILE = '.agent-cortex.state.json'

/** Keeps what a good build came to. Without it the next build is only slower, so failing is no error. */
export function saveState(root: string, flags: Flags, seen: Seen, state: State): void {
  const out = outOf(root, flags)
  const temporary = path.join(out, `${FILE}.${process.pid}`)
  try {
    const text = JSON.stringify(stateFile(root, flags, seen, state))
    fs.writeFileSync(temporary, `${digest(text)}\n${text}`, { flag: 'wx' })
    fs.renameSync(temporary, path.join(out, FILE))
  } catch {
    for (const file of [temporary, path.join(out, FILE)]) remove(file)
  }
}

function stateFile(root: string, flags: Flags, seen: Seen, state: State): StateFile {
  const base = fs.realpathSync(root) + path.sep
  const outside = seen.paths.find((at) => !at.startsWith(base) && at + path.sep !== base)
  if (outside !== undefined) throw new Error(`${outside} is no path of the project`)
  return {
    ...state,
    key: keyOf(root, flags),
    diagnostics: state.diagnostics.map((diagnostic, at) =>
      at < FRAMES ? diagnostic : frameless(diagnostic),
    ),
    seen: { paths: seen.paths.map((at) => at.slice(base.length)), signatures: seen.signatures },
    lists: state.rows.map(({ label }) => [
      label,
      digest(fs.readFileSync(path.resolve(root, label, MANIFEST))),
    ]),
    trees: treesIn(outOf(root, flags)),
  }
}

function remove(file: string): void {
  try {
    fs.rmSync(file, { force: true })
  } catch {
    // A directory, or one that nothing can be removed from: what stands there is not believed anyway.
  }
}

/** What a build would come to, if nothing has changed since the last: no source, no option, no file of a tree. */
export function unchangedState(root: string, flags: Flags): State | undefined {
  try {
    const state = readState(outOf(root, flags))
    if (state === undefined || state.key !== keyOf(root, flags)) return undefined
    if (treesIn(outOf(root, flags)).join('/') !== state.trees.join('/')) return undefined
    const { paths, signatures } = state.seen
    if (!paths.every((at, index) => isAsSeen(path.join(root, at), signatures[index]!))) return undefined
    for (const [label, list] of state.lists) if (!isWhole(path.resolve(root, label), list)) return undefined
    return state
  } catch {
    // Whatever is odd here is for the build to find.
    return undefined
  }
}

/** A state is one that was written whole, by this program, and not edited since. */
function readState(out: string): StateFile | undefined {
  const file = path.join(out, FILE)
  if (fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined
  const text = fs.readFileSync(file, 'utf8')
  const newline = text.indexOf('\n')
  const body = text.slice(newline + 1)
  return newline !== -1 && digest(body) === text.slice(0, newline)
    ? (JSON.parse(body) as StateFile)
    : undefined
}

/** Without looking at the frame, which would be made for that. */
function frameless(diagnostic: Diagnostic): Diagnostic {
  const keys = Object.keys(diagnostic).filter((key) => key !== 'frame') as (keyof Diagnostic)[]
  return Object.fromEntries(keys.map((key) => [key, diagnostic[key]])) as unknown as Diagnostic
}

function outOf(root: string, { out = 'dist' }: Flags): string {
  return path.resolve(root, out)
}

/** Changes with the project, the flags that matter to what is built, and this program. */
function keyOf(root: string, { harness, out, strict, pluginRoot }: Flags): string {
  const { mtimeMs, size } = fs.statSync(fileURLToPath(import.meta.url))
  return JSON.stringify([
    fs.realpathSync(root),
    mtimeMs,
    size,
    process.version,
    harness,
    out,
    strict,
    pluginRoot,
  ])
}

function digest(bytes: Uint8Array | string): string {
  return hash('sha256', bytes)
}
