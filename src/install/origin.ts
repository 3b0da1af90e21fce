import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ClientId } from '../clients/find.ts'
import type { Report } from '../diagnostics/index.ts'
import { lstat } from '../tree/disk.ts'
import type { Place } from './place.ts'
import type { Sources } from './request.ts'

/** Beside the versions: which project they were made from. */
const FILE = 'source'

/** What is noted of the sources; those of the package lie elsewhere with each version of it. */
function originOf({ root, isOwn }: Sources): string {
  return isOwn === true ? 'the package agent-cortex' : realpathSync(root)
}

/** A warning where what is installed was made from another project, whose plugin has the same name. */
export function otherOrigin(
  place: Place,
  sources: Sources,
  { client, plugin, fate }: { client: ClientId; plugin: string; fate: 'replaced' | 'removed' },
): Report | undefined {
  const before = readOrigin(place)
  if (before === undefined || before === originOf(sources)) return undefined
  return {
    code: 'install-replaced',
    message: `the ${JSON.stringify(plugin)} that was installed from ${before} is ${fate}`,
    hint: 'if that is another plugin, give one of the two another name, and install both',
    harness: client,
  }
}

/** @throws what the file system says */
export function writeOrigin(place: Place, sources: Sources): void {
  const origin = originOf(sources)
  if (readOrigin(place) === origin) return
  mkdirSync(place.versions, { recursive: true })
  writeFileSync(path.join(place.versions, FILE), `${origin}\n`)
}

export function removeOrigin({ versions }: Place): void {
  rmSync(path.join(versions, FILE), { force: true })
}

function readOrigin({ versions }: Place): string | undefined {
  const file = path.join(versions, FILE)
  return lstat(file)?.isFile() === true ? readFileSync(file, 'utf8').replace(END_RE, '') : undefined
}

const END_RE = /\n$/
