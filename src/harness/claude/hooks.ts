import { didYouMean } from '../../diagnostics/index.ts'
import type { JsonPath } from '../../workspace/json.ts'
import { isPlain, type Plain } from '../fields.ts'
import type { Finding } from '../findings.ts'
import { checkHook } from './hook.ts'
import { words } from '../words.ts'

/** Hook events of Claude Code 2.1.332, read out of the client (2026-11-30); an unknown one is ignored. */
const EVENTS: readonly string[] = words(`
  PreToolUse PostToolUse PostToolUseFailure PostToolBatch Notification
  UserPromptSubmit UserPromptExpansion SessionStart SessionEnd Stop StopFailure
  SubagentStart SubagentStop PreCompact PostCompact PreModelSwitch PostModelSwitch
  PermissionRequest PermissionDenied Setup TeammateIdle TaskCreated TaskCompleted
  Elicitation ElicitationResult ConfigChange WorktreeCreate WorktreeRemove
  InstructionsLoaded CwdChanged FileChanged DirectoryAdded MessageDisplay PreSkillShellCommand
`)

/** One fault in these, and nothing of the file is applied: they may be what guards the rest. */
const GUARDS: readonly string[] = ['PreToolUse', 'PermissionRequest']

/** `hooks/hooks.json` as Claude Code 2.1.332 takes it (run 2026-11-30: `plugin validate --strict`). */
export function checkHooksFile(file: unknown): Finding[] {
  if (!isPlain(file)) return [{ path: [], message: 'must hold an object', severity: 'error' }]
  const { hooks, modules, description } = file
  const findings: Finding[] = []
  if (hooks === undefined && modules === undefined) {
    findings.push({ path: [], message: 'needs "hooks", an object of events', severity: 'error' })
  }
  if (description !== undefined && typeof description !== 'string') {
    findings.push({ path: ['description'], message: 'must be a string', severity: 'error' })
  }
  if (modules !== undefined && !Array.isArray(modules)) {
    findings.push({ path: ['modules'], message: 'must be a list', severity: 'error' })
  }
  if (hooks === undefined) return findings
  if (!isPlain(hooks))
    return [...findings, { path: ['hooks'], message: 'must be an object', severity: 'error' }]
  return [...findings, ...checkEvents(hooks, ['hooks'])]
}

/** Hooks that stand in the manifest itself: the events without the `hooks` around them. */
export function checkInlineHooks(hooks: Plain): Finding[] {
  return checkEvents(hooks, [])
}

function checkEvents(events: Plain, path: JsonPath): Finding[] {
  return Object.entries(events).flatMap(([event, groups]) => {
    const place = [...path, event]
    if (!EVENTS.includes(event)) return [unknownEvent(place, event)]
    const severity = GUARDS.includes(event) ? 'error' : 'warning'
    if (!Array.isArray(groups)) return [{ path: place, message: 'must be a list', severity } as const]
    return groups.flatMap((group: unknown, index) => checkGroup(group, [...place, index], severity))
  })
}

function unknownEvent(path: JsonPath, event: string): Finding {
  const hint = event === 'hooks' ? 'name the events directly' : didYouMean(event, EVENTS)
  return {
    path,
    message: 'is no hook event of Claude Code and is ignored',
    ...(hint === undefined ? {} : { hint }),
    severity: 'warning',
    atKey: true,
  }
}

function checkGroup(group: unknown, path: JsonPath, severity: Finding['severity']): Finding[] {
  if (!isPlain(group)) return [{ path, message: 'must be an object', severity }]
  const { matcher, hooks } = group
  if (!Array.isArray(hooks)) {
    const hint = 'write {"matcher": "…", "hooks": [{"type": "command", "command": "…"}]}'
    return [{ path, message: 'needs "hooks", a list', hint, severity }]
  }
  const findings = hooks.flatMap((hook: unknown, index) =>
    checkHook(hook, [...path, 'hooks', index], severity),
  )
  return matcher === undefined || typeof matcher === 'string'
    ? findings
    : [{ path: [...path, 'matcher'], message: 'must be a string', severity }, ...findings]
}
