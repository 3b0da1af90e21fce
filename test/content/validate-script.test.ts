import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const script = join(root, 'skills/productivity/validate-agent-dir/scripts/validate.mjs')
const FETCHING = 'validate: there is no agent-cortex in node_modules/.bin or on the PATH, so npx fetches it\n'

let project: string
let path: string

beforeEach(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'validate-')))
  // Nothing but a node and a shell, so that no command of this machine is found.
  path = join(project, 'system')
  mkdirSync(path)
  symlinkSync(process.execPath, join(path, 'node'))
})
afterEach(() => rmSync(project, { recursive: true, force: true }))

/** A command that prints its name and arguments, one a line, and does `after`. */
function command(file: string, after: string): void {
  mkdirSync(dirname(join(project, file)), { recursive: true })
  writeFileSync(join(project, file), `#!/bin/sh\nprintf '%s\\n' "${file}" "$@"\n${after}\n`)
  chmodSync(join(project, file), 0o755)
}

function validate(args: string[], cwd = '.') {
  mkdirSync(join(project, cwd), { recursive: true })
  const env = { ...process.env, PATH: [path, join(project, 'bin')].join(delimiter) }
  const options = { cwd: join(project, cwd), env, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], options)
  return { status, stdout: stdout.trimEnd().split('\n'), stderr }
}

describe('the command', () => {
  it("is the project's own, found from a directory below, with all arguments as they are", () => {
    command('node_modules/.bin/agent-cortex', 'exit 1')
    command('bin/agent-cortex', '')
    expect(validate(['agents/my plan', '--strict', '$HOME'], 'agents/a')).toEqual({
      status: 1,
      stdout: ['node_modules/.bin/agent-cortex', 'validate', 'agents/my plan', '--strict', '$HOME'],
      stderr: '',
    })
  })

  it('is the one on the PATH where the project has none that can be run', () => {
    command('node_modules/.bin/agent-cortex', '')
    chmodSync(join(project, 'node_modules/.bin/agent-cortex'), 0o644)
    command('bin/agent-cortex', 'echo told >&2; exit 2')
    command('bin/npx', '')
    expect(validate(['--verbos'])).toEqual({
      status: 2,
      stdout: ['bin/agent-cortex', 'validate', '--verbos'],
      stderr: 'told\n',
    })
  })

  it('is fetched by npx where there is none, and that is said', () => {
    command('bin/npx', 'exit 0')
    expect(validate([])).toEqual({
      status: 0,
      stdout: ['bin/npx', '--yes', 'agent-cortex', 'validate'],
      stderr: FETCHING,
    })
  })
})

describe('an end that is none of validate', () => {
  it('is 127 without any command', () => {
    expect(validate([])).toEqual({
      status: 127,
      stdout: [''],
      stderr:
        'validate: there is no agent-cortex in node_modules/.bin or on the PATH, and no npx to fetch it\n',
    })
  })

  it('is 126 for a command that cannot be started', () => {
    command('bin/agent-cortex', '')
    writeFileSync(join(project, 'bin/agent-cortex'), '#!/none/such\n')
    const { status, stderr } = validate([])
    expect(status).toBe(126)
    expect(stderr).toContain(`validate: ${project}/bin/agent-cortex could not be started: `)
  })

  it('is 128 and the number of the signal that ended it', () => {
    command('bin/agent-cortex', 'kill -TERM $$')
    expect(validate([]).status).toBe(143)
  })
})

it('validates agents with the real command', () => {
  mkdirSync(join(project, 'bin'))
  symlinkSync(join(root, 'bin/agent-cortex.mjs'), join(project, 'bin/agent-cortex'))
  command('agents/plan/agent.md', '')
  const { status, stderr } = validate(['agents/plan'])
  expect(status).toBe(1)
  expect(stderr).toContain('agents/plan/agent.md: error: ')
  expect(stderr).toContain('(frontmatter-missing)')
})
