import type { Source } from '../diagnostics/index.ts'
import type { JsonDocument } from './json.ts'

/** One harness's directory in an agent: `agents/<agent>/<harness>/`. */
export interface HarnessDirectory {
  id: string
  /** Relative path of `frontmatter.json`, whether or not it could be read. */
  file: string
  /** Nothing when it is missing or broken; then that is reported. */
  frontmatter: JsonDocument | undefined
  sections: ReadonlyMap<string, Source>
}

/** `agents/<name>/`, rules S-1 … S-6. */
export interface Agent {
  name: string
  /** `agents/<name>` */
  directory: string
  body: Source
  /** `agents/<name>/frontmatter.json`, laid under each harness's own (rule S-5). */
  base: JsonDocument | undefined
  /** There is a base, but it could not be parsed; what it holds is unknown. */
  baseBroken: boolean
  /** There is none, but a file that was meant to be it, such as `frontmatter.yaml`; with the mend. */
  baseMisnamed?: { readonly file: string; readonly hint: string }
  /** Known harnesses only, by code point. */
  harnesses: ReadonlyMap<string, HarnessDirectory>
  sections: ReadonlyMap<string, Source>
  /** Names of section files, its own and those of its harnesses, that could not be read; that is reported. */
  unread: ReadonlySet<string>
  /** It stands for an Agent Harness, which has no sections of its own. */
  isHarness?: true
}

/** An agent whose `agent.md` is missing or cannot be read. */
export type BodilessAgent = Omit<Agent, 'body'>

/** `agents/_sections/`, shared by all agents (rule S-6). */
export interface SharedSections {
  common: ReadonlyMap<string, Source>
  harnesses: ReadonlyMap<string, ReadonlyMap<string, Source>>
  /** Names of those that could not be read. */
  unread: ReadonlySet<string>
}

/** A file that is copied byte for byte. */
export interface Asset {
  /** Relative to the root. */
  file: string
  bytes: Uint8Array
  executable: boolean
}

/** A directory that holds a `SKILL.md` (rule S-7). */
export interface Skill {
  /** The directory below `skills/`, split at `/`. */
  path: readonly string[]
  /** `skills/<path>` */
  directory: string
  /** What carries tokens, its `.md` files, by path in the skill; `SKILL.md` is one unless it could not be read. */
  texts: ReadonlyMap<string, Source>
  /** All other files, by path in the skill. */
  assets: ReadonlyMap<string, Asset>
  /** Paths in the skill of what could not be read; that is reported. */
  unread: ReadonlySet<string>
  /** False: a directory that is composed like a skill, and no client takes it for one. Default true. */
  isSkill?: boolean
  /** Tells one way of changing its texts before they are composed from another. */
  edits?: string
}

/** A hand-written agent of `agents-native/`, for agents that the map defers. */
export interface NativeAgent {
  name: string
  /** Nothing: for every harness that defers the name and has no file of its own. */
  harness: string | undefined
  file: string
  /** As text, for checks; what is emitted are the bytes. */
  source: Source
  bytes: Uint8Array
  executable: boolean
}

/** A file that goes into one harness's tree as it is: from `<harness>-extras/` or the `copy` option. */
export interface ExtraFile extends Asset {
  harness: string
  /** Path in the tree. */
  target: string
  /** The directory of the project that was copied as a whole; nothing where the file itself was named. */
  base?: string
  /** It is of this package, not of the project. */
  brought?: true
}
