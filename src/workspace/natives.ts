import type { Reporter } from '../diagnostics/index.ts'
import type { Reader } from './reader.ts'
import type { NativeAgent } from './sources.ts'
import type { Entry } from './walk.ts'

/** Collects `agents-native/<name>.md` and `agents-native/<harness>/<name>.md`; what else lies there is told. */
export function collectNatives(
  reader: Reader,
  entries: readonly Entry[],
  known: readonly string[],
  report: Reporter,
): NativeAgent[] {
  const natives: NativeAgent[] = []
  for (const entry of entries) {
    if (entry.isDirectory) continue
    const [, ...below] = entry.path.split('/')
    const [name, harness] = below.length === 2 ? [below[1]!, below[0]] : [below[0]!, undefined]
    if (below.length > 2 || !name.endsWith('.md') || (harness !== undefined && !known.includes(harness))) {
      const message = 'this is not used: native agents are <name>.md and <harness>/<name>.md'
      report({ code: 'file-ignored', message, at: { file: entry.path } })
      continue
    }
    const source = reader.text(entry.path, report, entry.real)
    const read = reader.bytes(entry.path, source === undefined ? () => {} : report, entry.real)
    if (source !== undefined && read !== undefined)
      natives.push({ name: name.slice(0, -'.md'.length), harness, file: entry.path, source, ...read })
  }
  return natives
}
