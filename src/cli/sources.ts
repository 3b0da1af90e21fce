import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Sources } from '../install/request.ts'
import { looksLikeProject, projectAbove, typed } from '../workspace/project-root.ts'
import { Failure } from './problem.ts'
import { loadProject } from './project.ts'

/** The directory of this package, from `src/cli` and from its bundle alike. */
const OWN = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The sources that a call is about: the project in a directory, else those that this package itself ships.
 * @param isNamed whether the user named the directory; then it is meant, whatever it holds
 * @param call the command as the user would repeat it, for the hint
 * @param isInstalled whether a plugin of that name is installed: then these are its sources, whatever is left of them
 * @throws Failure where there is none in the directory, but one above it
 */
export async function findSources(
  dir: string,
  isNamed: boolean,
  call: string,
  isInstalled: (sources: Sources) => boolean,
): Promise<Sources> {
  const project = await loadProject({ root: dir, flags: {}, watch: false, args: [] })
  const { root, options, config } = project
  if (isNamed || config?.plugin !== undefined || looksLikeProject(root)) return { root, options }
  if (isInstalled({ root, options })) return { root, options }
  const above = projectAbove(root)
  if (above !== undefined) {
    throw new Failure('no-sources', 'there is no agent and no skill here, but in a directory above', {
      hint: `agent-cortex ${call} --root ${typed(above)}`,
    })
  }
  // A checkout has a configuration for building it, and no options in that.
  return existsSync(path.join(OWN, 'agents'))
    ? { root: path.resolve(OWN), options: {}, isOwn: true }
    : { root, options }
}
