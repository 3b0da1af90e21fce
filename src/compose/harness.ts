import type { ZodType } from 'zod'
import type { Reporter, Source } from '../diagnostics/index.ts'

/** The client that a harness stands for, as it was when its facts were read. */
export interface Client {
  name: string
  version: string
  /** ISO date on which the facts were read from that version. */
  checked: string
  /** Where the facts come from. */
  source: string
}

/** A frontmatter field that only this client documents. */
export interface NativeField {
  schema: ZodType
  /** Why the client does not obey the field in this kind of file; then it is left out with a warning. */
  unsupported?: string
}

export interface NativeTools {
  names: readonly string[]
  /** Forms such as `Bash(git *)`, matched whole. */
  patterns: readonly RegExp[]
  /** Default false: names are matched exactly. */
  ignoreCase?: boolean
  /** Of the names, those that are there only at times: a warning says when, and what is always there. */
  sometimes?: Readonly<Record<string, { when: string; instead: string }>>
}

/** How one client's agent frontmatter is written. */
export interface FrontmatterFormat {
  /** Written keys, in order. What is not listed comes after, by code point. */
  order: readonly string[]
  /** Source field to written key, where the two differ. */
  rename?: Readonly<Record<string, string>>
  /** `list`: a flow list of quoted strings; `comma`: one plain line. */
  tools: 'list' | 'comma'
  /** How `["*"]` is written: as it stands, or by leaving the line out. */
  allTools: 'star' | 'omit'
  /** Common fields that the client does not know, each with what becomes of them there. */
  unsupported?: Partial<Record<'model' | 'argumentHint', string>>
}

/** Where the parts of a tree go; paths are `/`-separated and relative to the tree. */
export interface Layout {
  agent(name: string): string
  /** @param path the skill's directory below `skills/`, split at `/`; the result is a directory. */
  skill(path: readonly string[]): string
}

/** What a client cuts off or refuses; lengths in UTF-16 code units. */
export interface Limits {
  /** Agent body; longer: warning. */
  body?: number
  /** Agent description; longer: warning. */
  description?: number
  /** Why a skill with such frontmatter is dropped by the client, or nothing: an error for this harness. */
  skill?: (frontmatter: Readonly<Record<string, unknown>>) => SkillLoss[]
  /** Why an agent's `model` would not serve this client: info, `model-provider`. */
  model?: (model: string) => { message: string; hint?: string } | undefined
}

export interface SkillLoss {
  key: string
  message: string
  hint?: string
}

export interface Person {
  name: string
  email?: string
  url?: string
}

/** What a plugin says of itself; see rule O-5 for where each key comes from. */
export interface Metadata {
  name: string
  version?: string
  description?: string
  author?: Person
  homepage?: string
  repository?: string
  license?: string
  keywords?: string[]
}

export interface Marketplace {
  name: string
  owner: Person
  description?: string
}

export interface ManifestInput {
  metadata: Metadata
  marketplace: Marketplace
  /** What the root `plugin.json` says beyond metadata: hooks, MCP servers, other components; as parsed. */
  components: Readonly<Record<string, unknown>>
  /** The `manifest` option for this harness: laid over what is generated. */
  overrides: Readonly<Record<string, unknown>>
  /** Whether the tree holds this file or directory. */
  has(path: string): boolean
  /** Names at the tree's top, directories and files, in code-point order; where absent, only the known ones are asked for. */
  top?: readonly string[]
  report: Reporter
  /** Where a key of `components`, of the metadata or of `marketplace` (`marketplace.name`) stands, for reports. */
  place(key: string): Report['at']
}

type Report = Parameters<Reporter>[0]

/** A JSON file that the harness adds to its tree. */
export interface ManifestFile {
  path: string
  json: Readonly<Record<string, unknown>>
}

/** One client as a target: everything that differs between clients, and nothing else. */
export interface Harness {
  /** `[a-z][a-z0-9-]*`; the name of its directory in an agent, of its column in the map and of its tree. */
  id: string
  client: Client
  /** Native frontmatter fields by their source name. */
  schema: Readonly<Record<string, NativeField>>
  nativeTools: NativeTools
  frontmatter: FrontmatterFormat
  layout: Layout
  /** The client's manifest comes first; it is what `fileCheck` is given. */
  manifest(input: ManifestInput): ManifestFile[]
  limits: Limits
  /** Extensions of this package that can go into the tree, as `extensions/<name>`, where the map's `provides` names them. */
  brings?: readonly string[]
  /** Whether the root `plugin.json` is in this client's format, so that its components belong in this tree. */
  ownsPluginJson?: boolean
  /** Keys of the root `plugin.json` whose strings are paths that go into this tree as they are. */
  copiedComponents?: readonly string[]
  /**
   * Checks a file that the client parses (hooks, MCP servers).
   * @returns the check for a path of the tree, or nothing where the client does not parse the file
   */
  fileCheck?(path: string, manifest: Readonly<Record<string, unknown>>): FileCheck | undefined
}

export type FileCheck = (source: Source, report: Reporter) => void
