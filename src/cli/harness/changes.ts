import fs from 'node:fs'
import path from 'node:path'
import type { Change } from '../../agent-harness/index.ts'
import type { Report } from '../../diagnostics/index.ts'
import { visible } from '../../diagnostics/visible.ts'
import { reason } from '../../workspace/reason.ts'

/** What was changed on disk, and what could not be. */
export interface Applied {
  changes: Change[]
  reports: Report[]
}

/**
 * Makes changes below a directory. A file that is new is not written over another, a text only over the text that it
 * was made from, and nothing through a link that leads out of the directory.
 */
export function applyChanges(directory: string, changes: readonly Change[]): Applied {
  const applied: Applied = { changes: [], reports: [] }
  for (const change of changes) {
    const at = path.join(directory, change.path)
    try {
      const problem = isBelow(directory, at)
        ? change.kind === 'write'
          ? write(at, change)
          : rename(at, path.join(directory, change.to))
        : 'a link on the way leads out of the harness'
      if (problem === undefined) applied.changes.push(change)
      else applied.reports.push(refusal(change, problem))
    } catch (error) {
      applied.reports.push(refusal(change, reason(error)))
    }
  }
  return applied
}

function refusal({ path: file }: Change, problem: string): Report {
  return { code: 'output-failed', message: `this was left as it is: ${problem}`, at: { file } }
}

/** Whether the directory of a file, links followed, is another or lies in it. It may still have to be made. */
function isBelow(directory: string, at: string): boolean {
  const [base, parent] = [realOf(directory), realOf(path.dirname(at))]
  if (base === undefined || parent === undefined) return false
  const relative = path.relative(base, parent)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/** Where a path leads, or will lead as soon as it is made; nothing where a link on the way leads nowhere. */
function realOf(at: string): string | undefined {
  const stats = fs.lstatSync(at, { throwIfNoEntry: false })
  if (stats === undefined) {
    const parent = realOf(path.dirname(at))
    return parent === undefined ? undefined : path.join(parent, path.basename(at))
  }
  try {
    return fs.realpathSync(at)
  } catch (error) {
    if (stats.isSymbolicLink()) return undefined
    throw error
  }
}

function write(at: string, { before, text }: Change & { kind: 'write' }): string | undefined {
  const stats = fs.lstatSync(at, { throwIfNoEntry: false })
  if (before === undefined) {
    if (stats !== undefined) return 'something stands there already'
    fs.mkdirSync(path.dirname(at), { recursive: true })
    fs.writeFileSync(at, text, { flag: 'wx' })
    return undefined
  }
  if (stats?.isFile() !== true) return 'it is no regular file'
  if (fs.readFileSync(at, 'utf8') !== before) return 'it was changed meanwhile'
  const temporary = `${at}.${process.pid}.tmp`
  try {
    fs.writeFileSync(temporary, text, { flag: 'wx', mode: stats.mode & 0o777 })
    fs.chmodSync(temporary, stats.mode & 0o777)
    fs.renameSync(temporary, at)
  } finally {
    fs.rmSync(temporary, { force: true })
  }
  return undefined
}

function rename(from: string, to: string): string | undefined {
  const [source, target] = [from, to].map((at) => fs.lstatSync(at, { throwIfNoEntry: false }))
  if (source === undefined) return 'it is gone'
  // On some disks a name that differs in case only is the same file.
  if (target !== undefined && target.ino !== source.ino) return `${path.basename(to)} stands there already`
  fs.renameSync(from, to)
  return undefined
}

/** `rename tools/db/DB.md to tools/db/TOOLS.md (a routing file …)` */
export function describeChange(change: Change): string {
  const why = change.why.length === 0 ? '' : ` (${change.why.join(', ')})`
  if (change.kind === 'rename') return visible(`rename ${change.path} to ${change.to}${why}`)
  return visible(`${change.before === undefined ? 'create' : 'change'} ${change.path}${why}`)
}
