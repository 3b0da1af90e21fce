import path from 'node:path'
import type { ClientId } from '../clients/find.ts'
import { exists } from '../tree/disk.ts'
import { readHomes } from './homes.ts'
import { readNames, segment } from './names.ts'
import { isPlaced } from './place.ts'
import { placesOf } from './places.ts'
import type { Sources } from './request.ts'

/** Whether a plugin of the name that a directory's files say is installed for one of the clients. Never throws. */
export function isInstalled(
  clients: readonly ClientId[],
  { root, options }: Sources,
  env: NodeJS.ProcessEnv,
): boolean {
  const homes = readHomes(env)
  return clients.some((client) => {
    const names = readNames(root, options, client)
    if (names === undefined) return false
    try {
      const shared = path.join(homes.pi, '.agent-cortex', `${segment(names.plugin)}.json`)
      return isPlaced(placesOf(client, homes, names).folder) || (client === 'pi' && exists(shared))
    } catch {
      // What stands there is no installation; the run that follows says what it is.
      return false
    }
  })
}
