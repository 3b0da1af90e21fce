import picocolors from 'picocolors'
import type { Diagnostic, Severity } from '../diagnostic.ts'
import { visible } from '../visible.ts'

type Colors = ReturnType<typeof picocolors.createColors>

/** Diagnostics shown before only the rest's number is told. */
const MOST = 50

/** Most grievous first. */
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** A row of a code frame: its gutter, and what stands right of it. */
const FRAME_ROW_RE = /^( *(\d*) \|)(.*)$/s

export interface PrettyOptions {
  /** Shows info too. Default false. */
  verbose?: boolean
  /** Default false. */
  colors?: boolean
}

/**
 * For people, in the form that compilers use and editors understand (`file:line:column: severity: message`):
 *
 *     agents/plan/agent.md:12:5: error: unknown tool "tsk" (tool-unknown) [claude, pi]
 *       12 | the {{TOOL:tsk}} tool
 *          |     ^^^^^^^^^^^^
 *       hint: did you mean "task"?
 *
 * The first 50 are shown, errors before milder ones where there are more, and a count of all closes the list.
 */
export function formatPretty(diagnostics: readonly Diagnostic[], options: PrettyOptions = {}): string {
  const wanted = diagnostics.filter(({ severity }) => options.verbose || severity !== 'info')
  if (wanted.length === 0) return ''
  const colors = picocolors.createColors(options.colors ?? false)
  const blocks = firstOf(wanted).map((diagnostic) => `${block(diagnostic, colors)}\n`)
  return `${[...blocks, countLine(wanted)].join('\n')}\n`
}

function firstOf(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MOST) return diagnostics
  const weightiest = SEVERITIES.flatMap((severity) => diagnostics.filter((one) => one.severity === severity))
  const shown = new Set(weightiest.slice(0, MOST))
  return diagnostics.filter((diagnostic) => shown.has(diagnostic))
}

function block(diagnostic: Diagnostic, colors: Colors): string {
  const { code, severity, message, hint, harnesses, frame } = diagnostic
  const paint = painter(severity, colors)
  const [first = '', ...rest] = message.split('\n').map(visible)
  const place = placeOf(diagnostic)
  const header = [
    ...(place === '' ? [] : [colors.bold(`${place}:`)]),
    paint(`${severity}:`),
    colors.bold(first),
    colors.dim(`(${code})`),
    ...(harnesses.length === 0 ? [] : [colors.dim(`[${visible(harnesses.join(', '))}]`)]),
  ].join(' ')
  const frameRows = frame?.split('\n').map((row) => frameRow(visible(row), colors, paint)) ?? []
  const hints = hint?.split('\n').map((line) => `${colors.cyan('hint:')} ${visible(line)}`) ?? []
  return [header, ...[...rest, ...frameRows, ...hints].map((line) => `  ${line}`)].join('\n')
}

function placeOf({ file, line, column }: Diagnostic): string {
  return [file === undefined ? undefined : visible(file), line, column]
    .filter((part) => part !== undefined)
    .join(':')
}

function painter(severity: Severity, colors: Colors): (text: string) => string {
  if (severity === 'error') return colors.red
  return severity === 'warning' ? colors.yellow : colors.blue
}

function frameRow(row: string, colors: Colors, paint: (text: string) => string): string {
  const match = FRAME_ROW_RE.exec(row)
  if (match === null) return row
  const [, gutter = '', number, text = ''] = match
  return colors.dim(gutter) + (number === '' ? paint(text) : text)
}

/** `2 errors, 60 warnings (12 more than shown; all with --format json)` */
function countLine(diagnostics: readonly Diagnostic[]): string {
  const counts = SEVERITIES.map((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length
    return count === 0 ? '' : `${count} ${severity}${count === 1 ? '' : 's'}`
  })
  const line = counts.filter((count) => count !== '').join(', ')
  const more = diagnostics.length - MOST
  return more > 0 ? `${line} (${more} more than shown; all with --format json)` : line
}
