import type { Diagnostic, Severity } from '../diagnostic.ts'
import { visible } from '../visible.ts'

const COMMANDS: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' }

/**
 * Workflow commands, one a line, which GitHub shows as annotations:
 * https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function formatGithub(diagnostics: readonly Diagnostic[]): string {
  return diagnostics.map((diagnostic) => `${command(diagnostic)}\n`).join('')
}

function command(diagnostic: Diagnostic): string {
  const { code, severity, file } = diagnostic
  const properties = { ...(file === undefined ? {} : { file, ...region(diagnostic) }), title: code }
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${COMMANDS[severity]} ${list.join(',')}::${escapeData(text(diagnostic))}`
}

/** The runner drops columns where the two lines differ. */
function region({ line, column, endLine = line, endColumn }: Diagnostic): Record<string, number> {
  if (line === undefined || endLine === undefined) return {}
  if (column === undefined || endColumn === undefined || line !== endLine) return { line, endLine }
  return { line, col: column, endLine, endColumn }
}

function text({ message, hint, harnesses }: Diagnostic): string {
  const first = harnesses.length === 0 ? message : `${message} [${harnesses.join(', ')}]`
  const hints = hint?.split('\n').map((line) => `hint: ${line}`) ?? []
  return [first, ...hints].join('\n')
}

/** Line breaks are kept, in the escaped form; other control characters must not reach the log. */
function escapeData(data: string): string {
  const lines = data
    .split('\n')
    .map((line) => line.replaceAll('%', '%25').split('\r').map(visible).join('%0D'))
  return lines.join('%0A')
}

function escapeProperty(value: string): string {
  return escapeData(value).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
