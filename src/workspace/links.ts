import fs from 'node:fs'
import path from 'node:path'
import type { Reporter } from '../diagnostics/index.ts'
import type { Gitignore } from './gitignore.ts'
import type { Reader } from './reader.ts'
import { reason } from './reason.ts'

/** Errors of a link that leads nowhere; any other comes from a directory on its way. */
const BROKEN = new Set(['ENOENT', 'ENOTDIR', 'ELOOP'])

/**
 * The real path of what may be a link; nothing, with a report, where it is broken or leads out of the project, or to
 * what is skipped there.
 * @param gitignore nothing for what is read wherever it lies
 */
export function resolveLink(
  reader: Reader,
  file: string,
  real: string,
  gitignore: Gitignore | undefined,
  report: Reporter,
): string | undefined {
  let target: string
  try {
    target = fs.realpathSync(real)
  } catch (error) {
    reportUnresolved(file, error, report)
    return undefined
  }
  if (target === real) return target
  // Where a link leads to is not among what is noted.
  reader.sightings?.doubt()
  if (target !== reader.root && !target.startsWith(reader.root + path.sep)) {
    report({
      code: 'symlink-outside',
      message: 'this symbolic link leads out of the project',
      hint: 'copy the file here instead',
      at: { file },
    })
    return undefined
  }
  reader.followed.add(target)
  if (gitignore === undefined || target === reader.root) return target
  const below = relativeTo(reader.root, target)
  const skipped = gitignore.reason(below, isDirectory(target))
  if (skipped === undefined) return target
  report({
    code: 'symlink-ignored',
    message: `this symbolic link leads to ${below}, which is ${skipped}`,
    hint: 'put a copy in its place, or leave the link out',
    at: { file },
  })
  return undefined
}

function isDirectory(file: string): boolean {
  try {
    return fs.statSync(file).isDirectory()
  } catch {
    return false
  }
}

/** Says why a link, or what it led to, is not to be had. */
export function reportUnresolved(file: string, error: unknown, report: Reporter): void {
  const isBroken = BROKEN.has((error as NodeJS.ErrnoException).code ?? '')
  const message = `${isBroken ? 'this symbolic link is broken' : 'this cannot be read'}: ${reason(error)}`
  report({ code: isBroken ? 'symlink-broken' : 'unreadable', message, at: { file } })
}

/** The path below the root of what lies there. */
export function relativeTo(root: string, absolute: string): string {
  const below = absolute.slice(root.length + 1)
  return path.sep === '/' ? below : below.replaceAll(path.sep, '/')
}
