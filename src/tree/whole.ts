import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { exists, isExecutable, lstat } from './disk.ts'
import { JOURNAL, MANIFEST, parentsOf } from './paths.ts'

interface Listed {
  sha256: string
  mode: string
}

const WINDOWS = process.platform === 'win32'

/**
 * Whether a directory holds exactly what its manifest lists, and no run was stopped in it.
 * @param digest SHA-256 of the manifest that is expected, in hexadecimal
 * @throws what the file system says of files that are missing or cannot be read
 */
export function isWhole(dir: string, digest: string): boolean {
  const manifest = readFileSync(`${dir}/${MANIFEST}`)
  if (hash('sha256', manifest) !== digest || exists(`${dir}/${JOURNAL}`)) return false
  const { files } = JSON.parse(manifest.toString('utf8')) as { files: Record<string, Listed> }
  for (const folder of parentsOf(Object.keys(files))) {
    if (lstat(`${dir}/${folder}`)?.isDirectory() !== true) return false
  }
  return Object.entries(files).every(([file, listed]) => isAsListed(`${dir}/${file}`, listed))
}

function isAsListed(file: string, { sha256, mode }: Listed): boolean {
  const stats = lstat(file)
  if (stats?.isFile() !== true) return false
  if (!WINDOWS && isExecutable(stats) !== (mode === '0755')) return false
  return hash('sha256', readFileSync(file)) === sha256
}
