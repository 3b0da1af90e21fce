import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const HOME_RE = /^~(?=[/\\]|$)/

/** pi's directory of the user: `PI_CODING_AGENT_DIR`, else `~/.pi/agent` (`dist/config.js` of pi 1.6.0). */
export function agentDirectory(): string {
  const named = process.env['PI_CODING_AGENT_DIR']
  return named ? path.resolve(expandHome(named)) : path.join(os.homedir(), '.pi', 'agent')
}

/** A path as a person or a model writes it. */
export function expandHome(file: string): string {
  return file.replace(HOME_RE, () => os.homedir())
}

/**
 * The package that an extension lies in: the closest directory above whose package.json speaks to pi; its own
 * directory where none does.
 * @param url of the extension's file
 */
export function packageOf(url: string): string {
  const own = path.dirname(fileURLToPath(url))
  for (let at = own; ; at = path.dirname(at)) {
    if (isPackage(at)) return at
    if (at === path.dirname(at)) return own
  }
}

function isPackage(directory: string): boolean {
  try {
    const text = fs.readFileSync(path.join(directory, 'package.json'), 'utf8')
    return Object.hasOwn(JSON.parse(text) as object, 'pi')
  } catch {
    return false
  }
}
