import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { HARNESS_COMMANDS } from '../../src/cli/commands.ts'
import { defineHarnessCommands, HARNESS_ACTIONS } from '../../src/cli/harness/commands.ts'
import { harness as dispatch } from '../../src/cli/harness/index.ts'
import { UsageError } from '../../src/cli/usage.ts'
import { run } from '../support/cli.ts'
import { described, ENTRY, harnessDir, skill } from '../support/harness.ts'
import { disk, put, scratch } from '../support/trees.ts'

const TREE = {
  'HARNESS.md': `${ENTRY}\n- \`tools/\` — what the agent can do (see TOOLS.md)\n`,
  '.leaf-detectors': 'skill=SKILL.md\n',
  'tools/TOOLS.md': described('tools', '- `query-db/` — ask the database'),
  'tools/query-db/SKILL.md': skill('query-db'),
  'tools/query-db/scripts/run.sh': '',
}

function harness(...words: string[]): ReturnType<typeof run> {
  return run(scratch(), ['harness', ...words])
}

test('every command has help with an example', () => {
  for (const [name, action] of Object.entries(HARNESS_ACTIONS)) {
    const command = defineHarnessCommands().commands.find((known) => known.isMatched(name))
    expect(command?.examples.join('')).toContain(`$ agent-cortex harness ${name} `)
    expect(action).toBeTypeOf('function')
  }
  expect(Object.keys(HARNESS_ACTIONS)).toEqual(HARNESS_COMMANDS)
  const { code, stdout } = harness('validate', '--help')
  expect(code).toBe(0)
  expect(stdout).toContain('--compat')
  expect(stdout).toMatch(/--no-lint .*rules$/m)
})

test('harness --help lists them; the main help names the group', () => {
  expect(harness('--help').stdout).toContain('simulate [dir] [...words]')
  expect(run(scratch(), ['--help']).stdout).toContain('harness <command>')
})

test('wrong words end with 2, and with where to look', () => {
  const { code, stdout, stderr } = harness('validate', '--strickt')
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toBe(
    'agent-cortex: unknown option "--strickt"\n  hint: did you mean "--strict"?\n  see: agent-cortex harness validate --help\n',
  )
  expect(harness('valdate').stderr).toContain('see: agent-cortex harness --help\n')
})

test.each([
  [[], 'harness needs a command'],
  [['valdate'], 'unknown harness command "valdate"'],
  [['validate', 'nowhere'], '"nowhere" is no directory'],
  [['validate', '.', 'x'], 'harness validate does not take "x"'],
  [['validate', '.', '--json', '--format', 'github'], '--json and --format exclude each other'],
  [['show', '.', '--json', '--html'], '--json and --html exclude each other'],
  [['show', '.', '--depth', 'x'], '--depth: "x" is no whole number from 1'],
  [['show', '.', '--tokenizer', 'x'], 'unknown tokenizer "x"'],
  [['prompt', '.', '--format', 'yaml'], 'unknown format "yaml"'],
  [['index', '.', '--write', '--check'], '--write and --check exclude each other'],
  [['simulate', '.'], 'harness simulate needs a task, or a file of cases'],
  [['simulate', '.', 'nowhere.json'], 'there is no "nowhere.json"'],
  [['init', '--preset', 'big'], 'unknown preset "big"'],
  [['init', '--preset', 'docs', '--adopt'], '--adopt and --preset exclude each other'],
  [['init', 'package.json'], '"package.json" is no directory'],
])('wrong words: %j', async (words, message) => {
  const error = await dispatch(words).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(UsageError)
  expect((error as UsageError).message).toBe(message)
})

test('validate: good, bad, strict, as JSON', () => {
  const root = harnessDir(TREE)
  expect(harness('validate', root)).toEqual({
    code: 0,
    stdout: 'no errors: Test (1 leaf, 0 files)\n',
    stderr: '',
  })
  put(root, {
    'tools/query-db/SKILL.md': 'no frontmatter\n',
    'tools/TOOLS.md': described('tools', '- `gone/`'),
  })
  const bad = harness('validate', root, '--json')
  expect(bad.code).toBe(1)
  const { ok, diagnostics } = JSON.parse(bad.stdout) as {
    ok: boolean
    diagnostics: { code: string; file: string; line: number }[]
  }
  expect(ok).toBe(false)
  expect(diagnostics).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ code: 'dead-link', file: `${root}/tools/TOOLS.md`, line: 5 }),
      expect.objectContaining({
        code: 'skill-frontmatter',
        file: `${root}/tools/query-db/SKILL.md`,
        line: 1,
      }),
    ]),
  )
  put(root, { 'tools/query-db/SKILL.md': skill('query-db') })
  expect(harness('validate', root).code).toBe(0)
  expect(harness('validate', root, '--strict').code).toBe(1)
  expect(harness('validate', root, '--strict', '--no-lint').code).toBe(0)
})

test('validate: annotations have paths from where the call is made', () => {
  const root = harnessDir({ ...TREE, 'HARNESS.md': 'x\n' })
  const { stdout } = run(path.dirname(root), [
    'harness',
    'validate',
    path.basename(root),
    '--format',
    'github',
  ])
  expect(stdout).toContain(`::error file=${path.basename(root)}/HARNESS.md,line=1`)
})

test('validate: files are named so that they can be opened from where the call is made', () => {
  const root = harnessDir({ ...TREE, 'HARNESS.md': 'x\n' })
  const name = path.basename(root)
  const first = (...words: string[]): string | undefined =>
    run(path.dirname(root), ['harness', 'validate', ...words]).stderr.split(': ')[0]
  expect(first(name)).toBe(`${name}/HARNESS.md:1:1`)
  expect(first(root)).toBe(`${name}/HARNESS.md:1:1`)
  expect(harness('validate', root).stderr).toMatch(`${root}/HARNESS.md:1:1: error: `)
  expect(run(root, ['harness', 'validate']).stderr).toMatch(/^HARNESS\.md:1:1: error: /)
})

test('H-1: of a directory that is no harness, that alone is told', () => {
  const root = scratch()
  put(root, { 'agents/a/agent.md': 'x\n', 'skills/a/SKILL.md': 'x\n', 'skills/a/x.md': 'x\n' })
  const hint = 'for a project of agents and skills, did you mean agent-cortex validate?'
  for (const command of ['validate', 'show', 'load', 'index']) {
    const { code, stderr } = run(root, ['harness', command])
    expect([command, code]).toEqual([command, 1])
    expect(stderr.match(/\((?:[a-z]+-)*[a-z]+\)$/gm)).toEqual(['(harness-missing)'])
    expect(stderr).toContain(hint)
  }
})

test('A1: --compat gives the verdict of the reference', () => {
  const root = harnessDir({ 'HARNESS.md': `\ufeff${ENTRY}` })
  expect(harness('validate', root).code).toBe(0)
  expect(harness('validate', root, '--compat').code).toBe(1)
})

test('A2: --fix, after which there is nothing to be told', () => {
  const root = harnessDir({ ...TREE, 'tools/more/MORE.md': described('more tools') })
  put(root, { 'tools/TOOLS.md': described('tools', '- `query-db/` — ask the database\n- `more/` — more') })
  const { code, stderr } = harness('validate', root, '--fix')
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'rename tools/more/MORE.md to tools/more/TOOLS.md (a routing file is named after the top-level directory)\n',
  })
})

test('A4: --fix goes on until there is nothing left to mend', () => {
  const root = harnessDir({
    'skills/SKILLS.md': described('skills', '- `a/`'),
    'skills/a/skill.md': '---\nname: a\ndescription: Use it when: asked to do a.\n---\nDo it.\n',
    'skills/b/SKILL.md': skill('b'),
  })
  put(root, { 'skills/SKILLS.md': described('skills', '- `a/` and `b/`') })
  const { code, stderr } = harness('validate', root, '--fix')
  expect(stderr).toBe(
    `create .leaf-detectors (declare skill=SKILL.md)
change skills/a/skill.md (put a value in quotes)
rename skills/a/skill.md to skills/a/SKILL.md (a leaf of type skill is known by SKILL.md)
`,
  )
  expect(code).toBe(0)
})

test('validate: limits of the configuration', () => {
  const root = harnessDir({
    ...TREE,
    '.agent-harness.json': '{"budget": {"load": 5}, "severity": {"bom": "error"}}',
  })
  const { code, stderr } = run(root, ['harness', 'validate'])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^HARNESS\.md: error: loading takes \d+ tokens \(o200k_base\); the limit is 5 \(budget-exceeded\)/,
  )
})

test('show: the tree and its budget, and as JSON', () => {
  const root = harnessDir(TREE)
  const { code, stdout } = harness('show', root)
  expect(code).toBe(0)
  expect(stdout).toContain('query-db/ [skill leaf, ')
  expect(stdout).toContain('tokens, by o200k_base\n')
  const shown = JSON.parse(harness('show', root, '--json', '--tokenizer', 'estimate').stdout) as {
    budget: { load: number }
  }
  const body = 'You help with tests.\n\n- `tools/` — what the agent can do (see TOOLS.md)'
  expect(shown.budget.load).toBe(Math.ceil(body.length / 4))
  expect(harness('show', root, '--html').stdout).toMatch(/^<!doctype html>/)
  expect(harness('show', root, '--mermaid').stdout).toMatch(/^flowchart LR\n/)
})

test('load: what a client reads', () => {
  const root = harnessDir(TREE)
  expect(harness('load', root).stdout).toMatch(/^You help with tests\.\n/)
  expect(harness('load', root, 'tools/query-db').stdout).toBe('Do it.\n\nScripts:\n- scripts/run.sh\n')
  expect(harness('load', root, '../x')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'agent-cortex: "../x": a path does not lead upwards\n',
  })
})

test('load: what is wrong with the text is told beside it', () => {
  const root = harnessDir({
    ...TREE,
    'HARNESS.md': '---\nname: [T\ndescription: x\n---\nYou help.\n',
    'tools/query-db/SKILL.md': 'no frontmatter\n',
  })
  const { code, stdout, stderr } = harness('load', root)
  expect([code, stdout]).toEqual([1, 'You help.\n'])
  expect(stderr).toContain('HARNESS.md:')
  expect(stderr).not.toContain('SKILL.md')
  put(root, { 'HARNESS.md': ENTRY })
  expect(harness('load', root)).toMatchObject({ code: 0, stderr: '' })
  expect(harness('load', root, 'tools/query-db').stderr).toContain('SKILL.md')
})

test('prompt: without the marks of the list', () => {
  const list = '<!-- agent-cortex:index -->\n- `tools/`\n<!-- /agent-cortex:index -->\n\nMore.\n'
  const root = harnessDir({ ...TREE, 'HARNESS.md': `${ENTRY}\n${list}` })
  for (const format of ['xml', 'markdown', 'json']) {
    const { stdout } = harness('prompt', root, '--format', format)
    expect(stdout).not.toContain('agent-cortex:index')
    expect(stdout).toContain('`tools/`')
    expect(stdout).toContain('More.')
  }
})

test('prompt: for a context', () => {
  const { code, stdout } = harness('prompt', harnessDir(TREE))
  expect(code).toBe(0)
  expect(stdout).toContain('<skill name="query-db" path="tools/query-db/SKILL.md">')
})

test('A11: index shows, checks, writes, and has then nothing to do', () => {
  const root = harnessDir({ ...TREE, 'tools/new/x.md': described('x') })
  const before = disk(root)
  const shown = harness('index', root)
  expect(shown.code).toBe(0)
  expect(shown.stdout).toContain('+++ tools/new/TOOLS.md\n')
  const checked = harness('index', root, '--check')
  expect(checked.code).toBe(1)
  expect(checked.stderr).toContain('(index-differs)')
  expect(checked.stderr).toContain(`agent-cortex harness index ${root} --write`)
  expect(disk(root)).toEqual(before)
  const written = harness('index', root, '--write')
  expect(written.stdout).toContain('create tools/new/TOOLS.md')
  // What was missing is there now.
  expect(written.stderr).not.toContain('(routing-missing)')
  const after = disk(root)
  expect(harness('index', root, '--write')).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' })
  expect(harness('index', root, '--check').code).toBe(0)
  expect(disk(root)).toEqual(after)
})

test('simulate: a task, and cases that must hold', () => {
  const root = harnessDir(TREE)
  const one = harness('simulate', root, 'query', 'the', 'database')
  expect(one.code).toBe(0)
  expect(one.stdout).toContain('leads to tools/query-db, ')
  const cases = path.join(scratch(), 'cases.json')
  const good = [
    { prompt: 'query the database', expect: 'tools/', forbid: 'tools/TOOLS.md/x', maxTokens: 500 },
    { prompt: 'zebra', expect: null },
  ]
  fs.writeFileSync(cases, JSON.stringify([{ ...good[0], forbid: [] }, good[1]]))
  expect(harness('simulate', root, cases)).toEqual({
    code: 0,
    stdout: '2 cases, all as expected\n',
    stderr: '',
  })
  fs.writeFileSync(
    cases,
    JSON.stringify([
      { prompt: 'zebra', expect: 'tools/query-db' },
      { prompt: 'query the database', expect: null, forbid: ['tools/query-db', 'no/such'], maxTokens: 1 },
    ]),
  )
  const bad = harness('simulate', root, cases, '--json')
  expect(bad.code).toBe(1)
  const { diagnostics } = JSON.parse(bad.stdout) as { diagnostics: { code: string; message: string }[] }
  expect(diagnostics.map(({ message }) => message)).toEqual([
    '"zebra" leads to nothing, not to "tools/query-db"',
    '"query the database" leads to "tools/query-db", and should lead to nothing',
    '"query the database" leads into "tools/query-db"',
    'there is no "no/such" in this harness',
    expect.stringMatching(/^"query the database" takes \d+ tokens; the limit is 1$/),
  ])
  const pipe = path.join(scratch(), 'pipe.json')
  if (process.platform === 'win32') fs.mkdirSync(pipe)
  else execFileSync('mkfifo', [pipe])
  expect(harness('simulate', root, pipe)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('this is no regular file'),
  })
  fs.writeFileSync(cases, '[{"promt": "x"}]')
  expect(harness('simulate', root, cases).code).toBe(1)
})

test('init: a start that is valid, and overwrites nothing', () => {
  const dir = path.join(scratch(), 'sales-help')
  expect(harness('init', dir, '--preset', 'skills', '--description', 'Helps to sell things.').code).toBe(0)
  expect(disk(dir)['HARNESS.md']).toContain('name: "Sales Help"\n')
  expect(harness('validate', dir, '--strict').code).toBe(0)
  put(dir, { 'HARNESS.md': 'mine\n' })
  const before = disk(dir)
  const again = harness('init', dir, '--preset', 'docs', '--dry-run')
  expect(again.stdout).toContain('create references/glossary.md')
  expect(disk(dir)).toEqual(before)
  expect(harness('init', dir).stderr).toContain('keep HARNESS.md\n')
  expect(disk(dir)).toEqual(before)
})

test('init: nothing is written out of the directory, and what cannot be is told', () => {
  const root = scratch()
  put(root, { 'out/x.md': 'x\n', 'd/x.md': 'x\n' })
  fs.symlinkSync('../out', path.join(root, 'd/skills'))
  const { code, stderr } = harness('init', path.join(root, 'd'), '--preset', 'skills')
  expect(code).toBe(1)
  expect(stderr).toContain(
    'skills/SKILLS.md: this was left as it is: a link on the way leads out of the harness\n',
  )
  expect(Object.keys(disk(path.join(root, 'out')))).toEqual(['x.md'])
  const no = harness('init', path.join(root, 'out/x.md/y'))
  expect(no.code).toBe(1)
  expect(no.stderr).toMatch(/^HARNESS\.md: this was left as it is: /)
})

test('init --adopt: from what is there', () => {
  const dir = scratch()
  put(dir, { 'skills/a/SKILL.md': skill('a') })
  expect(harness('init', dir, '--adopt').code).toBe(0)
  expect(Object.keys(disk(dir))).toEqual(['.leaf-detectors', 'HARNESS.md', 'skills/a/SKILL.md'])
  expect(harness('validate', dir).code).toBe(0)
})
