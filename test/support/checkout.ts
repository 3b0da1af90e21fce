import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { scratch } from './trees.ts'

export const REPOSITORY = path.resolve(import.meta.dirname, '../..')

/** What git has or would take of a folder of this repository: `/`-separated paths. */
export function sources(folder = '.'): string[] {
  const words = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', folder]
  const listed = execFileSync('git', words, { cwd: REPOSITORY, encoding: 'utf8' }).split('\0')
  return [...new Set(listed)].filter((file) => file !== '' && fs.existsSync(path.join(REPOSITORY, file)))
}

/** A copy of this repository as a clone has it, with what is not committed yet and its dependencies, and nothing built. */
export function checkout(): string {
  const root = scratch()
  for (const file of sources()) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.copyFileSync(path.join(REPOSITORY, file), path.join(root, file))
  }
  fs.symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(root, 'node_modules'))
  return root
}
