import { describe, expect, it } from 'vitest'
import { copilot } from '../../src/harness/index.ts'
import { faults } from '../support/check-json.ts'

const server = { command: 'npx', args: ['-y', 'x'], env: { A: 'b' } }

const one = (value: unknown) => faults(copilot, '.mcp.json', { mcpServers: { a: value } })
const checks = (path: string, mcpServers?: unknown) => copilot.fileCheck!(path, { mcpServers }) !== undefined

describe('MCP servers of copilot', () => {
  it('pass as the client loads them, with and without `mcpServers` around', () => {
    expect(faults(copilot, '.mcp.json', { a: server })).toEqual([])
    for (const value of [
      server,
      { ...server, type: 'local', tools: ['*'] },
      { url: 'https://x.example' },
      { type: 'sse', url: 'http://x' },
    ]) {
      expect(one(value)).toEqual([])
    }
    expect(one({ ...server, zap: 1 })).toEqual([])
  })

  it.each([
    [5, '"mcpServers.a" must be an object'],
    [{}, '"mcpServers.a" needs "command"'],
    [{ command: 5 }, '"mcpServers.a.command" must be a string'],
    [{ ...server, args: 'x' }, '"mcpServers.a.args" must be a list of strings'],
    [{ ...server, env: { A: 1 } }, '"mcpServers.a.env" must be an object of strings'],
    [{ ...server, tools: 'x' }, '"mcpServers.a.tools" must be a list of strings'],
    [{ ...server, timeout: 1.5 }, '"mcpServers.a.timeout" must be a whole number above 0'],
    [{ ...server, type: 'ws' }, '"mcpServers.a.type" must be "local", "stdio", "http" or "sse"'],
    [{ type: 'http' }, '"mcpServers.a" needs "url"'],
    [{ type: 'http', url: 'zap' }, '"mcpServers.a.url" must be a URL'],
  ])('%o is refused', (value, message) => {
    expect(one(value)).toEqual([`error ${message}`])
  })

  it('stand in files that the client reads', () => {
    expect([
      checks('.mcp.json'),
      checks('.github/mcp.json'),
      checks('mcp.json'),
      checks('mcp.json', 'mcp.json'),
    ]).toEqual([true, true, false, true])
  })
})
