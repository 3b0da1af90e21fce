import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { COPILOT_PLAN, project } from '../support/project.ts'
import { clocks, disk, put } from '../support/trees.ts'

const DURATION_RE = /\d+ ms|\d+\.\d\d s/

test('a build writes the trees and tells what it did', () => {
  const root = project()
  const { code, stdout, stderr } = run(root, ['build'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.replace(DURATION_RE, 'TIME')).toBe(`\
copilot   1 agent   1 skill   4 files   4 written   dist/copilot
claude    1 agent   1 skill   4 files   4 written   dist/claude
pi        1 agent   1 skill   3 files   3 written   dist/pi
built in TIME
`)
  expect(disk(path.join(root, 'dist/copilot'))['agents/plan.agent.md']).toBe(COPILOT_PLAN)
})

test('the summary is aligned, and has no column that is empty', () => {
  const root = project({
    'agents/next/agent.md': 'Next.\n',
    'agents/next/pi/frontmatter.json': '{"description":"Next.","tools":["bash"]}\n',
  })
  run(root, ['build', '--harness', 'pi'])
  fs.rmSync(path.join(root, 'dist/pi/agents/plan.md'))
  const { stdout } = run(root, ['build', '--harness', 'claude,pi'])
  expect(stdout.replace(DURATION_RE, 'TIME')).toBe(`\
claude   1 agent    1 skill   4 files   4 written                 dist/claude
pi       2 agents   1 skill   4 files   1 written   3 unchanged   dist/pi
built in TIME
`)
})

test('O-2: a second build writes nothing', () => {
  const root = project()
  run(root, ['build'])
  const before = clocks(path.join(root, 'dist'))
  const { stdout } = run(root, ['build'])
  expect(stdout).toContain('claude    1 agent   1 skill   4 files   4 unchanged   dist/claude\n')
  expect(clocks(path.join(root, 'dist'))).toEqual(before)
})

test('lesson 1: an error leaves the trees as they were', () => {
  const root = project()
  run(root, ['build'])
  const before = disk(path.join(root, 'dist'))
  put(root, { 'agents/plan/agent.md': 'Changed, with {{TOOL:bsh}}.\n' })
  const { code, stdout, stderr } = run(root, ['build'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toBe(`\
agents/plan/agent.md:1:15: error: unknown tool "bsh" (tool-unknown) [copilot, claude, pi]
  1 | Changed, with {{TOOL:bsh}}.
    |               ^^^^^^^^^^^^
  hint: did you mean "bash"?

1 error
nothing was written
`)
  expect(disk(path.join(root, 'dist'))).toEqual(before)
})

test('lesson 3: --format json is one object on stdout with all diagnostics', () => {
  const root = project({
    'agents/plan/agent.md': '{{TOOL:bsh}}\n{{TOOL:bash}} {{SECTION:gone}}, {{PATH:skills/tidy/SKILL.md}}.\n',
  })
  const { code, stdout, stderr } = run(root, ['build', '--format', 'json'])
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const { diagnostics, ...rest } = JSON.parse(stdout)
  expect(rest).toEqual({ version: 1, ok: false, outputs: {} })
  expect(diagnostics).toHaveLength(2)
  expect(diagnostics[0]).toMatchObject({
    code: 'tool-unknown',
    severity: 'error',
    hint: 'did you mean "bash"?',
    file: 'agents/plan/agent.md',
    line: 1,
    column: 1,
    endLine: 1,
    endColumn: 13,
    harnesses: ['copilot', 'claude', 'pi'],
  })
  expect(diagnostics[1]).toMatchObject({ code: 'section-missing', line: 2, column: 15 })
})

test('--format json tells the counts of each harness that is built', () => {
  const root = project()
  run(root, ['build'])
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), 'More.\n')
  const { code, stdout, stderr } = run(root, ['build', '--harness', 'claude', '--format=json'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    ok: true,
    diagnostics: [],
    outputs: { claude: { dir: 'dist/claude', files: 4, added: 0, changed: 1, removed: 0, unchanged: 3 } },
  })
})

test('--format github and sarif stand on stdout, without a summary', () => {
  const root = project({ 'agents/plan/agent.md': '{{TOOL:bsh}} {{PATH:skills/tidy/SKILL.md}}\n' })
  const github = run(root, ['build', '--format', 'github'])
  expect(github).toMatchObject({ code: 1, stderr: '' })
  expect(github.stdout).toMatch(/^::error file=agents\/plan\/agent\.md,line=1,col=1,.*\n$/)
  const sarif = run(root, ['build', '--format', 'sarif'])
  expect(sarif).toMatchObject({ code: 1, stderr: '' })
  expect(JSON.parse(sarif.stdout).runs[0].results).toHaveLength(1)
})

test('--root, --out and --harness say where and what', () => {
  const root = project()
  const { code } = run(path.dirname(root), ['build', '--root', root, '--out', 'made/here', '--harness', 'pi'])
  expect(code).toBe(0)
  expect(fs.readdirSync(path.join(root, 'made/here')).toSorted()).toEqual(['.agent-cortex.state.json', 'pi'])
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})

test('T-7: --plugin-root replaces the root of one harness', () => {
  const root = project()
  run(root, ['build', '--plugin-root', 'pi=/opt/a=b', '--plugin-root=claude=/c'])
  const body = (file: string): string | undefined => disk(path.join(root, 'dist'))[file]?.split('\n').at(-2)
  expect(body('pi/agents/plan.md')).toBe('Plan it with bash, by /opt/a=b/skills/tidy/SKILL.md.')
  expect(body('claude/agents/plan.md')).toBe('Plan it with Bash, by /c/skills/tidy/SKILL.md.')
  expect(body('copilot/agents/plan.agent.md')).toBe('Plan it with bash, by ~/demo/skills/tidy/SKILL.md.')
})

test('--strict takes warnings for errors', () => {
  const root = project({ 'agents/plan/unused.md': 'Nobody asks for me.\n' })
  expect(run(root, ['build'])).toMatchObject({ code: 0, stdout: expect.stringContaining(', 1 warning\n') })
  const { code, stderr } = run(root, ['build', '--strict'])
  expect(code).toBe(1)
  expect(stderr).toContain('agents/plan/unused.md:1:1: error: ')
})

test('--verbose shows info', () => {
  const root = project({ 'skills/notes.txt': 'Outside any skill.\n' })
  expect(run(root, ['build']).stderr).toBe('')
  expect(run(root, ['build', '--verbose']).stderr).toContain('skills/notes.txt: info: ')
})

test.each(['agents', 'agents/plan/x', 'skills', '.', '..', 'link/x', 'agents-native', 'claude-extras/x'])(
  'lesson 2: --out %s would meet the sources, and nothing is written',
  (out) => {
    const root = project()
    fs.symlinkSync('agents', path.join(root, 'link'))
    const before = disk(root)
    const { code, stdout } = run(root, ['build', '--out', out, '--force', '--format', 'json'])
    expect(code).toBe(1)
    expect(JSON.parse(stdout).diagnostics).toMatchObject([{ code: 'output-foreign', severity: 'error' }])
    expect(disk(root)).toEqual(before)
  },
)

test('O-2: a file of somebody else is told, and moved aside only with --force', () => {
  const root = project({ 'dist/claude/agents/plan.md': 'Mine.\n' })
  const refused = run(root, ['build'])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toContain('dist/claude/agents/plan.md: error: ')
  expect(refused.stderr).toContain('(output-foreign) [claude]')
  expect(disk(path.join(root, 'dist'))).toEqual({ 'claude/agents/plan.md': 'Mine.\n' })
  const forced = run(root, ['build', '--force'])
  expect(forced.code).toBe(0)
  expect(forced.stdout).toContain(
    '"dist/claude/agents/plan.md" was not written by agent-cortex; it is now "dist/claude/agents/plan.md.orig"\n',
  )
  expect(disk(path.join(root, 'dist'))['claude/agents/plan.md.orig']).toBe('Mine.\n')
})

test('a harness that the project is not built for is an error, not an empty build', () => {
  const root = project()
  const map = JSON.parse(fs.readFileSync(path.join(root, 'token-map.json'), 'utf8'))
  put(root, { 'token-map.json': JSON.stringify({ ...map, harnesses: ['copilot', 'claude'] }) })
  const { code, stderr } = run(root, ['build', '--harness', 'pi'])
  expect(code).toBe(1)
  expect(stderr).toContain('error: "pi" is not among the harnesses that this project is built for')
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})

test('lesson 30: the tree of a harness that is built no longer is emptied of what is ours', () => {
  const root = project()
  run(root, ['build'])
  put(root, { 'dist/pi/mine.txt': 'Mine.\n' })
  const map = JSON.parse(fs.readFileSync(path.join(root, 'token-map.json'), 'utf8'))
  put(root, { 'token-map.json': JSON.stringify({ ...map, harnesses: ['copilot', 'claude'] }) })
  expect(run(root, ['check']).code).toBe(1)
  const { code, stdout } = run(root, ['build'])
  expect(code).toBe(0)
  expect(stdout).toContain('dist/pi is built no longer: 3 files removed\n')
  expect(disk(path.join(root, 'dist/pi'))).toEqual({ 'mine.txt': 'Mine.\n' })
})

test('a project without sources is told, with what to write', () => {
  const root = project()
  for (const folder of ['agents', 'skills']) fs.rmSync(path.join(root, folder), { recursive: true })
  const { code, stderr } = run(root, ['build'])
  expect(code).toBe(1)
  expect(stderr).toContain('(no-sources)')
})

test.each(['build', 'check', 'validate'])(
  '%s in a folder of a project names the project, and no more',
  (command) => {
    const root = project({ 'src/deep/index.js': '' })
    const { code, stderr } = run(path.join(root, 'src/deep'), [command])
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^error: there is no agent and no skill here \(no-sources\)\n {2}hint: the project is "\.\.\/\.\.": run it there, or with --root \.\.\/\.\.\n\n1 error\n/,
    )
  },
)

test('O-2: --force moves what is in the way aside, and says where to', () => {
  const root = project({ 'dist/pi/agents/plan.md': 'Mine.\n' })
  const { code, stdout } = run(root, ['build', '--force', '--format', 'json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout).diagnostics).toEqual([
    {
      code: 'output-backup',
      severity: 'info',
      message:
        '"dist/pi/agents/plan.md" was not written by agent-cortex; it is now "dist/pi/agents/plan.md.orig"',
      file: 'dist/pi/agents/plan.md.orig',
      harnesses: [],
    },
  ])
  expect(disk(path.join(root, 'dist/pi/agents'))).toEqual({
    'plan.md': expect.stringContaining('Plan it with bash'),
    'plan.md.orig': 'Mine.\n',
  })
})
