import { execFile, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const script = resolve(import.meta.dirname, '../../skills/planning/create-task/scripts/tasks.sh')

const body = `## Goal

Clerks take invoices into their own spreadsheet.

## Acceptance

- [ ] \`GET /invoices.csv\` answers with one line an invoice

## Touches

- src/invoices

## Check

\`pnpm test invoices\`
`

let project: string
let env: NodeJS.ProcessEnv

/** Runs the script in the temporary project, under the strictest shell at hand. */
function tasks(args: string[], input = '') {
  const { status, stdout, stderr } = spawnSync('sh', [script, ...args], {
    cwd: project,
    env,
    input,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

function git(...args: string[]) {
  const { status, stderr } = spawnSync('git', ['-C', project, ...args], { env, encoding: 'utf8' })
  expect(stderr + status).toMatch(/0$/)
}

const file = (id: string) => readFileSync(join(project, 'tasks', `${id}.md`), 'utf8')

/** A `bd` that writes down how it was called, one argument a line, and what it was fed. */
function installBd() {
  const bin = join(project, 'bin')
  mkdirSync(bin)
  mkdirSync(join(project, '.beads'))
  writeFileSync(
    join(bin, 'bd'),
    `#!/bin/sh
printf '%s\\n' "$@" -- >> "${project}/calls"
case $1 in create) cat > "${project}/body"; echo app-7 ;; esac
`,
  )
  chmodSync(join(bin, 'bd'), 0o755)
  env = { ...env, PATH: bin + delimiter + env.PATH }
}

const calls = () =>
  readFileSync(join(project, 'calls'), 'utf8')
    .split('\n--\n')
    .slice(0, -1)
    .map((call) => call.split('\n'))

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'tasks-')))
  const { BEADS_DIR: _beads, GIT_DIR: _git, ...rest } = process.env
  const identity = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  env = { ...rest, ...identity, PATH: '/usr/local/bin:/usr/bin:/bin' }
  git('init', '--quiet')
})

afterEach(() => {
  rmSync(project, { recursive: true, force: true })
})

describe('a new task as a file', () => {
  it('is executable, as the skill calls it', () => {
    expect(statSync(script).mode & 0o111).toBe(0o111)
  })

  it('gets a number, a slug and the body as it was given', () => {
    expect(tasks(['new', 'Export invoices as CSV'], body)).toEqual({
      status: 0,
      stdout: '001-export-invoices-as-csv\n',
      stderr: '',
    })
    expect(file('001-export-invoices-as-csv')).toBe(
      `---\ntitle: "Export invoices as CSV"\nstatus: open\nrunner: agent\n---\n\n${body}`,
    )
  })

  it('counts on from the highest number, past the octal look of 008 and 009', () => {
    mkdirSync(join(project, 'tasks'))
    writeFileSync(
      join(project, 'tasks/009-older.md'),
      '---\ntitle: "Older"\nstatus: done\nrunner: agent\n---\n',
    )
    expect(tasks(['new', 'Next'], body).stdout).toBe('010-next\n')
  })

  it('keeps quotes, backslashes, colons and letters beyond ASCII of a title', () => {
    const title = 'Größe: a "quoted" \\ # path'
    const id = tasks(['new', title], body).stdout.trim()
    expect(parse(file(id).split('---\n')[1]!)).toEqual({ title, status: 'open', runner: 'agent' })
    expect(tasks(['list']).stdout).toBe(`ready\t${id}\t${title}\n`)
  })

  it('names a task without one plain letter in its title', () => {
    expect(tasks(['new', '請求書'], body).stdout).toBe('001-task\n')
  })

  it('writes the plan into the body, and runner and after into the frontmatter', () => {
    tasks(['new', 'First'], body)
    const made = tasks(
      ['new', 'Second', '--runner', 'human', '--after', '001-first', '--plan', 'plans/csv.md'],
      body,
    )
    expect(file(made.stdout.trim())).toBe(
      `---\ntitle: "Second"\nstatus: open\nrunner: human\nafter: 001-first\n---\n\nPlan: plans/csv.md\n\n${body}`,
    )
  })

  it('gives every one of several processes at once its own number', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => {
        return new Promise<string>((done, failed) => {
          const child = execFile('sh', [script, 'new', 'Same'], { cwd: project, env }, (error, stdout) => {
            if (error) failed(error)
            else done(stdout.trim())
          })
          child.stdin!.end(body)
        })
      }),
    )
    const numbers = made.map((id) => id.slice(0, 3))
    expect(new Set(numbers).size).toBe(6)
    expect(new Set(made.map(file))).toEqual(
      new Set([`---\ntitle: "Same"\nstatus: open\nrunner: agent\n---\n\n${body}`]),
    )
  })
})

describe('a refused task', () => {
  it.each([
    ['Goal', body.replace('Clerks take invoices into their own spreadsheet.', '')],
    ['Acceptance', body.replace('## Acceptance', '## Wishes')],
    ['Touches', body.replace('- src/invoices', '   ')],
    ['Check', body.replace('## Check', '### Check')],
  ])('has no text under %s', (name, text) => {
    expect(tasks(['new', 'Vague'], text)).toEqual({
      status: 1,
      stdout: '',
      stderr: `tasks: the body has no text under "## ${name}"\n`,
    })
    expect(tasks(['list']).stdout).toBe('')
  })

  it('has nothing to tick off', () => {
    expect(tasks(['new', 'Vague'], body.replace('- [ ] ', '')).stderr).toBe(
      'tasks: no "- [ ]" line says when the task is done\n',
    )
  })

  it('waits for a task that does not exist', () => {
    expect(tasks(['new', 'Later', '--after', '009-nothing'], body)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'tasks: no such task: 009-nothing\n',
    })
  })

  it.each([
    [['new'], 'a title is needed'],
    [['new', 'A', 'B'], 'more than one title: quote it'],
    [['new', 'A\nB'], 'the title has more than one line'],
    [['new', 'A', '--runner', 'robot'], 'runner is agent or human, not robot'],
    [['new', 'A', '--after'], '--after needs a value'],
    [['new', 'A', '--owner', 'x'], 'unknown option --owner'],
    [['show'], 'show needs one id'],
    [['set', '001-a', 'finished'], 'a status is open, blocked or done, not finished'],
  ])('%j is a wrong call', (args, message) => {
    expect(tasks(args, body)).toEqual({ status: 2, stdout: '', stderr: `tasks: ${message}\n` })
  })

  it('cannot be named by a path', () => {
    writeFileSync(join(project, 'secret.md'), 'secret')
    expect(tasks(['show', '../secret'])).toEqual({
      status: 1,
      stdout: '',
      stderr: 'tasks: no task id: ../secret\n',
    })
  })
})

describe('the list of files', () => {
  it('tells ready, waiting, human, started, blocked and done apart', () => {
    for (const title of ['Base', 'Free', 'Begun', 'Stuck']) tasks(['new', title], body)
    tasks(['new', 'After base', '--after', '001-base'], body)
    tasks(['new', 'After two', '--after', '001-base', '--after', '002-free'], body)
    tasks(['new', 'Decide', '--runner', 'human'], body)
    git('add', '.')
    git('commit', '--quiet', '--message', 'tasks')
    git('branch', 'task/003-begun')
    tasks(['set', '001-base', 'done'])
    tasks(['set', '004-stuck', 'blocked', 'no access to the printer'])
    expect(tasks(['list']).stdout).toBe(
      [
        'done\t001-base\tBase',
        'ready\t002-free\tFree',
        'started\t003-begun\tBegun',
        'blocked\t004-stuck\tStuck',
        'ready\t005-after-base\tAfter base',
        'waiting\t006-after-two\tAfter two',
        'human\t007-decide\tDecide',
        '',
      ].join('\n'),
    )
    expect(tasks(['list', '--ready']).stdout).toBe(
      'ready\t002-free\tFree\nready\t005-after-base\tAfter base\n',
    )
  })

  it('passes over what is no task, and is empty without any', () => {
    expect(tasks(['list'])).toEqual({ status: 0, stdout: '', stderr: '' })
    mkdirSync(join(project, 'tasks'))
    writeFileSync(join(project, 'tasks/README.md'), '# Tasks\n')
    expect(tasks(['list']).stdout).toBe('')
  })
})

describe('the status of a file', () => {
  it('changes in the frontmatter alone and takes the note along', () => {
    const id = tasks(['new', 'A'], `${body}\n---\nstatus: this line is text\n`).stdout.trim()
    const before = file(id)
    expect(tasks(['set', id, 'blocked', 'needs a key'])).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(file(id)).toBe(`${before.replace('status: open', 'status: blocked')}\n> blocked: needs a key\n`)
  })

  it('has short words for what is done most: ready and close', () => {
    const id = tasks(['new', 'A'], body).stdout.trim()
    expect(tasks(['ready']).stdout).toBe(`ready\t${id}\tA\n`)
    expect(tasks(['close', id, 'merged']).status).toBe(0)
    expect(file(id)).toBe(`---\ntitle: "A"\nstatus: done\nrunner: agent\n---\n\n${body}\n> done: merged\n`)
    expect(tasks(['ready']).stdout).toBe('')
  })

  it('is shown with the task, claimed by its branch and not by the file', () => {
    const id = tasks(['new', 'A'], body).stdout.trim()
    expect(tasks(['claim', id])).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(tasks(['show', id]).stdout).toBe(file(id))
    expect(tasks(['claim', '002-b']).status).toBe(1)
  })
})

describe('a project that keeps beads', () => {
  it('is told by bd and a .beads directory together', () => {
    expect(tasks(['store']).stdout).toBe('files\n')
    installBd()
    expect(tasks(['store']).stdout).toBe('beads\n')
    rmSync(join(project, '.beads'), { recursive: true })
    expect(tasks(['store']).stdout).toBe('files\n')
  })

  it('finds the beads of the main checkout from a worktree', () => {
    installBd()
    git('commit', '--quiet', '--allow-empty', '--message', 'start')
    git('worktree', 'add', '--quiet', '-b', 'task/a', '.worktrees/a')
    const { stdout } = spawnSync('sh', [script, 'store'], {
      cwd: join(project, '.worktrees/a'),
      env,
      encoding: 'utf8',
    })
    expect(stdout).toBe('beads\n')
  })

  it('gets a bead with the same body, its label and its dependencies', () => {
    installBd()
    const made = tasks(
      ['new', 'Export', '--after', 'app-1', '--after', 'app-2', '--plan', 'plans/csv.md'],
      body,
    )
    expect(made).toEqual({ status: 0, stdout: 'app-7\n', stderr: '' })
    expect(calls()).toEqual([
      ['create', 'Export', '--type', 'task', '--labels', 'runner:agent', '--body-file', '-', '--silent'],
      ['dep', 'add', 'app-7', 'app-1'],
      ['dep', 'add', 'app-7', 'app-2'],
    ])
    expect(readFileSync(join(project, 'body'), 'utf8')).toBe(`Plan: plans/csv.md\n\n${body}`)
  })

  it('is asked and told through bd', () => {
    installBd()
    tasks(['list', '--ready'])
    tasks(['show', 'app-7'])
    tasks(['claim', 'app-7'])
    tasks(['set', 'app-7', 'blocked', 'needs a key'])
    tasks(['set', 'app-7', 'done', 'merged'])
    expect(calls()).toEqual([
      ['ready', '--label', 'runner:agent', '--limit', '0'],
      ['show', 'app-7'],
      ['update', 'app-7', '--claim'],
      ['update', 'app-7', '--status', 'blocked', '--append-notes', 'needs a key'],
      ['close', 'app-7', '--reason', 'merged'],
    ])
  })
})
