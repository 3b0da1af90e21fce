import type { JsonPath } from '../../workspace/json.ts'
import { checkFields, isPlain, type Kind, type Plain } from '../fields.ts'
import type { Finding } from '../findings.ts'

// One hook as Claude Code 2.1.332 takes it (run 2026-11-30: `plugin validate --strict`, 60 files).

const COMMON: Readonly<Record<string, Kind>> = {
  timeout: 'positive',
  statusMessage: 'string',
  once: 'boolean',
  if: 'string',
}
const MODEL: Readonly<Record<string, Kind>> = { ...COMMON, prompt: 'string', model: 'string' }

const TYPES: Readonly<
  Record<string, { fields: Readonly<Record<string, Kind>>; required: readonly string[] }>
> = {
  command: {
    fields: { ...COMMON, command: 'string', args: 'strings', async: 'boolean', asyncRewake: 'boolean' },
    required: ['command'],
  },
  prompt: { fields: MODEL, required: ['prompt'] },
  agent: { fields: MODEL, required: ['prompt'] },
  http: {
    fields: { ...COMMON, url: 'string', headers: 'texts', allowedEnvVars: 'strings' },
    required: ['url'],
  },
  mcp_tool: {
    fields: { ...COMMON, server: 'string', tool: 'string', input: 'object' },
    required: ['server', 'tool'],
  },
}

const SHELLS: readonly unknown[] = [undefined, 'bash', 'powershell']
const QUOTED_RE = /"(?:[^"\\]|\\.)*"|'[^']*'/g
const ROOT_RE = /\$\{?CLAUDE_PLUGIN_(?:ROOT|DATA)\b/

/** @param severity of what makes the client leave the hook out */
export function checkHook(hook: unknown, path: JsonPath, severity: Finding['severity']): Finding[] {
  if (!isPlain(hook)) return [{ path, message: 'must be an object', severity }]
  const { type } = hook
  if (type === undefined) return [{ path, message: 'needs "type"', severity }]
  const known = typeof type === 'string' && Object.hasOwn(TYPES, type) ? TYPES[type] : undefined
  if (known === undefined) {
    return [
      {
        path: [...path, 'type'],
        message: 'must be "command", "prompt", "agent", "http" or "mcp_tool"',
        severity,
      },
    ]
  }
  const findings = checkFields(hook, known.fields, known.required, path, severity)
  if (type === 'http' && typeof hook['url'] === 'string' && !URL.canParse(hook['url'])) {
    findings.push({ path: [...path, 'url'], message: 'must be a URL', severity })
  }
  return type === 'command' ? [...findings, ...checkCommand(hook, path, severity)] : findings
}

function checkCommand(hook: Plain, path: JsonPath, severity: Finding['severity']): Finding[] {
  const findings: Finding[] = []
  if (!SHELLS.includes(hook['shell'])) {
    findings.push({ path: [...path, 'shell'], message: 'must be "bash" or "powershell"', severity })
  }
  const { command, args } = hook
  // With `args` no shell takes the command apart.
  if (typeof command === 'string' && args === undefined && ROOT_RE.test(command.replace(QUOTED_RE, ''))) {
    findings.push({
      path: [...path, 'command'],
      message: 'has the plugin directory without quotes: a blank in its path splits the command',
      hint: 'write \\"${CLAUDE_PLUGIN_ROOT}/…\\"',
      severity: 'warning',
    })
  }
  return findings
}
