import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Repository } from '../support/shell.ts'

let repo: Repository
const record = (...args: string[]) => repo.sh('engineering/decision-record/scripts/new-decision.sh', args)
const dateless = (file: string) => repo.read(file).replace(/^Date: \d{4}-\d\d-\d\d$/m, 'Date: …')

beforeEach(() => {
  repo = new Repository()
})
afterEach(() => repo.remove())

describe('a new decision record', () => {
  it('begins docs/decisions with a skeleton', () => {
    expect(record('Keep "invoices" in one table: 100 % yes')).toEqual({
      status: 0,
      stdout: 'docs/decisions/0001-keep-invoices-in-one-table-100-yes.md\n',
      stderr: '',
    })
    expect(dateless('docs/decisions/0001-keep-invoices-in-one-table-100-yes.md')).toBe(
      '# 1. Keep "invoices" in one table: 100 % yes\n\nStatus: proposed\nDate: …\nDecided by:\n\n' +
        '## Context\n\n## Decision\n\n## Alternatives\n\n## Consequences\n\n## Wrong if\n',
    )
  })

  it('goes where the records are, with their width, past the octal look of 008 and 009', () => {
    repo.write('docs/decisions/README.md', '')
    repo.write('adr/008-old.md', '')
    repo.write('adr/009-older.md', '')
    expect(record('Next').stdout).toBe('adr/010-next.md\n')
    expect(record('Other', '--dir', 'notes').stdout).toBe('notes/0001-other.md\n')
  })

  it('takes the place of an older one, which says so in its status line alone', () => {
    repo.write('docs/adr/0007-old.md', '# 7. Old\n\nStatus: accepted\n\nStatus: is a word here\n')
    const made = record('New way', '--supersedes', '7').stdout
    expect(made).toBe('docs/adr/0008-new-way.md\n')
    expect(dateless(made.trim())).toContain('\nDecided by:\nSupersedes: 0007-old.md\n\n## Context\n')
    expect(repo.read('docs/adr/0007-old.md')).toBe(
      '# 7. Old\n\nStatus: superseded by 0008-new-way.md\n\nStatus: is a word here\n',
    )
  })

  it('writes nothing where there is nothing to supersede', () => {
    repo.write('adr/0001-old.md', '# 1. Old\n')
    expect(record('New', '--supersedes', '3')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'new-decision: there is no record 3 in adr\n',
    })
    expect(record('New', '--supersedes', '1').stderr).toBe(
      'new-decision: adr/0001-old.md has no line "Status: …": supersede it by hand\n',
    )
    expect(repo.git('status', '--porcelain', '--untracked-files=all')).toBe('?? adr/0001-old.md')
  })

  it.each([
    [[], 'a title is needed'],
    [['A', 'B'], 'more than one title: quote it'],
    [['A\nB'], 'the title has more than one line'],
    [['A', '--supersedes', 'x'], 'no number: x'],
    [['A', '--dir'], '--dir needs a value'],
    [['A', '--status', 'x'], 'unknown option --status'],
  ])('%j is a wrong call', (args, message) => {
    expect(record(...args)).toEqual({ status: 2, stdout: '', stderr: `new-decision: ${message}\n` })
  })
})
