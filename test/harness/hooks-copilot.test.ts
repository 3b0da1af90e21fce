import { describe, expect, it } from 'vitest'
import { copilot } from '../../src/harness/index.ts'
import { checkJson, faults } from '../support/check-json.ts'

const command = { type: 'command', bash: 'echo' }

const file = (hooks: unknown) => faults(copilot, 'hooks.json', { version: 1, hooks })
const hook = (value: unknown, event = 'postToolUse') => file({ [event]: [value] })
const checks = (path: string, hooks?: unknown) => copilot.fileCheck!(path, { hooks }) !== undefined

describe('hooks of copilot', () => {
  it('pass as the client loads them', () => {
    expect(
      faults(copilot, 'hooks.json', {
        hooks: { sessionStart: [{ type: 'prompt', prompt: 'Run `bd prime`.' }] },
      }),
    ).toEqual([])
    expect(
      file({ sessionStart: [command], PreToolUse: [{ matcher: 'bash', hooks: [command] }], Stop: [] }),
    ).toEqual([])
    expect(hook({ bash: 'x', powershell: 'y', cwd: '.', env: { A: 'b' }, timeoutSec: 0.5, zap: 1 })).toEqual(
      [],
    )
    expect(hook({ exec: 'node', args: ['x.mjs'] })).toEqual([])
    expect(hook({ type: 'http', url: 'http://x.example' })).toEqual([])
    expect(hook({ ...command, matcher: '(?i)bash' })).toEqual([])
  })

  it.each([
    [[], 'the file must hold an object'],
    [{ version: 1 }, 'the file needs "hooks", an object of events'],
    [{ version: 1, hooks: [] }, 'the file needs "hooks", an object of events'],
    [{ version: 2, hooks: {} }, '"version" must be 1'],
    [{ version: '1', hooks: {} }, '"version" must be 1'],
    [{ disableAllHooks: 'no', hooks: {} }, '"disableAllHooks" must be true or false'],
    [{ hooks: { sessionStart: command } }, '"hooks.sessionStart" must be a list'],
  ])('%o is refused', (value, message) => {
    expect(faults(copilot, 'hooks.json', value)).toEqual([`error ${message}`])
  })

  it.each([
    ['x', '"hooks.postToolUse[0]" must be an object'],
    [{ type: 'zap' }, '"hooks.postToolUse[0].type" must be "command", "http" or "prompt"'],
    [{ type: 'constructor' }, '"hooks.postToolUse[0].type" must be "command", "http" or "prompt"'],
    [{ type: 'prompt', prompt: 'x' }, '"hooks.postToolUse[0].type" may be "prompt" only for sessionStart'],
    [{ type: 'command' }, '"hooks.postToolUse[0]" needs a command'],
    [{ ...command, exec: 'x' }, '"hooks.postToolUse[0]" has both "exec" and a shell command'],
    [{ bash: 1 }, '"hooks.postToolUse[0].bash" must be a string'],
    [{ ...command, timeoutSec: '30' }, '"hooks.postToolUse[0].timeoutSec" must be a number above 0'],
    [{ ...command, timeoutSec: 0 }, '"hooks.postToolUse[0].timeoutSec" must be a number above 0'],
    [{ ...command, env: { A: 1 } }, '"hooks.postToolUse[0].env" must be an object of strings'],
    [{ exec: 'x', args: 'y' }, '"hooks.postToolUse[0].args" must be a list of strings'],
    [{ type: 'http' }, '"hooks.postToolUse[0]" needs "url"'],
    [{ type: 'http', url: 'ftp://x' }, '"hooks.postToolUse[0].url" must begin with http:// or https://'],
    [
      { hooks: [{ type: 'zap' }] },
      '"hooks.postToolUse[0].hooks[0].type" must be "command", "http" or "prompt"',
    ],
    [{ hooks: { type: 'command' } }, '"hooks.postToolUse[0]" needs a command'],
  ])('%o is refused, and the whole file with it', (value, message) => {
    expect(hook(value)).toEqual([`error ${message}`])
  })

  it('a matcher that is no regular expression makes the client skip the hook alone', () => {
    const warning = 'is no regular expression: the hook is skipped'
    expect(hook({ ...command, matcher: '(' })).toEqual([`warning "hooks.postToolUse[0].matcher" ${warning}`])
    expect(hook({ matcher: '(', hooks: [command] })).toEqual([
      `warning "hooks.postToolUse[0].matcher" ${warning}`,
    ])
    expect(hook({ ...command, matcher: 'mcp\\-x|bash' })).toEqual([])
  })

  it('need TLS where they decide what the agent may do', () => {
    expect(hook({ type: 'http', url: 'http://x' }, 'PreToolUse')).toEqual([
      'error "hooks.PreToolUse[0].url" must begin with https:// for preToolUse',
    ])
    expect(hook({ type: 'http', url: 'https://x' }, 'preToolUse')).toEqual([])
  })

  it('an unknown event is ignored by the client: a warning at its key', () => {
    expect(checkJson(copilot, 'hooks.json', '{ "hooks": {\n  "sessionstart": 5 } }')).toEqual([
      '2:3 warning "hooks.sessionstart" is no hook event of Copilot',
    ])
    expect(file({ PostCompact: [], AgentStop: [] })).toHaveLength(2)
  })

  it('syntax errors are told with their place', () => {
    expect(checkJson(copilot, 'hooks.json', '{ "version": 1, // x\n "hooks": {} }')[0]).toMatch(
      /^1:17 error /,
    )
  })

  it('are looked for where the manifest says, else in two places', () => {
    expect([checks('hooks.json'), checks('hooks/hooks.json'), checks('x/hooks.json')]).toEqual([
      true,
      true,
      false,
    ])
    expect([checks('x/h.json', './x/h.json'), checks('hooks.json', 'x/h.json')]).toEqual([true, false])
    expect(checks('hooks.json', { sessionStart: [] })).toBe(false)
  })
})
