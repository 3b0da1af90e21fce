import picocolors from 'picocolors'
import { visible } from '../diagnostics/visible.ts'
import type { Verified, VerifiedAgent } from './compare.ts'

/**
 * What each client has, for people:
 *
 *     Claude Code 2.1.332   dist/claude
 *       agent   my-plugin:plan   Bash, Read, Skill
 *                                AskUserQuestion: it is there in an interactive session only
 *       skill   my-plugin:tidy
 *       hook    SessionStart
 */
export function tableOf(results: readonly Verified[], colorful: boolean): string {
  const colors = picocolors.createColors(colorful)
  return results.map((result) => `${linesOf(result).join('\n')}\n`).join('\n')

  function linesOf({ client, version, dir, agents, skills, hooks }: Verified): string[] {
    const width = Math.max(0, ...agents.map(({ name }) => visible(name).length))
    const pad = ' '.repeat(2 + 'agent   '.length + width + 3)
    const head = [client, version].filter(Boolean).join(' ')
    return [
      `${colors.bold(visible(head))}   ${colors.cyan(visible(dir))}`,
      ...agents.flatMap((agent) => [
        `  agent   ${visible(agent.name).padEnd(width)}   ${visible(toolsIn(agent))}`,
        ...agent.lost.map(({ tool, why }) => `${pad}${colors.red(`lost ${visible(`${tool}: ${why}`)}`)}`),
        ...agent.told.map(({ tool, why }) => `${pad}${colors.dim(visible(`${tool}: ${why}`))}`),
      ]),
      ...skills.map((name) => `  skill   ${visible(name)}`),
      ...(hooks ?? []).map((event) => `  hook    ${visible(event)}`),
      ...(hooks === null ? ['  hooks   this client does not tell'] : []),
      ...(agents.length + skills.length + (hooks?.length ?? 1) === 0 ? ['  nothing is loaded'] : []),
    ]
  }
}

function toolsIn({ tools }: VerifiedAgent): string {
  if (tools === null) return 'this client does not tell its tools'
  if (tools === 'all') return 'all tools'
  return tools.length === 0 ? 'no tools' : tools.join(', ')
}
