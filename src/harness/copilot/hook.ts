import type { JsonPath } from '../../workspace/json.ts'
import { checkFields, isPlain, type Kind, type Plain } from '../fields.ts'
import type { Finding } from '../findings.ts'
import { AUTHORISING } from './events.ts'

// What Copilot CLI 1.0.102 refuses in one hook (run 2026-11-30, 60 files, `hooks.discover`).
// One refused hook takes all hooks of its file with it.

const COMMON: Readonly<Record<string, Kind>> = {
  matcher: 'string',
  timeout: 'positive',
  timeoutSec: 'positive',
}

const FIELDS: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  command: {
    ...COMMON,
    bash: 'string',
    powershell: 'string',
    command: 'string',
    exec: 'string',
    args: 'strings',
    cwd: 'string',
    env: 'texts',
  },
  http: { ...COMMON, url: 'text', headers: 'texts', allowedEnvVars: 'strings' },
  prompt: { ...COMMON, prompt: 'text' },
}

const HTTP_RE = /^https?:\/\/[^/]/i
const HTTPS_RE = /^https:/i
/** `(?i)`: the client's regular expressions know flags inside, ours do not. */
const INLINE_FLAGS_RE = /\(\?[a-zA-Z-]+\)/g

/** @param event the event's own name, `preToolUse` for `PreToolUse` too */
export function checkHook(hook: unknown, event: string, path: JsonPath): Finding[] {
  if (!isPlain(hook)) return [error(path, 'must be an object')]
  const type = hook['type'] ?? 'command'
  const fields = typeof type === 'string' && Object.hasOwn(FIELDS, type) ? FIELDS[type] : undefined
  if (fields === undefined) return [error([...path, 'type'], 'must be "command", "http" or "prompt"')]
  if (type === 'prompt' && event !== 'sessionStart') {
    return [error([...path, 'type'], 'may be "prompt" only for sessionStart', 'use "command" or "http"')]
  }
  const required = type === 'http' ? ['url'] : type === 'prompt' ? ['prompt'] : []
  return [
    ...checkFields(hook, fields, required, path, 'error'),
    ...(type === 'command' ? checkCommand(hook, path) : []),
    ...(type === 'http' ? checkUrl(hook, event, path) : []),
    ...checkMatcher(hook, path),
  ]
}

function checkCommand(hook: Plain, path: JsonPath): Finding[] {
  const shell = ['bash', 'powershell', 'command'].some((key) => Object.hasOwn(hook, key))
  if (shell !== Object.hasOwn(hook, 'exec')) return []
  return [
    error(
      path,
      shell ? 'has both "exec" and a shell command' : 'needs a command',
      'give "bash", "powershell" or "command", or else "exec"',
    ),
  ]
}

function checkUrl({ url }: Plain, event: string, path: JsonPath): Finding[] {
  if (typeof url !== 'string' || url === '') return []
  if (!HTTP_RE.test(url)) return [error([...path, 'url'], 'must begin with http:// or https://')]
  return AUTHORISING.includes(event) && !HTTPS_RE.test(url)
    ? [error([...path, 'url'], `must begin with https:// for ${event}`)]
    : []
}

/** What it guards is skipped, the rest of the file stays; a matcher is the hook's own or that of a group. */
export function checkMatcher({ matcher }: Plain, path: JsonPath): Finding[] {
  if (typeof matcher !== 'string') return []
  try {
    return RegExp(matcher.replace(INLINE_FLAGS_RE, '')) && []
  } catch {
    return [
      {
        path: [...path, 'matcher'],
        message: 'is no regular expression: the hook is skipped',
        severity: 'warning',
      },
    ]
  }
}

function error(path: JsonPath, message: string, hint?: string): Finding {
  return { path, message, severity: 'error', ...(hint === undefined ? {} : { hint }) }
}
