import type { ClientId } from '../clients/find.ts'
import type { Report } from '../diagnostics/index.ts'
import type { AgentCortexOptions } from '../compiler/index.ts'
import { readMarketplace, readMetadata } from '../compiler/metadata.ts'
import { readRootFiles } from '../workspace/metadata.ts'
import { openProject } from '../workspace/reader.ts'

/** What a project's plugin is called by one client. */
export interface Names {
  readonly plugin: string
  /** Of the marketplace that offers it; pi has none. */
  readonly market: string
  /** Of the npm package, with its scope, where the project is one. */
  readonly npm: string | undefined
}

function ignore(): void {}

/** Reads the names alone: they hold where the project has errors too. Nothing where there is no name. */
export function readNames(root: string, options: AgentCortexOptions, client: ClientId): Names | undefined {
  const reader = openProject(root, false, ignore)
  if (reader === undefined) return undefined
  const files = readRootFiles(reader, ignore)
  const metadata = readMetadata(files, options, ignore)
  if (metadata === undefined) return undefined
  const { name: npm } = (files.package?.value ?? {}) as { name?: string }
  return {
    plugin: textOf(options.manifest?.[client]?.['name']) ?? metadata.name,
    market: readMarketplace(files, options, metadata).name,
    npm,
  }
}

/** For a project whose plugin has no name. */
export const NAMELESS: Report = {
  code: 'metadata-missing',
  severity: 'error',
  message: 'the plugin has no name, so there is nothing to install it by',
  hint: 'write "name" to plugin.json or package.json',
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

const UNSAFE_RE = /^\.|[/\\:\0]/g

/** A name as one segment of a path. */
export function segment(name: string): string {
  return name.replace(UNSAFE_RE, '_')
}
