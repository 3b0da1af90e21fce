import { stripVTControlCharacters } from 'node:util'
import type * as Vite from 'vite'
import type { Project } from '../build/build.ts'
import { printOutcome } from '../build/print.ts'
import { terminal } from '../build/terminal.ts'
import { type Config, messageOf } from './config.ts'
import { interrupted } from './interrupted.ts'
import { Failure } from './problem.ts'

/** Has Vite build a project; our plugin in it hands over what there is to say. @returns the exit code */
export async function buildWithVite(
  { root, flags }: Project,
  loaded: Config,
  watch: boolean,
): Promise<number> {
  const { vite, config, plugin, file } = loaded
  let previous: string | undefined
  let failed = false
  plugin?.override({
    ...flags,
    onOutcome: (outcome) => {
      failed = !outcome.written
      previous = printOutcome(outcome, { ...flags, previous: watch ? previous : undefined }, terminal())
    },
  })
  const stopped = interrupted(watch)
  try {
    const builder = await vite.createBuilder(
      {
        ...config,
        root,
        // It is evaluated already, and the plugin in it told the flags.
        configFile: false,
        clearScreen: false,
        logLevel: 'warn',
        customLogger: quietLogger(vite),
        build: { ...config.build, ...(watch ? { watch: config.build?.watch ?? {} } : {}) },
      },
      // As `vite build` does: the configuration says which environments are built.
      null,
    )
    await builder.buildApp()
  } catch (error) {
    if (failed || isTold(error)) return 1
    const own = ownFault(error)
    if (own !== undefined) throw own
    throw new Failure('config-failed', `Vite failed: ${messageOf(error)}`, { file })
  }
  return watch ? stopped : Number(failed)
}

const FAILED_RE =
  /^\W*Build failed (?:in \d|with 1 error:\s+\d+ errors?; (?:nothing was written|writing is not finished; the next run finishes it)\s*$)/

/** Vite's own progress would stand among the results, and that a build failed is told by its diagnostics. */
function quietLogger(vite: Config['vite']): Vite.Logger {
  const logger = vite.createLogger('warn', { allowClearScreen: false })
  return {
    ...logger,
    error(message, options) {
      if (!FAILED_RE.test(stripVTControlCharacters(message))) logger.error(message, options)
    },
  }
}

/** Our plugin's own error, which comes after its diagnostics; the plugin may be of another copy of this package. */
function isTold(error: unknown): boolean {
  const { kind, errors } = error as { kind?: unknown; errors?: unknown }
  return kind === 'AGENT_CORTEX' || (Array.isArray(errors) && errors.length > 0 && errors.every(isTold))
}

/** What our plugin threw without meaning to. */
function ownFault(error: unknown): Error | undefined {
  const { plugin, errors } = error as { plugin?: unknown; errors?: unknown }
  if (plugin === 'agent-cortex') return error as Error
  return Array.isArray(errors) ? errors.map(ownFault).find((one) => one !== undefined) : undefined
}
