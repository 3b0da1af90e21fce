import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Plan } from '../tree/index.ts'
import { exists, lstat, writeNew } from '../tree/disk.ts'
import { parseManifest } from '../tree/manifest.ts'

/** A file that was put beside its place. */
export type Kept = readonly [from: string, to: string]

export function below(dir: string, kept: readonly Kept[]): Kept[] {
  return kept.map(([from, to]) => [`${dir}/${from}`, `${dir}/${to}`])
}

/** Files of ours that a plan would change or remove, and that somebody has edited since they were written. */
export function editedFiles({ dir, changed, removed, details }: Plan): string[] {
  const text = details.manifest?.text
  if (text === undefined) return []
  const { files } = parseManifest(text)
  return [...changed, ...removed].filter((file) => {
    const written = files.get(file)
    const place = `${dir}/${file}`
    return (
      written !== undefined &&
      lstat(place)?.isFile() === true &&
      hash('sha256', readFileSync(place)) !== written
    )
  })
}

/** Copies of edited files. */
export interface KeptFiles {
  readonly kept: readonly Kept[]
  /** Removes the copies that were made for it. */
  undo(): void
}

/**
 * Copies edited files to `<name>.edited`, `.edited.1`, …; one that holds the same already serves.
 * @param to where the copies go; default: beside the files
 * @throws what the file system says; then no copy of this call is left
 */
export function keepEdited(dir: string, files: readonly string[], to: string = dir): KeptFiles {
  const kept: Kept[] = []
  const made: string[] = []
  const undo = (): void => {
    for (const file of made) rmSync(file, { force: true })
  }
  try {
    for (const file of files) {
      const bytes = readFileSync(`${dir}/${file}`)
      const name = freeName(to, file, bytes)
      if (!exists(`${to}/${name}`)) {
        mkdirSync(path.dirname(`${to}/${name}`), { recursive: true })
        made.push(`${to}/${name}`)
        writeNew(`${to}/${name}`, bytes)
      }
      kept.push([file, name])
    }
    return { kept, undo }
  } catch (error) {
    undo()
    throw error
  }
}

function freeName(dir: string, file: string, bytes: Buffer): string {
  for (let number = 0; ; number++) {
    const name = `${file}.edited${number === 0 ? '' : `.${number}`}`
    const stats = lstat(`${dir}/${name}`)
    if (stats === undefined || (stats.isFile() && readFileSync(`${dir}/${name}`).equals(bytes))) return name
  }
}
