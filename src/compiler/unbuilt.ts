import { nearest, type Reporter } from '../diagnostics/index.ts'
import type { Reader } from '../workspace/reader.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { PER_HARNESS } from './options-schema.ts'
import type { Settings } from './settings.ts'

/**
 * Rule S-2: what is there for harnesses that are known and not built is told; nothing is left out in silence.
 * @param reader nothing where there is no project
 */
export function reportUnbuilt(
  { agents, shared, listed }: Workspace,
  { known, options, sound }: Settings,
  reader: Reader | undefined,
  report: Reporter,
): void {
  const { harnesses } = options
  const hint =
    sound && harnesses !== undefined
      ? 'add it to the option "harnesses"'
      : 'add it to "harnesses" in token-map.json'
  const tell = (id: string, file: string): void => {
    if (listed.includes(id)) return
    const message = `${id} is not among the harnesses that are built`
    report({ code: 'harness-not-built', message, hint, at: { file } })
  }
  for (const { directory, harnesses } of agents) for (const id of harnesses) tell(id, `${directory}/${id}`)
  for (const id of shared.harnesses.keys()) tell(id, `agents/_sections/${id}`)
  const names = new Set(reader?.names('', EXTRAS_RE))
  for (const id of known.keys()) if (names.has(`${id}-extras`)) tell(id, `${id}-extras`)
  for (const option of sound ? PER_HARNESS : []) {
    for (const id of Object.keys(options[option] ?? {})) {
      if (listed.includes(id)) continue
      const message = `option ${JSON.stringify(`${option}.${id}`)}: ${id} is not among the harnesses that are built`
      report({ code: 'harness-not-built', message, hint, harness: id })
    }
  }
}

const EXTRAS_RE = /^(.+)-extras$/

/** A misspelt `<harness>-extras/` would be nobody's. */
export function reportStrayExtras(reader: Reader, known: readonly string[], report: Reporter): void {
  for (const name of reader.names('', EXTRAS_RE)) {
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
