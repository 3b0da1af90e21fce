import type { Reporter } from '../diagnostics/index.ts'
import { FRONTMATTER, HIDDEN_RE, split } from './agent-files.ts'
import { nameOf } from './paths.ts'
import type { Entry } from './walk.ts'

/** Holds directories in the format of https://agentharnesses.io. */
export const HARNESSES = 'harnesses'

const SETTINGS = '.agent-harness.json'

/** `harnesses/<name>/`, or another directory that an option names, known by its list of files. */
export interface AgentHarnessFolder {
  /** The last part of its path. */
  name: string
  /** `harnesses/<name>`, or the path that was named. */
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
    .map(([name, below]) => folderAt(`${HARNESSES}/${name}`, below))
}

/** An Agent Harness anywhere in the project. @param below everything in it */
export function folderAt(directory: string, below: readonly Entry[]): AgentHarnessFolder {
  const at = (file: string): Entry | undefined =>
    below.find(({ path, isDirectory }) => !isDirectory && path === `${directory}/${file}`)
  const [frontmatter, settings] = [at(FRONTMATTER), at(SETTINGS)]
  const files = below.filter((entry) => !entry.isDirectory && entry !== frontmatter && entry !== settings)
  return { name: nameOf(directory), directory, files, frontmatter, settings }
}

/** The keys of option `agentHarnesses` that are paths of the project, not names in `harnesses/`, as they are there. */
export function harnessPaths(forms: object | undefined): string[] {
  const paths = Object.keys(forms ?? {}).filter((key) => key.includes('/'))
  return [...new Set(paths.map(pathOfKey).filter((key) => !UNSAFE_RE.test(key)))]
}

/** Without `./` before it and `/` after it. */
export function pathOfKey(key: string): string {
  return key.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '')
}

/** Empty, absolute or leading out of the project; and what lies in `harnesses/` goes by its name. */
const UNSAFE_RE = /^$|^\/|\\|(?:^|\/)\.{1,2}(?:\/|$)|^harnesses(?:\/|$)/
