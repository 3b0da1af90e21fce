import { z } from 'zod'
import type { Reporter } from '../diagnostics/index.ts'
import { reportIssues } from './issues.ts'
import { type JsonDocument, parseJson } from './json.ts'
import type { Reader } from './reader.ts'
import { readRootText } from './walk.ts'

/** The files at the root that say what the plugin is (rule O-5); each may be missing. */
export interface RootFiles {
  plugin: JsonDocument | undefined
  package: JsonDocument | undefined
  marketplace: JsonDocument | undefined
}

const text = z.string().min(1)
const person = z.union([text, z.looseObject({ name: text, email: text.optional(), url: text.optional() })])
const shared = {
  name: text.optional(),
  version: text.optional(),
  description: text.optional(),
  author: person.optional(),
  homepage: text.optional(),
  license: text.optional(),
  keywords: z.array(text).optional(),
}
const pluginSchema = z.looseObject({ ...shared, repository: text.optional() })
const packageSchema = z.looseObject({
  ...shared,
  repository: z.union([text, z.looseObject({ url: text })]).optional(),
})
const marketplaceSchema = z.looseObject({
  name: text.optional(),
  owner: person.optional(),
  description: text.optional(),
})

const CODES = { syntax: 'metadata-json', duplicate: 'metadata-json' } as const

export function readRootFiles(reader: Reader, report: Reporter): RootFiles {
  return {
    plugin: read(reader, 'plugin.json', pluginSchema, report),
    package: read(reader, 'package.json', packageSchema, report),
    marketplace: read(reader, 'marketplace.json', marketplaceSchema, report),
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
