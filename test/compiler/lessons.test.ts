import { expect, test } from 'vitest'
import { compileIn, describeDiagnostics, treeFiles } from '../support/fixture.ts'
import { build, demo, skill } from '../support/demo.ts'

test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty'])(
  'lesson 6: {{PATH:%s}} and {{TOOL:…}} see own keys only',
  (name) => {
    const { told } = build(demo({ 'agents/plan/agent.md': `{{PATH:${name}}}\n{{TOOL:${name}}}\n` }))
    expect(told.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      expect.stringMatching(/^error path-missing agents\/plan\/agent\.md:1:1-/),
      expect.stringMatching(/^error tool-unknown agents\/plan\/agent\.md:2:1-/),
    ])
  },
)

test('lesson 38: a token is the word of each client, in agents and skills, and never that of another', () => {
  const words = { copilot: 'update_todo', claude: 'TodoWrite', pi: 'bash' }
  const text = 'Keep a list with `{{TOOL:todo}}`.\n'
  const root = demo({
    'token-map.json': JSON.stringify({
      version: 1,
      harnesses: ['copilot', 'claude', 'pi'],
      tools: { todo: words },
    }),
    'agents/plan/agent.md': text,
    'agents/plan/copilot/frontmatter.json': '{"description": "x", "tools": ["todo"]}',
    'agents/plan/claude/frontmatter.json': '{"description": "x", "tools": ["todo"]}',
    'agents/plan/pi/frontmatter.json': '{"description": "x", "tools": ["todo"]}',
    'skills/list/SKILL.md': skill('list', text),
  })
  const compilation = compileIn(root)
  expect(describeDiagnostics(compilation, 'warning')).toEqual([])
  for (const [id, tree] of compilation.trees) {
    const texts = Object.entries(treeFiles(tree)).filter(([file]) => file.endsWith('.md'))
    expect(texts).toHaveLength(2)
    for (const [file, content] of texts) {
      expect(content, `${id} ${file}`).toContain(`Keep a list with \`${words[id as keyof typeof words]}\`.`)
      const others = Object.entries(words).filter(([other]) => other !== id)
      for (const [, word] of others) expect(content, `${id} ${file}`).not.toContain(word)
    }
  }
})
