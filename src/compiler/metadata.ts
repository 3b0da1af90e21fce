import type { Marketplace, Metadata, Person } from '../compose/harness.ts'
import type { Place, Reporter } from '../diagnostics/index.ts'
import { packagedName, type RootFiles } from '../workspace/metadata.ts'
import type { AgentCortexOptions } from './options.ts'

type Values = Record<string, unknown>

const KEYS = [
  'name',
  'version',
  'description',
  'author',
  'homepage',
  'repository',
  'license',
  'keywords',
] as const
/** Keys of a `plugin.json` for what each tree lays out itself, whatever they say. */
export const LAID_OUT = ['agents', 'skills'] as const
/** Metadata and what names the file's own format; everything else in a `plugin.json` is a component. */
const NO_COMPONENT = new Set<string>([...KEYS, ...LAID_OUT, '$schema'])

/** npm's form of a person: `Name <email> (url)`. */
const PERSON_RE = /^([^<(]+?)\s*(?:<([^>]*)>)?\s*(?:\(([^)]*)\))?\s*$/

/** Rule O-5, per key: the `plugin` option, then the root `plugin.json`, then `package.json`. Nothing without a name. */
export function readMetadata(
  root: RootFiles,
  options: AgentCortexOptions,
  report: Reporter,
): Metadata | undefined {
  const packaged = (root.package?.value ?? {}) as Values
  const repository =
    typeof packaged.repository === 'object' ? (packaged.repository as Values).url : packaged.repository
  const layers: Values[] = [
    (options.plugin ?? {}) as Values,
    (root.plugin?.value ?? {}) as Values,
    { ...packaged, name: packagedName(root), repository },
  ]
  const metadata: Values = {}
  for (const key of KEYS) {
    const value = layers.map((layer) => layer[key]).find((found) => found !== undefined && found !== '')
    if (value !== undefined) metadata[key] = key === 'author' ? toPerson(value as string | Person) : value
  }
  if (!root.broken) reportMissing(metadata, report)
  return metadata.name === undefined ? undefined : (metadata as unknown as Metadata)
}

const COSTS = {
  version: 'clients cannot tell an update, and claude plugin validate --strict fails',
  description: 'nobody sees what the plugin is for, and claude plugin validate --strict fails',
  author: 'the marketplace has no owner of its own, and claude plugin validate --strict fails',
} as const

function reportMissing(metadata: Values, report: Reporter): void {
  if (metadata.name === undefined) {
    report({
      code: 'metadata-missing',
      severity: 'error',
      message: 'the plugin has no name',
      hint: 'write "name" to plugin.json or package.json',
    })
  }
  for (const [key, cost] of Object.entries(COSTS)) {
    if (metadata[key] !== undefined) continue
    report({
      code: 'metadata-missing',
      message: `the plugin has no ${key}: ${cost}`,
      hint: `write ${JSON.stringify(key)} to plugin.json or package.json`,
    })
  }
}

/** The `marketplace` option, then a root `marketplace.json`, then the plugin's name and author. */
export function readMarketplace(
  root: RootFiles,
  options: AgentCortexOptions,
  metadata: Metadata,
): Marketplace {
  const file = (root.marketplace?.value ?? {}) as {
    name?: string
    owner?: string | Person
    description?: string
  }
  const { marketplace = {} } = options
  const owner = marketplace.owner ?? file.owner
  const description = marketplace.description ?? file.description ?? metadata.description
  return {
    name: marketplace.name ?? file.name ?? metadata.name,
    owner: owner === undefined ? (metadata.author ?? { name: metadata.name }) : toPerson(owner),
    ...(description === undefined ? {} : { description }),
  }
}

function offersNoOther(plugins: unknown, own: string | undefined): boolean {
  return Array.isArray(plugins) && plugins.every((plugin) => (plugin as Values | null)?.name === own)
}

const MARKETPLACE_KEYS = ['$schema', 'name', 'owner', 'description']

/** What else a `marketplace.json` says is not lost in silence: each tree offers its one plugin. */
export function reportMarketplaceKeys(
  { marketplace }: RootFiles,
  own: string | undefined,
  report: Reporter,
): void {
  if (marketplace === undefined) return
  for (const [key, value] of Object.entries(marketplace.value as Values)) {
    if (MARKETPLACE_KEYS.includes(key) || (key === 'plugins' && offersNoOther(value, own))) continue
    report({
      code: 'manifest-key',
      message: `${JSON.stringify(key)} of marketplace.json is left out: the marketplace of a tree offers this plugin alone`,
      at: () => marketplace.keySpan([key]),
    })
  }
}

/** What the root `plugin.json` holds beyond metadata. */
export function readComponents(root: RootFiles): Values {
  const values = (root.plugin?.value ?? {}) as Values
  return Object.fromEntries(Object.entries(values).filter(([key]) => !NO_COMPONENT.has(key)))
}

function toPerson(author: string | Person): Person {
  if (typeof author !== 'string') {
    const { name, email, url } = author
    return { name, ...(email === undefined ? {} : { email }), ...(url === undefined ? {} : { url }) }
  }
  const [, name = author, email, url] = PERSON_RE.exec(author) ?? []
  return { name, ...(email === undefined ? {} : { email }), ...(url === undefined ? {} : { url }) }
}

/** Where a key of the metadata, or `marketplace.<key>`, stands in the root's files. */
export function rootPlace(root: RootFiles, key: string): Place {
  const [table, below] = key.startsWith('marketplace.')
    ? ['marketplace', key.slice('marketplace.'.length)]
    : ['plugin', key]
  const documents = table === 'marketplace' ? [root.marketplace] : [root.plugin, root.package]
  const document = documents.find(
    (found) => found !== undefined && Object.hasOwn(found.value as object, below),
  )
  return document && (() => document.keySpan([below]))
}
