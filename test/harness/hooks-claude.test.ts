import { describe, expect, it } from 'vitest'
import { claude } from '../../src/harness/index.ts'
import { faults } from '../support/check-json.ts'

const file = (hooks: unknown) => faults(claude, 'hooks/hooks.json', { hooks })
const hook = (value: unknown, event = 'Stop') => file({ [event]: [{ hooks: [value] }] })
const echo = { type: 'command', command: 'echo' }
const warns = (more: object) => hook({ type: 'command', ...more }).length
const checks = (path: string, hooks?: unknown) => claude.fileCheck!(path, { hooks }) !== undefined

describe('hooks of claude', () => {
  it('pass as the client validates them', () => {
    expect(file({ SessionStart: [{ matcher: '', hooks: [echo] }], PreToolUse: [{ hooks: [] }] })).toEqual([])
    expect(faults(claude, 'hooks/hooks.json', { description: 'x', version: 1, hooks: {} })).toEqual([])
    expect(hook({ type: 'prompt', prompt: 'x' })).toEqual([])
    expect(hook({ type: 'mcp_tool', server: 'a', tool: 'b' })).toEqual([])
    expect(hook({ ...echo, timeout: 5, shell: 'bash', zap: 1 })).toEqual([])
  })

  it.each([
    [[], 'the file must hold an object'],
    [{}, 'the file needs "hooks", an object of events'],
    [{ SessionStart: [] }, 'the file needs "hooks", an object of events'],
    [{ hooks: [] }, '"hooks" must be an object'],
    [{ hooks: {}, description: 5 }, '"description" must be a string'],
    [{ modules: 5 }, '"modules" must be a list'],
  ])('%o is refused', (value, message) => {
    expect(faults(claude, 'hooks/hooks.json', value)).toEqual([`error ${message}`])
  })

  it.each([
    [null, '"hooks.Stop[0].hooks[0]" must be an object'],
    [{ command: 'x' }, '"hooks.Stop[0].hooks[0]" needs "type"'],
    [
      { type: 'zap' },
      '"hooks.Stop[0].hooks[0].type" must be "command", "prompt", "agent", "http" or "mcp_tool"',
    ],
    [{ type: 'command' }, '"hooks.Stop[0].hooks[0]" needs "command"'],
    [{ ...echo, timeout: -1 }, '"hooks.Stop[0].hooks[0].timeout" must be a number above 0'],
    [{ ...echo, async: 'x' }, '"hooks.Stop[0].hooks[0].async" must be true or false'],
    [{ ...echo, shell: 'zsh' }, '"hooks.Stop[0].hooks[0].shell" must be "bash" or "powershell"'],
    [{ type: 'http', url: 'zap' }, '"hooks.Stop[0].hooks[0].url" must be a URL'],
  ])('%o is ignored by the client: a warning, but an error where it may be a guard', (value, message) => {
    expect(hook(value)).toEqual([`warning ${message}`])
    expect(hook(value, 'PreToolUse')).toEqual([`error ${message.replace('Stop', 'PreToolUse')}`])
  })

  it('groups and events of a wrong form are told likewise', () => {
    expect(file({ Stop: [echo] })).toEqual(['warning "hooks.Stop[0]" needs "hooks", a list'])
    expect(file({ Stop: {} })).toEqual(['warning "hooks.Stop" must be a list'])
    expect(file({ PermissionRequest: {} })).toEqual(['error "hooks.PermissionRequest" must be a list'])
    expect(file({ PreToolUse: [{ matcher: 1, hooks: [echo] }] })).toEqual([
      'error "hooks.PreToolUse[0].matcher" must be a string',
    ])
    expect(file({ sessionStart: [] })).toEqual([
      'warning "hooks.sessionStart" is no hook event of Claude Code and is ignored',
    ])
  })

  it('the plugin directory belongs in quotes', () => {
    expect(warns({ command: '${CLAUDE_PLUGIN_ROOT}/x.sh' })).toBe(1)
    expect(warns({ command: '$CLAUDE_PLUGIN_ROOT/x.sh' })).toBe(1)
    expect(warns({ command: '"${CLAUDE_PLUGIN_ROOT}"/x.sh' })).toBe(0)
    expect(warns({ command: "'${CLAUDE_PLUGIN_ROOT}/x.sh'" })).toBe(0)
    expect(warns({ command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/x.mjs'] })).toBe(0)
  })

  it('are looked for in hooks/hooks.json and where the manifest says', () => {
    expect([checks('hooks/hooks.json'), checks('hooks.json'), checks('x.json', ['./x.json'])]).toEqual([
      true,
      false,
      true,
    ])
  })
})
