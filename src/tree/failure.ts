import type { Report } from '../diagnostics/index.ts'
import { labelled } from './paths.ts'

const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'something stands there already',
  EFBIG: 'the file is too large for the file system',
  EINVAL: 'the file system does not accept it',
  EIO: 'the disk failed',
  EISDIR: 'it is a directory',
  ELOOP: 'too many symlinks',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'too many files are open',
  ENOENT: 'no such file or directory',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a part of the path is not a directory',
  ENOTEMPTY: 'the directory is not empty',
  EPERM: 'the operation is not permitted',
  EROFS: 'the file system is read-only',
  ETXTBSY: 'it is a program that is running',
  EXDEV: 'it lies on another file system',
}

const HINTS: Record<string, string> = {
  EACCES: 'make the directory writable for you',
  EDQUOT: 'free some space and run again',
  ENOSPC: 'free some space and run again',
  EROFS: 'write to another directory',
}

interface SystemError extends NodeJS.ErrnoException {
  code: string
  /** Where a file was to be moved. */
  dest?: string
}

export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}

/** Whether an error is the file system's with one of these codes. */
export function isErrno(error: unknown, ...codes: string[]): boolean {
  return isSystemError(error) && codes.includes(error.code)
}

/** Why an operation failed, in words. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  return REASONS[error.code ?? ''] ?? error.code ?? error.message
}

/**
 * The report for what the file system refused.
 * @param doing what was tried, without its object: `cannot write`
 * @param file the object, as users know it
 * @throws the error itself when it is none of the file system's
 */
export function failed(error: unknown, doing: string, file: string): Report {
  if (!isSystemError(error)) throw error
  return {
    code: 'output-failed',
    message: `${doing} ${JSON.stringify(file)}: ${reasonOf(error)}`,
    hint: HINTS[error.code],
    at: { file },
  }
}

/** The path that a system error is about, as users know it; the directory's own where it lies elsewhere. */
export function shownPath(error: unknown, dir: string, label: string): string {
  const path = isSystemError(error) ? (error.dest ?? error.path ?? dir) : dir
  return path.startsWith(`${dir}/`) ? labelled(label, path.slice(dir.length + 1)) : label || dir
}
