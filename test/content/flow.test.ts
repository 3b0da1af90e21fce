import { afterEach, beforeEach, expect, it } from 'vitest'
import { Repository } from '../support/shell.ts'

const TASK = '## Goal\n\nIt.\n\n## Acceptance\n\n- [ ] it\n\n## Touches\n\n- a\n\n## Check\n\n`true`\n'

let repo: Repository
const tasks = (args: string[], cwd = '', input = '') =>
  repo.sh('planning/create-task/scripts/tasks.sh', args, cwd, input)
const worktree = (...args: string[]) => repo.sh('workflow/worktrees/scripts/worktree.sh', args)
const list = () => tasks(['list']).stdout.trimEnd().split('\n')

beforeEach(() => {
  repo = new Repository()
})
afterEach(() => repo.remove())

it('carries a task from its file over branch and worktree to a merge that makes it done', () => {
  tasks(['new', 'First'], '', TASK)
  tasks(['new', 'Second', '--after', '001-first'], '', TASK)
  repo.git('add', '.')
  repo.git('commit', '--quiet', '--message', 'tasks')
  expect(list()).toEqual(['ready\t001-first\tFirst', 'waiting\t002-second\tSecond'])

  expect(worktree('add', '--new', 'task/001-first').stdout).toBe(`${repo.root}/.worktrees/001-first\n`)
  expect(list()).toEqual(['started\t001-first\tFirst', 'waiting\t002-second\tSecond'])
  expect(worktree('add', '--new', 'task/001-first').status).toBe(1)

  expect(tasks(['show', '001-first'], '.worktrees/001-first').stdout).toContain('title: "First"')
  expect(tasks(['set', '001-first', 'done'], '.worktrees/001-first').status).toBe(0)
  repo.commit('a', '.worktrees/001-first')
  expect(list()[0]).toBe('started\t001-first\tFirst')
  expect(worktree('remove', 'task/001-first').status).toBe(1)

  repo.git('merge', '--quiet', 'task/001-first')
  expect(list()).toEqual(['done\t001-first\tFirst', 'ready\t002-second\tSecond'])
  expect(worktree('remove', 'task/001-first').status).toBe(0)
  expect(worktree('list').stdout).toBe('')
  expect(list()).toEqual(['done\t001-first\tFirst', 'ready\t002-second\tSecond'])
})
