import type { Reporter } from '../diagnostics/index.ts'
import { FRONTMATTER, HIDDEN_RE, split } from './agent-files.ts'
import type { Entry } from './walk.ts'

/** Holds directories in the format of https://agentharnesses.io. */
export const HARNESSES = 'harnesses'

const SETTINGS = '.agent-harness.json'

/** `harnesses/<name>/`, known by its list of files. */
export interface AgentHarnessFolder {
  name: string
  /** `harnesses/<name>` */
  directory: string
  /** All files but the two below, which are ours and no part of the harness. */
  files: readonly Entry[]
  /** What its agents say beyond `HARNESS.md`. */
  frontmatter: Entry | undefined
  /** How it is read and checked. */
  settings: Entry | undefined
}

/** Collects the Agent Harness directories. @param entries everything below `harnesses/` */
export function collectAgentHarnesses(entries: readonly Entry[], report: Reporter): AgentHarnessFolder[] {
  if (entries.length === 0) return []
  const own = split(entries, HARNESSES)
  for (const { path: file } of own.files.values())
    report({
      code: 'file-ignored',
      message: 'this is not emitted: it lies in no Agent Harness',
      at: { file },
    })
  return [...own.directories]
    .filter(([name]) => !HIDDEN_RE.test(name))
    .map(([name, below]) => {
      const directory = `${HARNESSES}/${name}`
      const at = (file: string): Entry | undefined =>
        below.find(({ path, isDirectory }) => !isDirectory && path === `${directory}/${file}`)
      const [frontmatter, settings] = [at(FRONTMATTER), at(SETTINGS)]
      const files = below.filter((entry) => !entry.isDirectory && entry !== frontmatter && entry !== settings)
      return { name, directory, files, frontmatter, settings }
    })
}
