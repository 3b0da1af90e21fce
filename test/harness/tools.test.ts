import { describe, expect, it } from 'vitest'
import type { Harness } from '../../src/compose/harness.ts'
import { claude, copilot, pi } from '../../src/harness/index.ts'

/** F-3's second and third step. */
function isNative({ nativeTools: { names, patterns, ignoreCase } }: Harness, name: string): boolean {
  const known = ignoreCase ? names.map((known) => known.toLowerCase()) : names
  return (
    known.includes(ignoreCase ? name.toLowerCase() : name) || patterns.some((pattern) => pattern.test(name))
  )
}

const split = (text: string) => text.trim().split(/\s+/)
const native = (harness: Harness, names: readonly string[]) => names.filter((name) => isNative(harness, name))

describe('F-3: native tool names', () => {
  it('claude has its own, in their own case', () => {
    const names =
      split(`Agent Task Bash Read Edit Write Glob Grep NotebookEdit WebFetch WebSearch Skill SendMessage
      TaskStop KillShell AskUserQuestion TodoWrite TaskList EnterPlanMode ExitPlanMode LSP`)
    expect(native(claude, names)).toEqual(names)
    expect(native(claude, split('bash read task LS MultiEdit NotebookRead BashOutput view *'))).toEqual([])
  })

  it('claude takes rules and MCP tools as patterns, of native names only', () => {
    const names = [
      'Bash(git *)',
      'Bash(git log:*, git diff)',
      'Agent(reviewer, planner)',
      'mcp__github',
      'mcp__github__*',
      'mcp__github__get_issue',
    ]
    expect(native(claude, names)).toEqual(names)
    expect(
      native(claude, [
        'bash(git *)',
        'Bash()',
        'Bash(a',
        'Bash(a: b)',
        'Bash(a #b)',
        'Bash(a\nb)',
        'mcp__',
        'Zap(x)',
      ]),
    ).toEqual([])
  })

  it('copilot takes aliases of three clients in any case', () => {
    const names =
      split(`execute shell Bash bash runCommands execute/runInTerminal read Read view NotebookRead edit Edit
      MultiEdit Write create edit/editFiles search search/codebase grep Grep glob skill sql agent custom-agent Task task
      agent/runSubagent read_agent list_agents todo TodoWrite update_todo web WebFetch web_fetch ask_user apply_patch rg
      browser todos vscode/askQuestions * BASH`)
    expect(native(copilot, names)).toEqual(names)
    expect(native(copilot, split('WebSearch report_intent Skills AskUserQuestion'))).toEqual([])
  })

  it('copilot takes tools of MCP servers, and sees a misspelt member of a tool set', () => {
    expect(native(copilot, ['github/*', 'github/get_issue', 'my.server/do-it'])).toHaveLength(3)
    expect(native(copilot, ['read/readFiel', 'github/', '/x', 'a/b/c', 'a b/c'])).toEqual([])
  })

  it('pi has its built-in tools and those of MCP servers', () => {
    const names = split(
      'read bash edit write grep find ls powershell codemode tool_search mcp__github__get_issue',
    )
    expect(native(pi, names)).toEqual(names)
    expect(native(pi, split('Read task read_agent ask_questions mcp__github'))).toEqual([])
  })
})
