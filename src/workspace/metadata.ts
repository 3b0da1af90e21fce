import { z } from 'zod'
import type { Reporter } from '../diagnostics/index.ts'
import { reportIssues } from './issues.ts'
import { type JsonDocument, parseJson } from './json.ts'
import type { Reader } from './reader.ts'
import { readRootText } from './root-text.ts'

/** The files at the root that say what the plugin is (rule O-5); each may be missing. */
export interface RootFiles {
  plugin: JsonDocument | undefined
  package: JsonDocument | undefined
  marketplace: JsonDocument | undefined
  /** One of the first two is there but of no use, which has been told: what it would have said is unknown. */
  broken: boolean
}

const text = z.string().min(1)
const contact = z.looseObject({ name: text, email: text.optional(), url: text.optional() })
const person = z.union([text, contact])
const pluginSchema = z.looseObject({ ...shared(text), author: person.optional() })
/** `npm init` leaves empty strings behind; they say as much as no key. */
const packageSchema = z.looseObject({
  ...shared(z.string()),
  author: z.union([z.string(), contact]).optional(),
  repository: z.union([z.string(), z.looseObject({ url: z.string() })]).optional(),
})
const marketplaceSchema = z.looseObject({
  name: text.optional(),
  owner: person.optional(),
  description: text.optional(),
})

const CODES = { syntax: 'metadata-json', duplicate: 'metadata-json' } as const

function shared(string: z.ZodType) {
  return {
    name: string.optional(),
    version: string.optional(),
    description: string.optional(),
    homepage: string.optional(),
    repository: string.optional(),
    license: string.optional(),
    keywords: z.array(string).optional(),
  }
}

const SCOPE_RE = /^@[^/]*\//

/** The name in `package.json`, without its scope. */
export function packagedName(root: RootFiles): string | undefined {
  const { name } = (root.package?.value ?? {}) as { name?: string }
  return name?.replace(SCOPE_RE, '')
}

export function readRootFiles(reader: Reader, report: Reporter): RootFiles {
  const plugin = read(reader, 'plugin.json', pluginSchema, report)
  const packaged = read(reader, 'package.json', packageSchema, report)
  return {
    plugin,
    package: packaged,
    marketplace: read(reader, 'marketplace.json', marketplaceSchema, report),
    broken:
      (plugin === undefined && reader.exists('plugin.json')) ||
      (packaged === undefined && reader.exists('package.json')),
  }
}

function read(reader: Reader, file: string, schema: z.ZodType, report: Reporter): JsonDocument | undefined {
  const source = readRootText(reader, file, report)?.source
  const document = source && parseJson(source, CODES, report)
  if (document === undefined) return undefined
  const { error } = schema.safeParse(document.value)
  if (error === undefined) return document
  reportIssues(error.issues, document, { key: 'metadata-value', value: 'metadata-value' }, () => [], report)
  return undefined
}
