import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Harness } from '../../src/compose/harness.ts'
import { builtInHarnesses, claude, copilot, pi } from '../../src/harness/index.ts'

const accepts = (harness: Harness, field: string, value: unknown) =>
  harness.schema[field]!.schema.safeParse(value).success

const server = { type: 'local', command: 'npx', args: [], tools: ['*'] }
const hook = { type: 'command', bash: 'echo' }

describe('native fields of copilot', () => {
  it.each([
    ['displayName', 'The planner', 5],
    ['model-policy', 'required', 'always'],
    ['target', 'vscode', 'vim'],
    ['user-invocable', false, 'false'],
    ['disable-model-invocation', true, 'true'],
    ['infer', false, 'no'],
    ['handoffs', [{ label: 'Go', agent: 'plan', prompt: 'go', send: true }], [{ label: 'Go', agnt: 'plan' }]],
    ['agents', '*', 'plan'],
    ['agents', ['plan'], [1]],
    ['mcp-servers', { a: server }, [server]],
    ['mcp-servers', { a: { url: 'https://x.example', tools: ['*'] } }, { a: { command: 'npx', args: [] } }],
    ['metadata', { team: 'core' }, { team: 5 }],
    ['skills', ['plan'], 'plan'],
    ['hooks', { preToolUse: [hook] }, { preToolUs: [hook] }],
    ['hooks', { PreToolUse: [hook] }, { preToolUse: [{ type: 'zap' }] }],
    ['include-custom-instructions', true, 'true'],
    ['sidekick', {}, 'x'],
  ])('%s takes %o and not %o: the client would drop the agent or not obey', (field, right, wrong) => {
    expect(accepts(copilot, field, right)).toBe(true)
    expect(accepts(copilot, field, wrong)).toBe(false)
  })

  it('are all obeyed', () => {
    expect(Object.values(copilot.schema).filter((field) => field.unsupported)).toEqual([])
  })
})

describe('native fields of claude', () => {
  it.each([
    ['disallowedTools', 'Bash, Write', 5],
    ['disallowedTools', ['Bash'], [5]],
    ['effort', 'xhigh', 'most'],
    ['effort', 3, 1.5],
    ['maxTurns', 3, 0],
    ['autoCompactWindow', 100_000, 99_999],
    ['skills', ['plan'], {}],
    ['memory', 'project', 'team'],
    ['background', true, 'true'],
    ['omitClaudeMd', true, 1],
    ['isolation', 'worktree', 'container'],
    ['color', 'cyan', 'teal'],
    ['permissionMode', 'plan', 'yolo'],
    ['initialPrompt', 'Go', 5],
    ['mcpServers', { a: {} }, 'a'],
    ['hooks', { Stop: [] }, []],
  ])('%s takes %o and not %o', (field, right, wrong) => {
    expect(accepts(claude, field, right)).toBe(true)
    expect(accepts(claude, field, wrong)).toBe(false)
  })

  it('F-4: those that plugin agents may not have are told as unsupported', () => {
    const unsupported = Object.entries(claude.schema).filter(([, field]) => field.unsupported)
    expect(unsupported.map(([name]) => name).toSorted()).toEqual([
      'hooks',
      'initialPrompt',
      'mcpServers',
      'observer',
      'permissionMode',
    ])
  })
})

it('pi has no fields of its own', () => {
  expect(pi.schema).toEqual({})
})

it('every native field has a description and becomes JSON Schema', () => {
  for (const { schema } of builtInHarnesses) {
    for (const [name, field] of Object.entries(schema)) {
      expect(z.toJSONSchema(field.schema), name).toMatchObject({ description: expect.stringMatching(/./) })
    }
  }
})
