import { didYouMean } from '../../diagnostics/index.ts'
import type { JsonPath } from '../../workspace/json.ts'
import { isPlain, type Plain } from '../fields.ts'
import type { Finding } from '../findings.ts'
import { eventNames, eventOf } from './events.ts'
import { checkHook, checkMatcher } from './hook.ts'

/**
 * A hooks file, as Copilot CLI 1.0.102 takes it (run 2026-11-30): `version` may be absent, else it must be 1;
 * an unknown event is ignored; anything refused takes the whole file with it.
 */
export function checkHooksFile(file: unknown): Finding[] {
  if (!isPlain(file)) return [{ path: [], message: 'must hold an object', severity: 'error' }]
  const { hooks } = file
  return [
    ...checkSettings(file),
    ...(isPlain(hooks)
      ? checkEvents(hooks, ['hooks'], 'warning')
      : [{ path: [], message: 'needs "hooks", an object of events', severity: 'error' } as const]),
  ]
}

/** Hooks that stand in the manifest itself: the events without the `hooks` around them. */
export function checkInlineHooks(hooks: Plain): Finding[] {
  const { version: _version, disableAllHooks: _disabled, ...events } = hooks
  return [...checkSettings(hooks), ...checkEvents(events, [], 'warning')]
}

/** Hooks of an agent: an unknown event makes the client drop the agent. */
export function checkAgentHooks(hooks: Plain): Finding[] {
  return checkEvents(hooks, [], 'error')
}

function checkSettings({ version, disableAllHooks }: Plain): Finding[] {
  const findings: Finding[] = []
  if (version !== undefined && version !== 1)
    findings.push({ path: ['version'], message: 'must be 1', severity: 'error' })
  if (disableAllHooks !== undefined && typeof disableAllHooks !== 'boolean') {
    findings.push({ path: ['disableAllHooks'], message: 'must be true or false', severity: 'error' })
  }
  return findings
}

function checkEvents(events: Plain, path: JsonPath, unknown: Finding['severity']): Finding[] {
  return Object.entries(events).flatMap(([name, hooks]) => {
    const event = eventOf(name)
    if (event === undefined) return [unknownEvent([...path, name], name, unknown)]
    if (!Array.isArray(hooks))
      return [{ path: [...path, name], message: 'must be a list', severity: 'error' } as const]
    return hooks.flatMap((hook: unknown, index) => checkEntry(hook, event, [...path, name, index]))
  })
}

function unknownEvent(path: JsonPath, name: string, severity: Finding['severity']): Finding {
  const hint = name === 'hooks' ? 'name the events directly' : didYouMean(name, eventNames)
  return {
    path,
    message: 'is no hook event of Copilot',
    hint: hint ?? `events: ${eventNames.filter((event) => eventOf(event) === event).join(', ')}`,
    severity,
    atKey: true,
  }
}

/** A hook, or Claude Code's group of hooks under one matcher. */
function checkEntry(entry: unknown, event: string, path: JsonPath): Finding[] {
  if (!isPlain(entry) || !Array.isArray(entry['hooks'])) return checkHook(entry, event, path)
  return [
    ...checkMatcher(entry, path),
    ...entry['hooks'].flatMap((hook: unknown, index) => checkHook(hook, event, [...path, 'hooks', index])),
  ]
}
