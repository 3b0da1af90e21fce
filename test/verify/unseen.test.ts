import { describe, expect, test } from 'vitest'
import { CLIENT_IDS } from '../../src/clients/index.ts'
import { builtInHarnesses } from '../../src/harness/index.ts'
import { reasonFor, UNSEEN } from '../../src/verify/unseen.ts'

const lost = (tool: string) => ({ tool, why: 'no tool for it' })
const nothing = (): boolean => false

describe('why it is no loss that an agent lacks a tool here', () => {
  test.each(CLIENT_IDS)('every name that is told for %s is one of the adapter', (id) => {
    const { names } = builtInHarnesses.find((harness) => harness.id === id)!.nativeTools
    expect(Object.keys(UNSEEN[id]).filter((name) => !names.includes(name))).toEqual([])
  })

  test.each([
    [
      'claude',
      'AskUserQuestion',
      'it is there in an interactive session only, or with a feature switched on',
    ],
    ['claude', 'mcp__docs__search', 'a tool of an MCP server, and none is started here'],
    ['copilot', 'web_fetch', 'it is not there offline'],
    ['copilot', 'Web_Fetch', 'it is not there offline'],
    ['copilot', 'rg', 'it is there with GPT models only'],
    ['copilot', 'docs/*', 'a tool of an MCP server, and none is started here'],
    ['copilot', 'search/usages', 'a tool of VS Code, which the CLI does not have'],
    ['pi', 'powershell', 'it is there on Windows only'],
  ] as const)('%s: %s', (client, tool, why) => {
    expect(reasonFor(client, lost(tool), {}, nothing)).toBe(why)
  })

  test.each([
    ['claude', 'bash'],
    ['claude', 'askuserquestion'],
    ['copilot', 'bsh'],
    ['copilot', 'read/readFiel'],
    ['pi', 'task'],
    ['pi', 'constructor'],
  ] as const)('%s: %s is a loss', (client, tool) => {
    expect(reasonFor(client, lost(tool), {}, nothing)).toBeUndefined()
  })

  test('a tool that something outside the tree brings, and one that the tree should have brought', () => {
    const provided = { task: 'extensions/subagents' }
    expect(reasonFor('pi', lost('task'), provided, nothing)).toBe(
      '"extensions/subagents" brings it, which is not part of the tree',
    )
    expect(reasonFor('pi', lost('task'), provided, (file) => file === 'extensions/subagents')).toBeUndefined()
  })
})
