import { type Dirent, readdirSync, readFileSync } from 'node:fs'
import { order } from '../diagnostics/index.ts'
import { lstat, sameMode } from './disk.ts'
import { isSystemError, reasonOf } from './failure.ts'
import { isReserved, labelled, parentsOf } from './paths.ts'
import type { Plan } from './plan.ts'
import { unified, type Version } from './unified.ts'

/** One point in which the disk is not what would be built. */
export interface Difference {
  /** Relative to the plan's directory. */
  readonly path: string
  /**
   * `added`: missing on disk; `changed`: other bytes or mode; `removed`: ours, and no longer made; `foreign`: not ours,
   * and in the way; `owned`: another plugin's, and in the way; `extra`: in the tree's own directory, made by nobody.
   */
  readonly kind: 'added' | 'changed' | 'removed' | 'foreign' | 'owned' | 'extra'
}

/**
 * All differences between a directory and its tree, by path. Where a marker tells what is ours, another file at a path
 * of the tree is `changed`. A plan with problems has none: nothing could be compared.
 */
export function differences(plan: Plan): Difference[] {
  if (plan.problems.length > 0) return []
  const kinds = new Map<string, Difference['kind']>()
  const add = (kind: Difference['kind'], paths: readonly string[]): void => {
    for (const path of paths) kinds.set(path, kind)
  }
  add('extra', extras(plan))
  add('added', plan.added)
  add('changed', plan.changed)
  add('removed', plan.removed)
  add(
    'owned',
    plan.owned.map(({ path }) => path),
  )
  for (const path of plan.foreign) kinds.set(path, isCopy(plan, path) ? 'changed' : 'foreign')
  return [...kinds].map(([path, kind]) => ({ path, kind })).toSorted((a, b) => order(a.path, b.path))
}

function isCopy({ options, details }: Plan, path: string): boolean {
  return options.ownership?.kind === 'marker' && details.obstacles.get(path) === 'file'
}

/** A file that was moved aside when its place was taken. */
const BACKUP_RE = /\.orig(?:\.\d+)?$/

/** Files in a directory of the tree's own that no build makes; what was moved aside there does not count. */
function extras(plan: Plan): string[] {
  if ((plan.options.ownership?.kind ?? 'manifest') !== 'manifest' || lstat(plan.dir) === undefined) return []
  const { files } = plan.tree
  const known = new Set([...plan.removed, ...plan.foreign])
  const found: string[] = []
  const folders = parentsOf(files.keys())
  const walk = (folder: string): void => {
    for (const entry of entriesOf(`${plan.dir}/${folder}`)) {
      const path = folder + entry.name
      if (known.has(path) || files.has(path) || isReserved(path) || entry.name === '.DS_Store') continue
      const original = path.replace(BACKUP_RE, '')
      if (original !== path && (files.has(original) || folders.has(original))) continue
      if (entry.isDirectory()) walk(`${path}/`)
      else found.push(path)
    }
  }
  walk('')
  return found
}

/** A directory that cannot be read is none of ours; what is in it does not matter. */
function entriesOf(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (error) {
    if (isSystemError(error)) return []
    throw error
  }
}

/**
 * The differences as text for people: `---` what is on disk, `+++` what would be built. Binary files, modes, and what
 * is no file are told in a line each. Empty when there are none.
 */
export function unifiedDiff(plan: Plan): string {
  return differences(plan)
    .map((difference) => show(plan, difference))
    .join('')
}

function show(plan: Plan, { path, kind }: Difference): string {
  const file = labelled(plan.label, path)
  if (kind === 'extra') return `Only on disk: ${file}\n`
  if (kind === 'owned') {
    const owner = plan.owned.find((owned) => owned.path === path)?.owner
    return `Belongs to the plugin ${owner}: ${file}\n`
  }
  const obstacle = plan.details.obstacles.get(path)
  if (obstacle !== undefined && obstacle !== 'file') return `Not a ${thing(obstacle)}: ${file}\n`
  const built = plan.tree.files.get(path)
  const stats = kind === 'added' ? undefined : lstat(`${plan.dir}/${path}`)
  const old = stats === undefined ? undefined : contentOf(`${plan.dir}/${path}`)
  if (typeof old === 'string') return `${old}: ${file}\n`
  const mode =
    stats !== undefined && built !== undefined && !sameMode(stats, built)
      ? `mode change ${built.executable ? '100644 => 100755' : '100755 => 100644'} ${file}\n`
      : ''
  return mode + unified(version(file, old), version(file, built?.content))
}

/** Bytes; or why there are none, where rights or another process came between. */
function contentOf(file: string): Uint8Array | string {
  try {
    return readFileSync(file)
  } catch (error) {
    if (!isSystemError(error)) throw error
    return `Cannot be read (${reasonOf(error)})`
  }
}

function thing(obstacle: string): string {
  return obstacle === 'parent' || obstacle === 'link' ? 'directory' : 'regular file'
}

function version(file: string, content: string | Uint8Array | undefined): Version {
  return content === undefined ? { name: '/dev/null', content: '' } : { name: file, content }
}
