import path from 'node:path'
import type { ClientId } from '../clients/find.ts'
import type { Place } from './place.ts'
import type { Homes } from './homes.ts'
import type { Market } from './market.ts'
import { type Names, segment } from './names.ts'
import { MARKET_FILES } from './ours.ts'
import type { Target } from './registrar.ts'

/** Where one client's installation of a plugin lies. */
export interface Places {
  readonly folder: Place
  /** None for pi. */
  readonly market: Market | undefined
  readonly target: Target
}

/**
 *     ~/.agent-cortex/claude/<marketplace>/<plugin>     a link to one version
 *     ~/.agent-cortex/pi/<plugin>
 *     ~/.agent-cortex/.versions/claude/<marketplace>/<plugin>/<number>
 */
export function placesOf(client: ClientId, homes: Homes, names: Names): Places {
  const parts = client === 'pi' ? [segment(names.plugin)] : [segment(names.market), segment(names.plugin)]
  const folder: Place = {
    link: path.join(homes.own, client, ...parts),
    versions: path.join(homes.own, '.versions', client, ...parts),
    base: homes.own,
  }
  const dir = path.dirname(folder.link)
  if (client === 'pi') {
    return { folder, market: undefined, target: { homes, names, dir: folder.link, link: folder.link } }
  }
  return {
    folder,
    market: { dir, file: MARKET_FILES[client] },
    target: { homes, names, dir, link: folder.link },
  }
}
