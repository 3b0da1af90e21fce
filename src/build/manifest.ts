import { lstatSync, readFileSync } from 'node:fs'

/** The list of what is ours in a tree's own directory. */
export const MANIFEST = '.agent-cortex.json'

export interface Manifest {
  harness?: string
  files?: Record<string, { sha256?: string }>
}

/** What an earlier build wrote into a tree; nothing where there is no such list, or none that can be read. */
export function readManifest(file: string): Manifest | undefined {
  try {
    if (!lstatSync(file).isFile()) return undefined
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
