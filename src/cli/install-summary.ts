import type { Change, InstallRequest, Outcome, Registration, UninstallRequest } from '../install/request.ts'
import { plural } from '../build/summary.ts'
import { visible } from '../diagnostics/visible.ts'

/** What an installation did, for people; what is left for them to do comes last. */
export function installSummary(outcome: Outcome, request: InstallRequest): string {
  const { ok, title, changes, registration } = outcome
  const { client, dryRun, sources, output } = request
  if (changes.length === 0) return ok ? '' : text([...ownLine(request, 'installs'), 'nothing was written'])
  const would = dryRun ? 'would be ' : ''
  const lines = [
    ...ownLine(request, 'installs'),
    ...(output === undefined ? [`${title} for ${client}, from ${sources.root}`] : []),
    ...changes.flatMap((change) => changeLines(change, dryRun)),
    ...(request.materialise ? materialisedLines(registration) : registrationLines(registration, would)),
    ...(dryRun ? ['nothing was written'] : []),
  ]
  return text(lines)
}

export function uninstallSummary(outcome: Outcome, request: UninstallRequest): string {
  const { ok, title, changes, registration } = outcome
  const { client, dryRun } = request
  if (!ok && title === undefined) return text([...ownLine(request, 'uninstalls'), 'nothing was removed'])
  const done =
    registration.kind === 'none' ? [] : registrationLines(registration, dryRun ? 'would be ' : '', 'un')
  const removed = changes.flatMap((change) => changeLines(change, dryRun))
  if (done.length + removed.length === 0) {
    return text([
      ...ownLine(request, 'uninstalls'),
      `nothing of ${title ?? 'ours'} is installed ${request.output === undefined ? `for ${client}` : 'there'}`,
    ])
  }
  return text([
    ...ownLine(request, 'uninstalls'),
    ...removed,
    ...done,
    ...(dryRun ? ['nothing was removed'] : []),
  ])
}

function ownLine({ sources }: UninstallRequest, does: string): string[] {
  return sources.isOwn === true
    ? [`there is no project here: this ${does} agent-cortex's own agents and skills`]
    : []
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${visible(line)}\n`).join('')
}

/** `~/x: 3 written, 1 removed, 9 unchanged`; in a dry run every file that would change. */
function changeLines({ dir, added, changed, removed, unchanged }: Change, dryRun: boolean): string[] {
  const written = added.length + changed.length
  const parts = [
    ...(written > 0 ? [`${plural(written, 'file')} ${dryRun ? 'to write' : 'written'}`] : []),
    ...(removed.length > 0 ? [`${plural(removed.length, 'file')} ${dryRun ? 'to remove' : 'removed'}`] : []),
    ...(unchanged > 0 ? [`${plural(unchanged, 'file')} unchanged`] : []),
  ]
  const list = [
    ...added.map((file) => `  + ${file}`),
    ...changed.map((file) => `  ~ ${file}`),
    ...removed.map((file) => `  - ${file}`),
  ]
  return [`${dir}: ${parts.join(', ') || 'no files'}`, ...(dryRun ? list : [])]
}

/** For pi's own directory nothing is registered; a package of the plugin may have to go. */
function materialisedLines({ kind, ...rest }: Registration): string[] {
  if (kind !== 'done' || !('commands' in rest) || rest.commands.length === 0) return []
  return ['the package goes:', ...rest.commands.map((command) => `  ${command}`)]
}

function registrationLines(registration: Registration, would: string, un = ''): string[] {
  const { kind } = registration
  if (kind === 'none') return []
  const commands = registration.commands.map((command) => `  ${command}`)
  if (kind === 'left') {
    if (commands.length === 0) return []
    return [
      `${un === '' ? 'not registered' : 'still registered'}, ${registration.reason}; to do it yourself:`,
      ...commands,
    ]
  }
  if (commands.length === 0) return [`${un}registered with ${registration.client} already`]
  const effect = would === '' && un === '' ? ', from its next start' : ''
  return [`${would}${un}registered with ${registration.client}${effect}:`, ...commands]
}
