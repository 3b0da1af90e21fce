import type { Code, SeveritySetting } from '../diagnostics/index.ts'
import type { Harness, Person } from '../compose/harness.ts'

/** Options of the plugin and of {@link compile}; every one may be left out. */
export interface AgentCortexOptions {
  /** What the plugin says of itself, per key. Default: the root `plugin.json`, then `package.json`. */
  plugin?: {
    name?: string
    version?: string
    description?: string
    author?: string | Person
    homepage?: string
    repository?: string
    license?: string
    keywords?: string[]
  }
  /** Ids, or what `defineHarness` returned. Default: the token map's list. */
  harnesses?: (string | Harness)[]
  /** Where the trees go, relative to the root. Default: `dist`. */
  out?: string
  /** Harness → directory that gets a copy of its agents, to be committed. Default: none. */
  committed?: Record<string, string>
  /** Default: the root `marketplace.json`, then the plugin's name and author. */
  marketplace?: { name?: string; owner?: string | Person; description?: string }
  /** Harness → value in place of the map's `plugin_root`. */
  pluginRoot?: Record<string, string>
  /** Harness → skills that it does not get, as paths below `skills/`. */
  skills?: Record<string, { exclude?: string[] }>
  /** Harness → file or folder of the project → where it goes in the tree, as it is. */
  copy?: Record<string, Record<string, string>>
  /** Harness → keys laid over its generated manifest; `null` takes one out. */
  manifest?: Record<string, Record<string, unknown>>
  /** Diagnostic code → severity, or `off`. */
  severity?: Partial<Record<Code, SeveritySetting>>
  /**
   * `harnesses/<name>`, by its name, or another directory of the project, by its path (`docs/support`) → how clients get it: `tree`, as it is, or `flat`, with each of its skills as a skill of the
   * client. Default: `tree`.
   */
  agentHarnesses?: Record<string, 'tree' | 'flat'>
  /** Also builds `dist/agent-harness`: roles and skills for no client in particular. Default: false. */
  agentHarness?: boolean
  /** Warnings become errors. Default: false. */
  strict?: boolean
}
