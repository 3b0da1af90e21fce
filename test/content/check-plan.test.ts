import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Repository } from '../support/shell.ts'

let repo: Repository
const check = (...args: string[]) => repo.sh('planning/plan-task/scripts/check-plan.sh', args)
const plan = (file: string, text: string) => repo.write(`plans/012-csv/${file}.md`, text)

beforeEach(() => {
  repo = new Repository()
})
afterEach(() => repo.remove())

describe('the check of a plan for one task', () => {
  beforeEach(() => {
    plan('findings', '# Findings\n\n- `src/a.ts:1` makes it\n')
    plan('decisions', '# Decisions\n\n1. As it is. Because it works.\n')
    plan(
      'steps',
      '# Steps\n\n## 1. Rows\n\nAim: rows\nTouches: `src/a.ts`\nTest: a row\n\n## 2. File\n\nAim: x\nTouches: y\nTest: z\n',
    )
  })

  it('says nothing of one that is ready', () => {
    expect(check('012-csv')).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('names every open question and every step that lacks a line', () => {
    plan('findings', '# Findings\n\nNothing special.\n')
    plan(
      'decisions',
      '# Decisions\n\nOPEN: Who may export?\n- OPEN: How many?\nAn OPEN: inside text is none\n',
    )
    plan('steps', '# Steps\n\n## 1. Rows\n\nAim: rows\nTest:\n\n## 2. File\n\nAim: x\nTouches: y\nTest: z\n')
    expect(check('012-csv')).toEqual({
      status: 1,
      stdout: [
        'plans/012-csv/findings.md: no finding, one a bullet',
        'plans/012-csv/decisions.md:3: open question: Who may export?',
        'plans/012-csv/decisions.md:4: open question: How many?',
        'plans/012-csv/steps.md:3: step without "Touches:": 1. Rows',
        'plans/012-csv/steps.md:3: step without "Test:": 1. Rows',
        '',
      ].join('\n'),
      stderr: '',
    })
  })

  it('names files that are missing or empty, and steps without a heading', () => {
    repo.write('plans/013-x/decisions.md', '')
    repo.write('plans/013-x/steps.md', 'Aim: all\n')
    expect(check('013-x').stdout).toBe(
      [
        'plans/013-x/findings.md: missing or empty',
        'plans/013-x/decisions.md: missing or empty',
        'plans/013-x/steps.md: no step, each a "## " heading',
        '',
      ].join('\n'),
    )
  })

  it.each([
    [[], 'usage: check-plan.sh ID     the task whose plan lies in plans/ID/'],
    [['../x'], 'check-plan: no task id: ../x'],
    [['..'], 'check-plan: no task id: ..'],
    [['014-none'], 'check-plan: there is no plans/014-none/'],
  ])('%j is a wrong call', (args, message) => {
    expect(check(...args)).toEqual({ status: 2, stdout: '', stderr: `${message}\n` })
  })
})
