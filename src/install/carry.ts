import { copyFileSync, type Dirent, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { isReserved } from '../tree/paths.ts'

/** Something in a directory that we did not write. */
export interface Other {
  /** Relative to the directory. */
  readonly path: string
  readonly kind: 'file' | 'symlink' | 'special'
}

/** All that stands in a directory and is not among the files that are ours. */
export function othersIn(dir: string, ours: ReadonlySet<string>): Other[] {
  const found: Other[] = []
  const walk = (folder: string): void => {
    for (const entry of readdirSync(`${dir}/${folder}`, { withFileTypes: true })) {
      const file = folder + entry.name
      if (isReserved(file)) continue
      if (entry.isDirectory()) walk(`${file}/`)
      else if (!ours.has(file)) found.push({ path: file, kind: kindOf(entry) })
    }
  }
  walk('')
  return found
}

function kindOf(entry: Dirent): Other['kind'] {
  if (entry.isFile()) return 'file'
  return entry.isSymbolicLink() ? 'symlink' : 'special'
}

/** Copies what is not ours from one version of a folder to the next; links as they are, for versions lie side by side. */
export function carry(
  from: string,
  others: readonly Other[],
  to: string,
  rename: (path: string) => string,
): void {
  for (const { path: file, kind } of others) {
    const place = `${to}/${rename(file)}`
    mkdirSync(path.dirname(place), { recursive: true })
    if (kind === 'symlink') symlinkSync(readlinkSync(`${from}/${file}`), place)
    else copyFileSync(`${from}/${file}`, place)
  }
}
