import type { Plugin } from 'vite'
import type { Project } from '../build/build.ts'
import type { Flags } from '../build/flags.ts'
import type { AgentCortexOptions } from '../compiler/index.ts'
import { AGENT_FILE_RE, Entries, ENTRY_RE, NOTHING_RE } from './entries.ts'
import { unwrapFailure } from './failure.ts'
import { hasOwnBuild, hostConfig } from './host-config.ts'
import { Session } from './session.ts'
import { Telling } from './telling.ts'
import { Watch } from './watch.ts'

/** What other programs find as `api` of the plugin named `agent-cortex`. */
export interface BuildApi {
  /** As the user's configuration gives them. */
  readonly options: AgentCortexOptions
  /** Lays the flags of a call over the options; to be called before the build starts. */
  override(flags: Flags): void
}

const EMPTY_MODULE = { code: '', moduleType: 'js' } as const

/** Builds the trees of all harnesses in `vite build`, and anew while watching. */
export function buildPlugin(options: AgentCortexOptions): Plugin<BuildApi> {
  let flags: Flags = {}
  let root = ''
  let isGuest = false
  let host: Host | undefined
  let watch: Watch | undefined
  const hosted = (): Host => host!

  return {
    name: 'agent-cortex',
    apply: 'build',
    api: {
      options,
      override: (given) => {
        flags = given
      },
    },
    // Once, however many environments the project builds.
    applyToEnvironment: ({ name }) => name === 'client',
    config: {
      // After other plugins, which may bring an input.
      order: 'post',
      handler(config) {
        isGuest = hasOwnBuild(config)
        return isGuest ? null : hostConfig()
      },
    },
    configResolved(config) {
      root = config.root
    },
    buildApp: {
      order: 'pre',
      // `vite build` would print the stack of rolldown's wrapping below our one line.
      async handler(builder) {
        const build = builder.build
        builder.build = (environment) =>
          build(environment).catch((error: unknown) => {
            throw unwrapFailure(error)
          })
      },
    },
    buildStart() {
      const { watchMode } = this.meta
      host ??= new Host({ root, options, flags }, watchMode)
      if (watchMode) watch ??= new Watch()
      watch?.start()
      const { session, entries } = host
      const stale = session.begin()
      watch?.register(session.inputs(), (file) => this.addWatchFile(file))
      if (isGuest) return
      for (const id of entries.begin(stale)) this.emitFile({ type: 'chunk', id })
    },
    resolveId: { filter: { id: ENTRY_RE }, handler: (id) => hosted().entries.resolve(id) },
    // Only for the entry that stands for nothing: a file that a plugin loads is not watched by rolldown.
    load: { filter: { id: NOTHING_RE }, handler: () => EMPTY_MODULE },
    transform: {
      filter: { id: AGENT_FILE_RE },
      handler(_code, id) {
        const { session, entries } = hosted()
        const name = entries.agentOf(id)
        if (name === undefined) return null
        session.compose(name)
        return EMPTY_MODULE
      },
    },
    buildEnd(error) {
      if (error !== undefined) return
      const { session, telling } = hosted()
      const outcome = session.settle()
      const { logger, config } = this.environment
      if (outcome.compilation.diagnostics.hasErrors) {
        watch?.end()
        throw telling.failure(outcome, logger)
      }
      if (!config.build.write) telling.diagnostics(outcome, logger)
    },
    generateBundle: {
      // Before other plugins look at each of them.
      order: 'pre',
      handler(_options, bundle) {
        const { entries } = hosted()
        for (const [file, output] of Object.entries(bundle)) {
          if (output.type === 'chunk' && entries.owns(output.facadeModuleId)) delete bundle[file]
        }
      },
    },
    writeBundle() {
      const { session, telling } = hosted()
      const { logger } = this.environment
      const outcome = session.write(isGuest)
      if (outcome === undefined) return
      if (!outcome.written) throw telling.failure(outcome, logger)
      telling.success(outcome, logger)
    },
    closeBundle() {
      watch?.end()
    },
    closeWatcher() {
      watch?.close()
    },
  }
}

/** What one build, or watch, holds between the hooks. */
class Host {
  readonly session: Session
  readonly entries: Entries
  readonly telling: Telling

  constructor(project: Project, watchMode: boolean) {
    this.session = new Session(project, watchMode)
    this.entries = new Entries(project.root)
    this.telling = new Telling(project.flags)
  }
}
