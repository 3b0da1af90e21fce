import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readObject } from '../clients/index.ts'
import { readSettings } from '../install/settings.ts'
import { type Manifest, ManifestError, parseManifest } from '../tree/manifest.ts'
import { MANIFEST, MANIFESTS } from '../tree/paths.ts'
import type { Found, Search } from './installed.ts'

/** Files of a plugin in a directory that others share. */
export interface Shared {
  /** Absolute. */
  dir: string
  /** Relative to it: what an installation wrote there and what is gone. */
  gone: readonly string[]
}

/**
 * `packages` of the settings, where a path is relative to them; and the list of what an installation wrote into pi's own
 * directory, be it the agents or, with `--materialise`, all.
 */
export async function inPi(search: Search): Promise<Found> {
  const { name, homes, report } = search
  const settings = readSettings(path.join(homes.pi, 'settings.json'), false, report)
  if (settings === undefined) return { why: 'its settings cannot be read' }
  const { packages } = settings.value
  const list = `${MANIFESTS}/${name}.json`
  const manifest = manifestIn(path.join(homes.pi, list))
  if (manifest === 'none') return { why: `${path.join(homes.pi, list)} is no list of files` }
  const shared = manifest === undefined ? {} : { shared: { dir: homes.pi, gone: goneOf(manifest, homes.pi) } }
  for (const one of Array.isArray(packages) ? (packages as unknown[]) : []) {
    const dir = packageDir(one, search)
    const own = readObject(path.join(dir, 'package.json'))['name']
    if (typeof own === 'string' && own.replace(SCOPE_RE, '') === name) return { dir, ...shared }
  }
  if (manifest === undefined) return { why: 'its settings name no such package', absent: true }
  return { dir: copied(manifest, list, search), copyOf: homes.pi }
}

const SCOPE_RE = /^@[^/]*\//
const NPM_RE = /^npm:((?:@[^/@]+\/)?[^@]+)/
const TILDE_RE = /^~(?=\/)/

function packageDir(entry: unknown, { homes }: Search): string {
  const source = String(
    (typeof entry === 'string' ? entry : (entry as { source?: unknown } | null)?.source) ?? '',
  )
  const npm = NPM_RE.exec(source)?.[1]
  if (npm !== undefined) return path.join(homes.pi, 'npm/node_modules', npm)
  return path.resolve(homes.pi, source.replace(TILDE_RE, homes.home))
}

function manifestIn(file: string): Manifest | 'none' | undefined {
  if (!existsSync(file)) return undefined
  try {
    return parseManifest(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof ManifestError) return 'none'
    throw error
  }
}

function goneOf({ files }: Manifest, dir: string): string[] {
  return [...files.keys()].filter((file) => !existsSync(path.join(dir, file)))
}

/** The plugin's files alone: pi's own directory, taken for a package, would bring what others have there. */
function copied({ files }: Manifest, list: string, { homes, scratch }: Search): string {
  const copy = scratch.folder('pi-installed')
  const pairs = [...files.keys()].map((file) => [file, file] as const)
  for (const [from, to] of [...pairs, [list, MANIFEST] as const]) {
    if (!existsSync(path.join(homes.pi, from))) continue
    mkdirSync(path.dirname(path.join(copy, to)), { recursive: true })
    copyFileSync(path.join(homes.pi, from), path.join(copy, to))
  }
  return copy
}
