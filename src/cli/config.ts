import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import type * as Vite from 'vite'
import type { Flags } from '../build/flags.ts'
import type { AgentCortexOptions } from '../compiler/index.ts'
import { findConfig } from './config-file.ts'
import { Failure } from './problem.ts'

/** What our plugin shows of itself to the command. */
interface PluginApi {
  readonly options: AgentCortexOptions
  override(flags: Flags): void
}

/** A project's Vite configuration, evaluated. */
export interface Config {
  /** Relative to the directory that it was looked for in. */
  file: string
  vite: typeof Vite
  config: Vite.UserConfig
  /** The project's root: where the file lies, unless it names another. */
  root: string
  /** Nothing where the configuration does not use our plugin. */
  plugin: PluginApi | undefined
}

/**
 * Evaluates a project's Vite configuration, if it has one; without one, Vite is not even loaded.
 * @throws Failure when there is no Vite, or the configuration throws
 */
export async function loadConfig(dir: string): Promise<Config | undefined> {
  const file = findConfig(dir)
  if (file === undefined) return undefined
  const vite = await loadVite(dir, file)
  try {
    const place = path.join(dir, file)
    const loaded = await vite.loadConfigFromFile(ENVIRONMENT, place, dir, 'silent')
    const config = loaded?.config ?? {}
    const root = path.resolve(dir, config.root ?? '.')
    return { file, vite, config, root, plugin: await findPlugin(config.plugins) }
  } catch (error) {
    throw new Failure('config-failed', `this configuration cannot be loaded: ${messageOf(error)}`, { file })
  }
}

const ENVIRONMENT = { command: 'build', mode: 'production', isSsrBuild: false, isPreview: false } as const

/** What an error says, without the colours that Vite puts into it. */
export function messageOf(error: unknown): string {
  return stripVTControlCharacters(error instanceof Error ? error.message : String(error)).trim()
}

/** The project's own Vite, for its plugins were made for that; else ours. */
async function loadVite(dir: string, file: string): Promise<typeof Vite> {
  try {
    const resolved = createRequire(path.join(dir, 'package.json')).resolve('vite')
    return (await import(pathToFileURL(resolved).href)) as typeof Vite
  } catch (error) {
    if (!isMissing(error)) throw viteFailure(error, file)
  }
  try {
    return await import('vite')
  } catch (error) {
    throw isMissing(error)
      ? new Failure('config-failed', 'this configuration needs Vite, which is not installed', {
          file,
          hint: 'add it to the project: npm install --save-dev vite',
        })
      : viteFailure(error, file)
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND'
}

function viteFailure(error: unknown, file: string): Failure {
  return new Failure('config-failed', `Vite cannot be loaded: ${messageOf(error)}`, { file })
}

/** Plugins may be nested in arrays and promised. */
async function findPlugin(plugins: unknown): Promise<PluginApi | undefined> {
  const settled: unknown = await plugins
  if (typeof settled === 'function' && settled.name === 'agentCortex')
    throw new Error('a plugin is what agentCortex() returns: write agentCortex(), not agentCortex')
  if (!Array.isArray(settled)) return isOurs(settled) ? settled.api : undefined
  for (const plugin of settled) {
    const found = await findPlugin(plugin)
    if (found !== undefined) return found
  }
  return undefined
}

function isOurs(plugin: unknown): plugin is { api: PluginApi } {
  if (typeof plugin !== 'object' || plugin === null || !('name' in plugin) || !('api' in plugin)) return false
  return plugin.name === 'agent-cortex' && typeof plugin.api === 'object' && plugin.api !== null
}
