import { harnessPaths } from '../workspace/agent-harnesses.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { readComponents } from './metadata.ts'
import type { Settings } from './settings.ts'

const ALWAYS = [
  'agents',
  'skills',
  'agents-native',
  'harnesses',
  'token-map.json',
  'package.json',
  'plugin.json',
  'marketplace.json',
  '.gitignore',
]

/**
 * Files and directories, relative to the root, whose change can change what is built. A directory stands for all that
 * is in it; what is not there may come to be.
 */
export function inputPaths({ known, sound, options }: Settings, workspace: Workspace): string[] {
  const copied = sound ? Object.values(options.copy ?? {}).flatMap((copies) => Object.keys(copies)) : []
  const named = Object.values(readComponents(workspace.root)).flat()
  const harnesses = sound ? harnessPaths(options.agentHarnesses) : []
  const further = [...copied, ...harnesses, ...named.filter((value) => typeof value === 'string')]
  const inside = further.filter(
    (path) => path !== '' && !path.startsWith('/') && !path.split('/').includes('..'),
  )
  return [...new Set([...ALWAYS, ...[...known.keys()].map((id) => `${id}-extras`), ...inside])]
}
