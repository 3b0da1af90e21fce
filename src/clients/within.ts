import path from 'node:path'

/** A file's path in a directory, `/`-separated; nothing where it lies elsewhere. Both absolute, links resolved. */
export function within(file: string, directory: string): string | undefined {
  if (!file.startsWith(directory + path.sep)) return undefined
  return file
    .slice(directory.length + 1)
    .split(path.sep)
    .join('/')
}
