import { expect, test } from 'vitest'
import { compileIn, describeDiagnostics } from '../support/fixture.ts'
import { demo } from '../support/demo.ts'

function told(body: string, description: string): string[] {
  const frontmatter = JSON.stringify({ tools: ['*'], description })
  const root = demo({
    'token-map.json': '{"version": 1, "harnesses": ["copilot", "claude", "pi"]}',
    'agents/plan/agent.md': body,
    ...Object.fromEntries(
      ['copilot', 'claude', 'pi'].map((id) => [`agents/plan/${id}/frontmatter.json`, frontmatter]),
    ),
  })
  const compilation = compileIn(root)
  // They are warnings: the trees are there.
  expect([...compilation.trees.keys()]).toEqual(['copilot', 'claude', 'pi'])
  return describeDiagnostics(compilation)
}

test("F-4: a body or description over the client's limit is a warning", () => {
  expect(told('b'.repeat(29_999), 'd'.repeat(1024))).toEqual([])
  expect(told('\n\nb'.padEnd(30_002, 'b'), 'd'.repeat(1025))).toEqual([
    'warning body-too-long agents/plan/agent.md:1:1-1 [copilot] the body has 30001 characters; GitHub Copilot CLI takes 30000 -- move what is not always needed to a skill',
    'warning description-too-long agents/plan/copilot/frontmatter.json:1:30-1057 [copilot] the description has 1025 characters; GitHub Copilot CLI takes 1024',
  ])
})
