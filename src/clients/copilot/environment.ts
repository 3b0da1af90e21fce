import path from 'node:path'
import type { Scratch } from '../scratch.ts'

/** The client's own directory in a scratch directory. */
export function homeOf(scratch: Scratch): string {
  return scratch.folder('copilot')
}

/**
 * A home of its own, and a model of our own at an address where nobody listens: offline, it wants one before it starts.
 * It unpacks itself (130 MB) at its first start: within the scratch directory, unless COPILOT_CACHE_HOME names another.
 */
export function environment(scratch: Scratch): NodeJS.ProcessEnv {
  return scratch.environment({
    COPILOT_HOME: homeOf(scratch),
    COPILOT_CACHE_HOME: process.env['COPILOT_CACHE_HOME'] ?? path.join(scratch.dir, 'copilot-cache'),
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: PROVIDER.baseUrl,
    COPILOT_PROVIDER_TYPE: PROVIDER.type,
    COPILOT_PROVIDER_API_KEY: PROVIDER.apiKey,
    COPILOT_PROVIDER_MODEL_ID: MODEL,
    COPILOT_MODEL: MODEL,
  })
}

export const PROVIDER = { type: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'none' }
export const MODEL = 'none'

/** With a log of everything, for some is said nowhere else. */
export function flags(scratch: Scratch): string[] {
  return ['--no-auto-update', '--no-auto-login', '--log-level', 'all', '--log-dir', scratch.folder('log')]
}
