import type { ClientId } from '../clients/find.ts'
import type { AgentCortexOptions } from '../compiler/index.ts'
import type { Diagnostics } from '../diagnostics/index.ts'

/** The sources that are installed, or whose installation is taken back. */
export interface Sources {
  /** Absolute. */
  readonly root: string
  readonly options: AgentCortexOptions
  /** They are those that this package itself ships, for want of a project. */
  readonly isOwn?: true
}

export interface InstallRequest {
  readonly client: ClientId
  readonly sources: Sources
  readonly env: NodeJS.ProcessEnv
  /** Generates the tree there, and no more. As the user gave it. */
  readonly output?: string | undefined
  /** In place of where the client really reads the plugin from. */
  readonly pluginRoot?: string | undefined
  /** Does all but write and ask the client to change something. */
  readonly dryRun: boolean
  /** Moves what is not ours out of the way. */
  readonly force: boolean
  /** For pi: skills go to its own directory too, and no package is registered. */
  readonly materialise: boolean
  /** `try`: a client that is missing or too old is no error. */
  readonly register: 'no' | 'try' | 'must'
}

export type UninstallRequest = Pick<InstallRequest, 'client' | 'sources' | 'env' | 'output' | 'dryRun'>

/** How the files of one directory changed, or would. */
export interface Change {
  /** Absolute, or as the user gave it. */
  readonly dir: string
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly unchanged: number
}

/** What a run came to. */
export interface Outcome {
  readonly ok: boolean
  readonly diagnostics: Diagnostics
  /** `demo 1.0.0`; nothing where the sources do not say. */
  readonly title: string | undefined
  readonly changes: readonly Change[]
  readonly registration: Registration
}

export type Registration =
  /** It was not asked for, or it came to no such thing. */
  | { readonly kind: 'none' }
  /** The commands that were run, as text; in a dry run, those that would be. */
  | { readonly kind: 'done'; readonly commands: readonly string[]; readonly client: string }
  /** What the user has to run, and why. */
  | { readonly kind: 'left'; readonly commands: readonly string[]; readonly reason: string }

export const NO_REGISTRATION: Registration = { kind: 'none' }
