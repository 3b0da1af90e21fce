import { nearest, type Reporter } from '../diagnostics/index.ts'
import type { Reader } from '../workspace/reader.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Rule S-2: directories of harnesses that are known and not built are told; nothing is left out in silence. */
export function reportUnbuilt({ agents, listed }: Workspace, report: Reporter): void {
  for (const { directory, harnesses } of agents) {
    for (const id of harnesses.keys()) {
      if (listed.includes(id)) continue
      report({
        code: 'harness-not-built',
        message: `${id} is not among the harnesses that are built`,
        hint: 'add it to "harnesses" in token-map.json',
        at: { file: `${directory}/${id}` },
      })
    }
  }
}

const EXTRAS_RE = /^(.+)-extras$/

/** A misspelt `<harness>-extras/` would be nobody's. */
export function reportStrayExtras(reader: Reader, known: readonly string[], report: Reporter): void {
  for (const name of reader.names('')) {
    const id = EXTRAS_RE.exec(name)?.[1]
    if (id === undefined || known.includes(id)) continue
    const [near] = nearest(id, known)
    if (near === undefined) continue
    report({
      code: 'harness-unknown',
      severity: 'warning',
      message: `${JSON.stringify(id)} is no harness: what lies here goes into no tree`,
      hint: `did you mean ${near}-extras?`,
      at: { file: name },
    })
  }
}
