import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compile } from '../../src/compiler/index.ts'
import { treeFiles } from '../support/fixture.ts'
import { demo } from '../support/demo.ts'
import { type ForeignWord, foreignWords, type ToolRows } from '../support/foreign-words.ts'

const root = resolve(import.meta.dirname, '../..')
const rows = (JSON.parse(readFileSync(join(root, 'token-map.json'), 'utf8')) as { tools: ToolRows }).tools

/** Bundled code, which nobody reads as prose; manifests and scripts are held to the rule like any text. */
const CODE_RE = /\.js$/

/** Foreign words in what is built for each harness, one line each. */
function wordsIn(project: string): string[] {
  const compilation = compile({ root: project })
  expect(compilation.diagnostics.list().filter(({ severity }) => severity !== 'info')).toEqual([])
  return [...compilation.trees].flatMap(([harness, tree]) => {
    const files = Object.entries(treeFiles(tree)).filter(([file]) => !CODE_RE.test(file))
    return files.flatMap(([file, text]) =>
      foreignWords(harness, text, rows).map(
        ({ line, word, of }) => `${harness}/${file}:${line} ${word} (${of})`,
      ),
    )
  })
}

describe('the agents and skills of this repository', () => {
  it('build for every client without a warning and tell none of another', () => {
    expect(wordsIn(root)).toEqual([])
  })

  it('are four agents and more than ten skills for each client', () => {
    for (const [harness, tree] of compile({ root }).trees) {
      const files = [...tree.files.keys()]
      const agents = files.filter((file) => file.startsWith('agents/'))
      expect(
        agents.map((file) => file.replace(/^agents\/(.*?)(?:\.agent)?\.md$/, '$1')).toSorted(),
        harness,
      ).toEqual(['plan', 'ralph', 'ralph-plan', 'strategy'])
      expect(files.filter((file) => file.endsWith('/SKILL.md')).length, harness).toBeGreaterThan(10)
    }
  })
})

describe('a word of another client', () => {
  it('is found in a project that plants it, with its place', () => {
    const project = demo({
      'token-map.json': '{"version": 1, "harnesses": ["claude"], "tools": {}}\n',
      'agents/plan/agent.md': 'Plan.\n\nAsk with `ask_user`.\n',
      'skills/a/SKILL.md': '---\nname: a\ndescription: Does it in Copilot\n---\n',
    })
    expect(wordsIn(project)).toEqual([
      'claude/agents/plan.md:9 ask_user (copilot)',
      'claude/skills/a/SKILL.md:3 Copilot (copilot)',
    ])
  })

  const planted: [string, string, string, ForeignWord['of'][]][] = [
    ['copilot', 'Ask with AskUserQuestion.', 'AskUserQuestion', ['claude']],
    ['copilot', 'Open it with `Read`.', 'Read', ['claude']],
    ['copilot', 'Open it with Read.', 'Read', ['claude']],
    ['copilot', 'Only `Bash(git log:*)`.', 'Bash', ['claude']],
    ['copilot', 'Fetch it with WebFetch.', 'WebFetch', ['claude']],
    ['copilot', 'Call wait_for_agents.', 'wait_for_agents', ['pi']],
    ['copilot', 'In ~/.pi/agent.', 'pi', ['pi']],
    ['copilot', '`${CLAUDE_PLUGIN_ROOT}/x`', 'CLAUDE', ['claude']],
    ['claude', 'Poll with read_agent.', 'read_agent', ['copilot', 'pi']],
    ['claude', 'The bash tool runs it.', 'bash', ['copilot', 'pi']],
    ['claude', 'Start `task`.', 'task', ['copilot', 'pi']],
    ['claude', 'As Copilot does.', 'Copilot', ['copilot']],
    ['pi', 'Use `view`.', 'view', ['copilot']],
    ['pi', 'Use the Agent tool.', 'Agent', ['claude']],
    ['pi', 'Start it with Agent.', 'Agent', ['claude']],
    ['pi', 'Stop it with stop_bash.', 'stop_bash', ['copilot']],
  ]
  it.each(planted)('%s: %s', (harness, text, word, of) => {
    expect(foreignWords(harness, `First.\n${text}`, rows)).toEqual(of.map((of) => ({ line: 2, word, of })))
  })

  it.each([
    ['claude', 'Edit the task, view the diff, then create and find what to grep with bash.'],
    ['claude', 'Run `bash build.sh`, `grep -c x` and `find . -name y`; the reader is an `agent`.'],
    ['claude', 'Load it with `Skill`, ask with AskUserQuestion, run `Bash`.'],
    ['copilot', 'Read the page. Write it down. Skills and agents, an API, a copy of a pilot, `task`.'],
    ['copilot', '`bash`, `view`, ask_user and `read_agent`'],
    ['pi', 'Write `{{TOOL:ask_user}}`, then build.'],
    ['pi', '`read`, `find`, `task` and wait_for_agents; Task: <id>'],
  ])('is not seen by %s in: %s', (harness, text) => {
    expect(foreignWords(harness, text, rows)).toEqual([])
  })
})
