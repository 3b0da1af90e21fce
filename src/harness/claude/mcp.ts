import type { JsonPath } from '../../workspace/json.ts'
import { checkFields, isPlain, type Kind, type Plain } from '../fields.ts'
import type { Finding } from '../findings.ts'

// MCP servers as Claude Code 2.1.332 takes them (run 2026-11-30: `plugin validate --strict`).
// It drops a wrong server in silence; its validation calls that an error, and so do we.

const LOCAL: Readonly<Record<string, Kind>> = {
  command: 'text',
  args: 'strings',
  env: 'texts',
  timeout: 'number',
}
const REMOTE: Readonly<Record<string, Kind>> = { url: 'string', headers: 'texts', timeout: 'number' }
const REMOTE_TYPES: readonly unknown[] = ['http', 'sse', 'ws']

const LOOPBACK_RE = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/

/** `.mcp.json` or the file that the manifest names; `mcpServers` may be left out around the servers. */
export function checkMcpFile(file: unknown): Finding[] {
  if (!isPlain(file))
    return [{ path: [], message: 'must hold an object: no server is loaded', severity: 'warning' }]
  if (!Object.hasOwn(file, 'mcpServers')) return checkServers(file)
  const servers = file['mcpServers']
  if (!isPlain(servers)) return [{ path: ['mcpServers'], message: 'must be an object', severity: 'error' }]
  return checkServers(servers, ['mcpServers'])
}

export function checkServers(servers: Plain, path: JsonPath = []): Finding[] {
  return Object.entries(servers).flatMap(([name, server]) => checkServer(server, [...path, name]))
}

function checkServer(server: unknown, path: JsonPath): Finding[] {
  if (!isPlain(server)) return [{ path, message: 'must be an object', severity: 'error' }]
  const { type, url } = server
  if (REMOTE_TYPES.includes(type))
    return [...checkFields(server, REMOTE, ['url'], path, 'error'), ...checkUrl(url, path)]
  if (type !== undefined && type !== 'stdio') {
    return [{ path: [...path, 'type'], message: 'must be "stdio", "http", "sse" or "ws"', severity: 'error' }]
  }
  if (type === undefined && url !== undefined) {
    return [{ path, message: 'has "url" and no "type"', hint: 'add "type": "http"', severity: 'error' }]
  }
  return checkFields(server, LOCAL, ['command'], path, 'error')
}

function checkUrl(url: unknown, path: JsonPath): Finding[] {
  // A variable may stand anywhere in it.
  if (typeof url !== 'string' || url.includes('${')) return []
  if (!URL.canParse(url)) return [{ path: [...path, 'url'], message: 'must be a URL', severity: 'error' }]
  const { protocol, hostname } = new URL(url)
  if (!['http:', 'ws:'].includes(protocol) || LOOPBACK_RE.test(hostname)) return []
  const message = `goes over ${protocol}// to another machine, headers and all in clear text`
  const hint = protocol === 'ws:' ? 'use wss://' : 'use https://'
  return [{ path: [...path, 'url'], message, hint, severity: 'warning' }]
}
