import { load as claude } from './claude/load.ts'
import { load as copilot } from './copilot/load.ts'
import type { ClientId, FoundClient } from './find.ts'
import type { Loaded } from './loaded.ts'
import { load as pi } from './pi/load.ts'
import type { Scratch } from './scratch.ts'
import type { ClientTree } from './tree.ts'

type Load = (client: FoundClient, tree: ClientTree, scratch: Scratch) => Promise<Loaded>

const LOADERS: Readonly<Record<ClientId, Load>> = { claude, copilot, pi }

/** Has a client load a tree, without a login and with nothing outside the scratch directory changed. Never rejects. */
export async function load(client: FoundClient, tree: ClientTree, scratch: Scratch): Promise<Loaded> {
  return LOADERS[client.id](client, tree, scratch)
}
