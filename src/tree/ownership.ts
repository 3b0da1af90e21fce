import { readdirSync, readFileSync } from 'node:fs'
import type { Tree } from './tree.ts'
import { order } from '../diagnostics/index.ts'
import { lstat } from './disk.ts'
import { isErrno } from './failure.ts'
import { ManifestError, parseManifest } from './manifest.ts'
import { MANIFEST, MANIFESTS } from './paths.ts'

/** How the files that are ours are known in a directory. */
export type Ownership =
  /** The directory is the tree's own; `.agent-cortex.json` lists what is ours. */
  | { readonly kind: 'manifest' }
  /** Several plugins share the directory; each has a manifest in `.agent-cortex/`. */
  | { readonly kind: 'shared'; readonly plugin: string }
  /** No list is kept: a file directly in the directory whose name matches is ours when its text bears the marker. */
  | { readonly kind: 'marker'; readonly marker: (text: string) => boolean; readonly pattern: RegExp }

/** What is known of a directory before its files are compared. */
export interface Holdings {
  /** Paths that an earlier run wrote. */
  readonly ours: ReadonlySet<string>
  /** Path to the plugin that wrote it. */
  readonly others: ReadonlyMap<string, string>
  /** Where our list is kept; none where a marker tells. */
  readonly manifest?: { readonly path: string; readonly text: string | undefined }
  /** Equal as long as no other run has written; undefined when that cannot be told. */
  readonly stamp: string | undefined
}

/**
 * Reads whose files are whose.
 * @throws ManifestFault when a manifest cannot be believed
 */
export function readHoldings(tree: Tree, dir: string, ownership: Ownership): Holdings {
  if (ownership.kind === 'marker') return byMarker(tree, dir, ownership)
  return ownership.kind === 'shared' ? shared(dir, manifestPath(ownership)!) : own(dir)
}

/** @throws for a plugin name that cannot name a file */
export function manifestPath(ownership: Ownership): string | undefined {
  if (ownership.kind === 'manifest') return MANIFEST
  if (ownership.kind === 'marker') return undefined
  if (!PLUGIN_RE.test(ownership.plugin))
    throw new Error(`not a plugin name: ${JSON.stringify(ownership.plugin)}`)
  return `${MANIFESTS}/${ownership.plugin}.json`
}

const PLUGIN_RE = /^[^./\\\0][^/\\\0]*$/

export class ManifestFault extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** Changes whenever a run has written to the directory; undefined where no list is kept that would tell. */
export function stampOf(dir: string, ownership: Ownership): string | undefined {
  if (ownership.kind === 'marker') return undefined
  return ownership.kind === 'shared' ? sharedStamp(readManifests(dir)) : (readText(dir, MANIFEST) ?? '')
}

function own(dir: string): Holdings {
  const text = readText(dir, MANIFEST)
  const ours = new Set(listed(MANIFEST, text))
  return { ours, others: new Map(), manifest: { path: MANIFEST, text }, stamp: text ?? '' }
}

function shared(dir: string, path: string): Holdings {
  const manifests = readManifests(dir)
  const text = manifests.get(path)
  const ours = new Set(listed(path, text))
  const others = new Map<string, string>()
  for (const [file, content] of manifests) {
    if (file === path) continue
    const owner = file.slice(MANIFESTS.length + 1, -'.json'.length)
    for (const item of listed(file, content)) others.set(item, owner)
  }
  return { ours, others, manifest: { path, text }, stamp: sharedStamp(manifests) }
}

function sharedStamp(manifests: ReadonlyMap<string, string | undefined>): string {
  return JSON.stringify([...manifests])
}

function readManifests(dir: string): Map<string, string | undefined> {
  const paths = manifestNames(dir).map((name) => `${MANIFESTS}/${name}`)
  return new Map(paths.map((path) => [path, readText(dir, path)]))
}

function manifestNames(dir: string): string[] {
  if (lstat(`${dir}/${MANIFESTS}`)?.isDirectory() !== true) return []
  const names = readdirSync(`${dir}/${MANIFESTS}`)
  return names.filter((name) => name.endsWith('.json')).toSorted(order)
}

function listed(path: string, text: string | undefined): Iterable<string> {
  try {
    return text === undefined ? [] : parseManifest(text).files.keys()
  } catch (error) {
    throw error instanceof ManifestError ? new ManifestFault(path, error.message) : error
  }
}

function readText(dir: string, path: string): string | undefined {
  const file = `${dir}/${path}`
  return lstat(file)?.isFile() === true ? readFileSync(file, 'utf8') : undefined
}

function byMarker(tree: Tree, dir: string, { marker, pattern }: Ownership & { kind: 'marker' }): Holdings {
  const ours = new Set<string>()
  for (const name of namesIn(dir)) {
    if (!tree.files.has(name) && name.search(pattern) === -1) continue
    const text = readText(dir, name)
    if (text !== undefined && marker(text)) ours.add(name)
  }
  return { ours, others: new Map(), stamp: undefined }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return []
    throw error
  }
}
