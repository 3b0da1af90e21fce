import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sources } from '../install/request.ts'
import { loadProject } from './project.ts'

/** The directory of this package, from `src/cli` and from its bundle alike. */
const OWN = fileURLToPath(new URL('../..', import.meta.url))

/** What makes a directory a project of agents. */
const SIGNS = ['agents', 'skills', 'agents-native']

/**
 * The sources that a call is about: the project in a directory, else those that this package itself ships.
 * @param isNamed whether the user named the directory; then it is meant, whatever it holds
 */
export async function findSources(dir: string, isNamed: boolean): Promise<Sources> {
  const project = await loadProject({ root: dir, flags: {}, watch: false, args: [] })
  const { root, options, config } = project
  if (isNamed || config?.plugin !== undefined || SIGNS.some((sign) => isDirectory(path.join(root, sign)))) {
    return { root, options }
  }
  // A checkout has a configuration for building it, and no options in that.
  return existsSync(path.join(OWN, 'agents')) ? { root: path.resolve(OWN), options: {} } : { root, options }
}

function isDirectory(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true
}
