import path from 'node:path'
import type { TokenMap } from '../workspace/token-map.ts'
import type { Settings } from './settings.ts'

/**
 * Names of the files directly in `agents/` that a build writes as copies of native agents (rule O-6). They are copied
 * byte for byte, so no marker tells that they are ours (rule S-1).
 */
export function nativeCopies({ known, options, sound }: Settings, map: TokenMap): Set<string> {
  const { root = '.', committed = {} } = sound ? options : {}
  const names = new Set<string>()
  for (const [id, dir] of Object.entries(committed)) {
    const harness = known.get(id)
    if (harness === undefined || path.resolve(root, dir) !== path.resolve(root, 'agents')) continue
    for (const [agent, ids] of map.deferred)
      if (ids.includes(id)) names.add(path.posix.basename(harness.layout.agent(agent)))
  }
  return names
}
