import type { ClientId } from '../clients/find.ts'
import { claude } from './claude.ts'
import { copilot } from './copilot.ts'
import { materialised, pi } from './pi.ts'
import type { Registrar } from './registrar.ts'

export function registrarOf(client: ClientId, materialise = false): Registrar {
  if (client === 'pi') return materialise ? materialised : pi
  return client === 'claude' ? claude : copilot
}
