import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Repository } from '../support/shell.ts'

let repo: Repository
const worktree = (args: string[], cwd?: string) =>
  repo.sh('workflow/worktrees/scripts/worktree.sh', args, cwd)
const place = (name: string) => join(repo.root, '.worktrees', name)
const branches = () => repo.git('branch', '--format=%(refname:short)').split('\n')

beforeEach(() => {
  repo = new Repository()
})
afterEach(() => repo.remove())

/** A bare repository as `origin`, with main as its default branch. */
function addRemote() {
  repo.git('init', '--quiet', '--bare', '--initial-branch=main', 'origin.git')
  repo.git('remote', 'add', 'origin', join(repo.root, 'origin.git'))
  repo.git('push', '--quiet', 'origin', 'main')
  repo.git('remote', 'set-head', 'origin', 'main')
  repo.write('.git/info/exclude', 'origin.git/\n')
}

describe('add', () => {
  it('prints a directory with the new branch, which git status of the main checkout does not show', () => {
    expect(worktree(['add', 'task/012-export'])).toEqual({
      status: 0,
      stdout: `${place('012-export')}\n`,
      stderr: '',
    })
    expect(repo.git('-C', place('012-export'), 'branch', '--show-current')).toBe('task/012-export')
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('prints the same directory the second time, and excludes .worktrees/ once', () => {
    worktree(['add', 'a'])
    worktree(['add', 'b'])
    expect(worktree(['add', 'a'])).toEqual({ status: 0, stdout: `${place('a')}\n`, stderr: '' })
    expect(repo.read('.git/info/exclude').match(/^\.worktrees\/$/gm)).toEqual(['.worktrees/'])
  })

  it('works on the main checkout from inside a worktree', () => {
    worktree(['add', 'a'])
    expect(worktree(['add', 'fix/login'], '.worktrees/a').stdout).toBe(`${place('fix-login')}\n`)
  })

  it('takes an existing branch as it is, and cuts a new one from the ref', () => {
    repo.git('branch', 'old')
    repo.commit('later')
    worktree(['add', 'old'])
    worktree(['add', 'new', 'old'])
    worktree(['add', 'newest'])
    expect(['old', 'new', 'newest'].map((name) => existsSync(join(place(name), 'later')))).toEqual([
      false,
      false,
      true,
    ])
  })

  it("cuts from the remote's default branch without tracking it", () => {
    addRemote()
    repo.commit('not pushed')
    worktree(['add', 'a'])
    expect(existsSync(join(place('a'), 'not pushed'))).toBe(false)
    expect(repo.git('for-each-ref', '--format=%(upstream)', 'refs/heads/a')).toBe('')
  })

  it('takes up a branch that is at the remote only', () => {
    addRemote()
    repo.git('checkout', '--quiet', '-b', 'theirs')
    repo.commit('theirs')
    repo.git('push', '--quiet', 'origin', 'theirs')
    repo.git('checkout', '--quiet', 'main')
    repo.git('branch', '--quiet', '-D', 'theirs')
    expect(worktree(['add', '--new', 'theirs'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'worktree: the branch theirs exists already at origin\n',
    })
    worktree(['add', 'theirs'])
    expect(existsSync(join(place('theirs'), 'theirs'))).toBe(true)
    expect(repo.git('for-each-ref', '--format=%(upstream)', 'refs/heads/theirs')).toBe(
      'refs/remotes/origin/theirs',
    )
  })

  it('gives a new branch to one of several that want it at once', async () => {
    const codes = await Promise.all(
      Array.from({ length: 5 }, () =>
        repo.start('workflow/worktrees/scripts/worktree.sh', ['add', '--new', 'a']),
      ),
    )
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(existsSync(place('a'))).toBe(true)
    expect(worktree(['add', '--new', 'a'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'worktree: the branch a exists already\n',
    })
  })

  it('never gives one directory to two branches', () => {
    worktree(['add', 'a/b'])
    expect(worktree(['add', 'a-b'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `worktree: ${place('a-b')} is there already and holds another branch\n`,
    })
    expect(branches()).toEqual(['a/b', 'main'])
  })
})

describe('list', () => {
  it('tells dirty, merged, pushed and ahead apart, and passes over what lies elsewhere', () => {
    addRemote()
    for (const name of ['dirty', 'ahead', 'pushed', 'same']) worktree(['add', `task/${name}`])
    repo.git('worktree', 'add', '--quiet', '-b', 'elsewhere', '.elsewhere')
    repo.write('.worktrees/dirty/file', '')
    for (const name of ['ahead', 'pushed']) repo.commit(name, `.worktrees/${name}`)
    repo.commit('second', '.worktrees/ahead')
    repo.git('push', '--quiet', 'origin', 'task/pushed')
    expect(worktree(['list']).stdout.trimEnd().split('\n')).toEqual([
      `${place('ahead')}\ttask/ahead\tahead 2`,
      `${place('dirty')}\ttask/dirty\tdirty`,
      `${place('pushed')}\ttask/pushed\tpushed`,
      `${place('same')}\ttask/same\tmerged`,
    ])
  })
})

describe('remove', () => {
  it('takes directory and branch where all is in the base', () => {
    worktree(['add', 'a'])
    expect(worktree(['remove', 'a']).status).toBe(0)
    expect([existsSync(place('a')), branches()]).toEqual([false, ['main']])
  })

  it('leaves the branch where it is only pushed', () => {
    addRemote()
    worktree(['add', 'a'])
    repo.commit('a', '.worktrees/a')
    repo.git('push', '--quiet', 'origin', 'a')
    expect(worktree(['remove', 'a']).status).toBe(0)
    expect([existsSync(place('a')), branches()]).toEqual([false, ['a', 'main']])
  })

  it('refuses commits that exist only here, unless they have landed', () => {
    worktree(['add', 'a'])
    repo.commit('a', '.worktrees/a')
    expect(worktree(['remove', 'a'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'worktree: a has commits that exist only here: 1\n',
    })
    expect(existsSync(place('a'))).toBe(true)
    expect(worktree(['remove', 'a', '--landed']).status).toBe(0)
    expect([existsSync(place('a')), branches()]).toEqual([false, ['main']])
  })

  it('refuses uncommitted work, whatever was said', () => {
    worktree(['add', 'a'])
    repo.write('.worktrees/a/file', '')
    expect(worktree(['remove', 'a', '--landed'])).toEqual({
      status: 1,
      stdout: '',
      stderr: `worktree: ${place('a')} has uncommitted changes\n`,
    })
    expect(existsSync(join(place('a'), 'file'))).toBe(true)
  })

  it('leaves worktrees alone that it did not make', () => {
    repo.git('worktree', 'add', '--quiet', '-b', 'b', '.elsewhere')
    const elsewhere = join(repo.root, '.elsewhere')
    expect(worktree(['remove', 'b']).stderr).toBe(
      `worktree: ${elsewhere} is not below .worktrees/: not ours to remove\n`,
    )
    expect(worktree(['remove', 'main']).stderr).toBe(
      `worktree: ${repo.root} is not below .worktrees/: not ours to remove\n`,
    )
    expect(existsSync(elsewhere)).toBe(true)
  })
})

it.each([
  [['add'], 'add needs a branch and at most one ref'],
  [['add', '--new'], 'add needs a branch and at most one ref'],
  [['add', 'a..b'], 'no branch name: a..b'],
  [['list', 'x'], 'list takes nothing'],
  [['remove'], 'remove needs a branch'],
  [['remove', 'a', '--force'], 'unknown option --force'],
  [['remove', 'a', '--landed', 'b'], 'remove takes one branch at a time'],
])('%j is a wrong call', (args, message) => {
  expect(worktree(args)).toEqual({ status: 2, stdout: '', stderr: `worktree: ${message}\n` })
})

it('says so outside a repository', () => {
  rmSync(join(repo.root, '.git'), { recursive: true })
  expect(worktree(['list'])).toEqual({ status: 1, stdout: '', stderr: 'worktree: not in a git repository\n' })
})
