const REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'it is not there',
  EISDIR: 'it is a directory',
  ENOTDIR: 'a part of its path is no directory',
  ELOOP: 'its symbolic links run in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
  ENXIO: 'it is no regular file',
}

/** A file-system error in words. */
export function reason(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return (
    (code !== undefined && REASONS[code]) || code || String((error as Error | undefined)?.message ?? error)
  )
}
