import type { Plugin } from 'vite'
import { locate, type Project, withCosts } from '../build/build.ts'
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
        return isGuest ? null : hostConfig(locate({ root, options, flags })[0].out)
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
      if (!watchMode || host === undefined) host = new Host({ root, options, flags }, watchMode)
      if (watchMode) watch ??= new Watch(this.environment.config.cacheDir)
      watch?.start()
      const { session, entries } = host
      const stale = session.begin()
      watch?.register(session.inputs(), (file) => this.addWatchFile(file))
      if (isGuest) return
      // A given name spares rolldown hashing what will be thrown away.
      for (const [index, id] of entries.begin(stale).entries())
        this.emitFile({ type: 'chunk', id, fileName: `agent-cortex/${index}.js` })
    },
    resolveId: { filter: { id: ENTRY_RE }, handler: (id) => hosted().entries.resolve(id) },
    load: { filter: { id: NOTHING_RE }, handler: () => EMPTY_MODULE },
    transform: {
      // Before plugins that would make something of any markdown.
      order: 'pre',
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
      const { session, telling } = hosted()
      if (error !== undefined) session.abandon()
      const outcome = error === undefined ? session.settle() : undefined
      // After a failure, `closeBundle` is not called while watching.
      if (outcome?.compilation.diagnostics.hasErrors !== false) watch?.end()
      // The bundler's own error: a file vanished under it, or another plugin failed.
      if (outcome === undefined) return
      const { logger, config } = this.environment
      if (outcome.compilation.diagnostics.hasErrors) throw telling.failure(outcome, logger)
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
    async writeBundle() {
      const { session, telling } = hosted()
      const { logger } = this.environment
      const outcome = session.write(isGuest)
      if (outcome === undefined) return
      if (!outcome.written) throw telling.failure(outcome, logger)
      // While watching, once is enough.
      telling.success(telling.isFirst ? await withCosts(outcome, flags) : outcome, logger)
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
