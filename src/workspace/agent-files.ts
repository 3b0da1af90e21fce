import type { Reporter } from '../diagnostics/index.ts'
import type { Reader } from './reader.ts'
import type { Entry } from './walk.ts'

/** What the parts of an agent are read with. */
export interface AgentContext {
  reader: Reader
  /** Ids of all harnesses that have an adapter. */
  known: readonly string[]
  /** Ids of those that this run builds. */
  built: readonly string[]
  report: Reporter
}

export const FRONTMATTER = 'frontmatter.json'
/** What was meant to be one. */
const MISNAMED_RE = /^frontmatter\.(?:ya?ml|toml|json[c5]?)$/i

/** Whether a file that is not read was meant to be the `frontmatter.json`. */
export function isMisnamed(name: string): boolean {
  return name !== FRONTMATTER && MISNAMED_RE.test(name)
}

/** Ours, or anybody's: a directory whose name starts so is not looked at, nor a file that is no section. */
export const HIDDEN_RE = /^[._]/

export interface Split {
  files: Map<string, Entry>
  directories: Map<string, Entry[]>
}

/** What stands directly in a directory: its files, and its directories with all that is below them. */
export function split(entries: readonly Entry[], directory: string): Split {
  const result: Split = { files: new Map(), directories: new Map() }
  for (const entry of entries) {
    const below = entry.path.slice(directory.length + 1)
    const slash = below.indexOf('/')
    if (slash !== -1) result.directories.get(below.slice(0, slash))?.push(entry)
    else if (entry.isDirectory) result.directories.set(below, [])
    else result.files.set(below, entry)
  }
  return result
}

export function reportIgnored({ report }: AgentContext, file: string): void {
  report({
    code: 'file-ignored',
    message: 'this is not used: an agent is made of agent.md, frontmatter.json and sections (.md)',
    at: { file },
  })
}

export function reportMisnamed({ report }: AgentContext, file: string): void {
  report({
    code: 'file-ignored',
    severity: 'warning',
    message: `this is not read: frontmatter is in ${FRONTMATTER}`,
    hint: misnamedHint(file),
    at: { file },
  })
}

export function misnamedHint(file: string): string {
  return `write ${file} as ${FRONTMATTER}`
}

export function reportDirectory({ report }: AgentContext, file: string): void {
  report({ code: 'not-a-file', message: 'this is a directory; a file is expected here', at: { file } })
}
