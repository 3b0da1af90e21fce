import { readFileSync } from 'node:fs'
import type { Tree } from './tree.ts'
import { digestOf } from './bytes.ts'
import { lstat } from './disk.ts'
import { isSystemError } from './failure.ts'
import { isTreePath, MANIFEST, pathsOf } from './paths.ts'

const VERSION = 1

/** A manifest that cannot be believed; the message is a sentence about the file. */
export class ManifestError extends Error {}

/** What an earlier run wrote. */
export interface Manifest {
  readonly harness: string | undefined
  /** Path → SHA-256 of the bytes, in hexadecimal. */
  readonly files: ReadonlyMap<string, string | undefined>
}

/** The manifest in a tree's own directory; nothing where there is none, or none that can be believed. */
export function readManifest(dir: string): Manifest | undefined {
  const file = `${dir}/${MANIFEST}`
  try {
    return lstat(file)?.isFile() === true ? parseManifest(readFileSync(file, 'utf8')) : undefined
  } catch (error) {
    if (error instanceof ManifestError || isSystemError(error)) return undefined
    throw error
  }
}

/**
 * Reads the text of a manifest.
 * @throws ManifestError when the text is no manifest, or one that names places outside its directory
 */
export function parseManifest(text: string): Manifest {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || !('version' in value) || !('files' in value)) {
    throw new ManifestError('it is not a manifest of agent-cortex')
  }
  if (value.version !== VERSION) {
    throw new ManifestError(
      `it has version ${JSON.stringify(value.version)}, this agent-cortex knows ${VERSION}`,
    )
  }
  if (typeof value.files !== 'object' || value.files === null)
    throw new ManifestError('its "files" is no object')
  const entries = Object.entries(value.files as Record<string, { sha256?: unknown } | null>)
  const files = new Map(entries.map(([path, entry]) => [path, textOf(entry?.sha256)]))
  const outside = [...files.keys()].find((path) => !isTreePath(path))
  if (outside !== undefined)
    throw new ManifestError(`it lists ${JSON.stringify(outside)}, which is no path inside`)
  return { harness: 'harness' in value ? textOf(value.harness) : undefined, files }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ManifestError('it is not JSON')
  }
}

/** The manifest of a tree: one file a line, sorted, nothing in it that differs between two equal trees. */
export function manifestText(tree: Tree): string {
  const lines = pathsOf(tree).map((path) => {
    const file = tree.files.get(path)!
    const mode = file.executable ? '0755' : '0644'
    return `    ${JSON.stringify(path)}: { "sha256": "${digestOf(file)}", "mode": "${mode}" }`
  })
  const files = lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n  }`
  return `{\n  "version": ${VERSION},\n  "harness": ${JSON.stringify(tree.harness)},\n  "files": ${files}\n}\n`
}
