import { describe, expect, it } from 'vitest'
import { claude } from '../../src/harness/index.ts'
import { checkJson, faults } from '../support/check-json.ts'

const server = { command: 'npx', args: ['-y', 'x'], env: { A: 'b' } }

const one = (value: unknown) => faults(claude, '.mcp.json', { mcpServers: { a: value } })

describe('MCP servers of claude', () => {
  it('pass as the client validates them', () => {
    expect(faults(claude, '.mcp.json', { a: server })).toEqual([])
    for (const value of [
      server,
      { ...server, type: 'stdio' },
      { type: 'http', url: 'http://localhost:1' },
      { type: 'http', url: '${X}/y' },
    ]) {
      expect(one(value)).toEqual([])
    }
  })

  it.each([
    [5, 'error "mcpServers.a" must be an object'],
    [{}, 'error "mcpServers.a" needs "command"'],
    [{ command: '' }, 'error "mcpServers.a.command" must be a non-empty string'],
    [{ ...server, args: 'x' }, 'error "mcpServers.a.args" must be a list of strings'],
    [{ ...server, type: 'local' }, 'error "mcpServers.a.type" must be "stdio", "http", "sse" or "ws"'],
    [{ url: 'https://x' }, 'error "mcpServers.a" has "url" and no "type"'],
    [{ type: 'http', url: 'zap' }, 'error "mcpServers.a.url" must be a URL'],
    [
      { type: 'http', url: 'http://x.example' },
      'warning "mcpServers.a.url" goes over http:// to another machine, headers and all in clear text',
    ],
  ])('%o is told', (value, message) => {
    expect(one(value)).toEqual([message])
  })

  it('are told with their place, syntax errors and keys that stand twice included', () => {
    expect(checkJson(claude, '.mcp.json', '{\n  "mcpServers": { "a": 5 }\n}')).toEqual([
      '2:24 error "mcpServers.a" must be an object',
    ])
    expect(checkJson(claude, '.mcp.json', '{"a": {},\n "a": {}}')).toEqual([
      '2:2 error the key "a" stands here twice',
    ])
    expect(checkJson(claude, '.mcp.json', '{')[0]).toMatch(/^1:\d+ error /)
  })
})
