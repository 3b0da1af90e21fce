import fs from 'node:fs'
import path from 'node:path'
import type { Diagnostics } from '../diagnostics/index.ts'
import { projectAbove, typed } from '../workspace/project-root.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** What a user who has only flat agents wants to know. */
export function flatAgentHint({ reports }: Diagnostics): string | undefined {
  const flat = reports.find(({ code }) => code === 'flat-agent')
  return flat?.at !== undefined && 'file' in flat.at
    ? `${flat.at.file} is a flat agent: ${flat.hint}`
    : undefined
}

export function isEmpty({ agents, skills, agentHarnesses }: Workspace): boolean {
  return agents.length + skills.length + agentHarnesses.length === 0
}

/** What a user wants to know who is in the wrong directory. */
export function wrongDirectoryHint(root: string): string | undefined {
  const above = projectAbove(root)
  return above === undefined
    ? undefined
    : `the project is ${JSON.stringify(typed(above))}: run it there, or with --root ${typed(above)}`
}

/** What a user wants to know whose project is an Agent Harness itself. */
export function rootHarnessHint(root: string): string | undefined {
  if (!fs.existsSync(path.join(root, 'HARNESS.md'))) return undefined
  return 'a HARNESS.md is built where it lies in harnesses/<name>/: move the harness there'
}

const SOURCES_RE = /^(?:agents|skills|harnesses)(?:\/|$)/

/** Whether there is an attempt at an agent or a skill, in which something is wrong. */
export function hasFaultySources(diagnostics: Diagnostics): boolean {
  return diagnostics.reports.some((report) => {
    if (diagnostics.severityOf(report) !== 'error') return false
    const at = typeof report.at === 'function' ? report.at() : report.at
    return at !== undefined && SOURCES_RE.test('source' in at ? at.source.file : at.file)
  })
}
