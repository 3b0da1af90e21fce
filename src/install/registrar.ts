import type { ClientId } from '../clients/find.ts'
import type { Report, Reporter } from '../diagnostics/index.ts'
import type { Ask } from './client.ts'
import type { Homes } from './homes.ts'
import type { Names } from './names.ts'

/** What a client is to be told of. */
export interface Target {
  readonly homes: Homes
  readonly names: Names
  /** What the client is given: the marketplace's directory, for pi the plugin's folder. */
  readonly dir: string
  /** The plugin's folder. */
  readonly link: string
}

/** How one client is told of a plugin. Every judgement is by the client's state, never by an exit code alone. */
export interface Registrar {
  readonly id: ClientId
  /**
   * Reads the client's state before anything is done.
   * @returns nothing where it cannot be read, which is reported
   */
  look(target: Target, report: Reporter): State | undefined
}

/** A client's state as to one plugin. */
export interface State {
  /** Files that the client will write without what it does not understand; they are copied first. */
  readonly losing: readonly string[]
  /** What is told before an installation; it does not forbid one. */
  readonly warnings: readonly Report[]
  /** Why it must not be registered. */
  readonly refusal?: Report | undefined
  /**
   * Whether the client has anything of what we told it.
   * @param isLast whether the marketplace offers no other plugin of ours, so that it counts too
   */
  holds(isLast: boolean): boolean
  /** The commands that register; some may turn out to have nothing to do. */
  readonly toInstall: readonly (readonly string[])[]
  /** The commands that bring back what {@link toInstall} takes away first; run where that fails. */
  readonly toRestore: readonly (readonly string[])[]
  /** The commands that take the registration back. */
  toUninstall(isLast: boolean): readonly (readonly string[])[]
  /** Whether the client has it now. @returns why not */
  confirm(ask: Ask): Promise<string | undefined>
  /** Where the client reads the plugin from, after {@link confirm}; nothing: from its folder. */
  actualRoot(ask: Ask): Promise<string | undefined>
  /** Removes what the client leaves behind. Called when it is no longer registered. */
  tidy(): void
}

/** Code-unit equality of places, whatever slashes they end with. */
export function isSamePlace(a: unknown, b: string): boolean {
  return typeof a === 'string' && a.replace(SLASHES_RE, '') === b
}

const SLASHES_RE = /\/+$/

/** What JSON a client printed; nothing where it printed none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
