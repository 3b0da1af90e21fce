import { existsSync, readFileSync } from 'node:fs'
import type { Problem } from '../loaded.ts'
import type { ClientTree } from '../tree.ts'

const LINE_RE = /^\S+ \[(?:WARN|ERROR)\] (.+)$/gm

/** What Claude Code writes into its debug log only, such as the keys of a frontmatter that it does not obey. */
export function problemsIn(log: string, tree: ClientTree): Problem[] {
  if (!existsSync(log)) return []
  const lines = [...readFileSync(log, 'utf8').matchAll(LINE_RE)].map(([, line]) => line!)
  return [...new Set(lines)].flatMap((line) => {
    if (!line.includes(`${tree.dir}/`) && !line.startsWith(`Plugin ${tree.name}: `)) return []
    const message = line.replaceAll(`${tree.dir}/`, '')
    const file = [...tree.agents, ...tree.skills].map((one) => one.file).find((one) => message.includes(one))
    return [{ message, severity: 'error', ...(file === undefined ? {} : { file }) }]
  })
}
