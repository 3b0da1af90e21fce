import { expect, test } from 'vitest'
import { compileIn, describeDiagnostics } from '../support/fixture.ts'
import { demo } from '../support/demo.ts'

/** What is told of copilot's own fields, from line 2 of the file on; and whether there is a tree. */
function told(fields: string): { told: string[]; built: boolean } {
  const compilation = compileIn(
    demo({
      'token-map.json': '{"version": 1, "harnesses": ["copilot"], "tools": {}}',
      'agents/plan/copilot/frontmatter.json': `{"description": "x", "tools": ["*"],\n${fields}}`,
    }),
  )
  const lines = describeDiagnostics(compilation)
  return {
    told: lines.filter((line) => line.includes('copilot/frontmatter.json')),
    built: compilation.trees.size === 1,
  }
}

const at = (place: string): string => `agents/plan/copilot/frontmatter.json:${place} [copilot]`

test("F-4: copilot's hooks are told with key and mend", () => {
  expect(told('"hooks": {"preTolUse": []}')).toEqual({
    built: false,
    told: [
      `error frontmatter-value ${at('2:11-22')} "hooks.preTolUse" is no hook event of Copilot -- did you mean "PreToolUse" or "preToolUse"?`,
    ],
  })
})

test('F-4: a value that the client only skips is a warning, and the agent is written', () => {
  const matcher = '"hooks": {"preToolUse": [{"bash": "x", "matcher": "("}]}'
  expect(told(matcher)).toEqual({
    built: true,
    told: [
      `warning frontmatter-value ${at('2:51-54')} "hooks.preToolUse[0].matcher" is no regular expression: the hook is skipped`,
    ],
  })
})

test("F-4: copilot's MCP servers are told at the value that is wrong", () => {
  expect(
    told('"mcp-servers": {"a": {"command": "x", "args": [], "tools": ["*"], "timeout": 0}}').told,
  ).toEqual([
    `error frontmatter-value ${at('2:78-79')} "mcp-servers.a.timeout" must be a whole number above 0`,
  ])
})

test('an unknown key inside a list of objects is told with the nearest', () => {
  expect(told('"handoffs": [{"label": "Go", "agent": "a", "promt": "x"}]').told).toEqual([
    `error frontmatter-key-unknown ${at('2:44-51')} unknown key "promt" -- did you mean "prompt"?`,
  ])
})
