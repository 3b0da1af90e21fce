import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ClientId } from './find.ts'
import { readObject } from './tree.ts'

type Plain = Readonly<Record<string, unknown>>

/** Files that are read beside, or for want of, what the manifest names (run 2026-11-30). */
const USUAL: Readonly<Record<Exclude<ClientId, 'pi'>, readonly string[]>> = {
  claude: ['hooks/hooks.json'],
  copilot: ['hooks.json', 'hooks/hooks.json'],
}

/**
 * The event of each hook that a tree's files hold. Without the prompts of Copilot, which it does not list with its hooks (run
 * 2026-11-30, 1.0.102: `hooks.discover`).
 */
export function hooksOf(client: Exclude<ClientId, 'pi'>, dir: string, manifest: Plain): string[] {
  const named = [manifest['hooks']].flat().filter((value) => value !== undefined)
  const paths = named.filter((value) => typeof value === 'string')
  const inline = named.filter((value) => isPlain(value))
  // Copilot takes the usual ones only where the manifest names none, and of those the first.
  const usual = USUAL[client].filter((file) => existsSync(path.join(dir, file)))
  const files = client === 'claude' ? [...usual, ...paths] : named.length > 0 ? paths : usual.slice(0, 1)
  const unique = new Set(files.map((file) => path.resolve(dir, file)))
  return [...[...unique].map((file) => readObject(file)), ...inline].flatMap((file) => eventsIn(client, file))
}

function eventsIn(client: ClientId, file: Plain): string[] {
  const events = isPlain(file['hooks']) ? file['hooks'] : file['version'] === undefined ? file : {}
  return Object.entries(events).flatMap(([event, groups]) =>
    Array.isArray(groups)
      ? groups
          .flatMap(hooksIn)
          .filter((hook) => isListed(client, hook))
          .map(() => event)
      : [],
  )
}

/** Several in a group with a matcher, or the entry itself. */
function hooksIn(group: unknown): unknown[] {
  return isPlain(group) && Array.isArray(group['hooks']) ? group['hooks'] : [group]
}

function isListed(client: ClientId, hook: unknown): boolean {
  return client !== 'copilot' || !isPlain(hook) || hook['type'] !== 'prompt'
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
