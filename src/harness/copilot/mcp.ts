import type { JsonPath } from '../../workspace/json.ts'
import { checkFields, isPlain, type Kind, type Plain } from '../fields.ts'
import type { Finding } from '../findings.ts'

// MCP servers as Copilot CLI 1.0.102 takes them (run 2026-11-30, `mcp.discover` and the log).
// One server that it refuses takes the whole file with it.

const TYPES: readonly unknown[] = [undefined, 'local', 'stdio', 'http', 'sse']

const FIELDS: Readonly<Record<string, Kind>> = {
  command: 'string',
  args: 'strings',
  env: 'texts',
  cwd: 'string',
  url: 'string',
  headers: 'texts',
  tools: 'strings',
  timeout: 'count',
}

/** `.mcp.json`, `.github/mcp.json` or the file that the manifest names; `mcpServers` may be left out around the servers. */
export function checkMcpFile(file: unknown): Finding[] {
  if (!isPlain(file)) return [{ path: [], message: 'must hold an object', severity: 'error' }]
  if (!Object.hasOwn(file, 'mcpServers')) return checkServers(file, [])
  const servers = file['mcpServers']
  return isPlain(servers)
    ? checkServers(servers, ['mcpServers'])
    : [{ path: ['mcpServers'], message: 'must be an object', severity: 'error' }]
}

/** @param required what each server of this place must have besides: an agent's servers need `tools` and `args` */
export function checkServers(servers: Plain, path: JsonPath, required: 'agent' | 'file' = 'file'): Finding[] {
  return Object.entries(servers).flatMap(([name, server]) => checkServer(server, [...path, name], required))
}

function checkServer(server: unknown, path: JsonPath, place: 'agent' | 'file'): Finding[] {
  if (!isPlain(server)) return [{ path, message: 'must be an object', severity: 'error' }]
  const { type, url } = server
  if (!TYPES.includes(type)) {
    return [
      { path: [...path, 'type'], message: 'must be "local", "stdio", "http" or "sse"', severity: 'error' },
    ]
  }
  const remote = type === 'http' || type === 'sse' || (type === undefined && url !== undefined)
  const needs =
    place === 'agent'
      ? remote
        ? ['url', 'tools']
        : ['command', 'args', 'tools']
      : [remote ? 'url' : 'command']
  const findings = checkFields(server, FIELDS, needs, path, 'error')
  if (remote && typeof url === 'string' && !URL.canParse(url)) {
    findings.push({ path: [...path, 'url'], message: 'must be a URL', severity: 'error' })
  }
  return findings
}
