import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { ACTIONS } from '../../src/cli/commands.ts'
import { scratch } from '../support/trees.ts'

const dir = scratch()

const KNOWN = `known: ${[...Object.keys(ACTIONS), 'harness'].join(', ')}`

test.each([
  [['biuld'], 'unknown command "biuld"', 'did you mean "build"?'],
  [['nonsense'], 'unknown command "nonsense"', KNOWN],
  [[], 'there is no command', KNOWN],
  [['build', '--hanress', 'pi'], 'unknown option "--hanress"', 'did you mean "--harness"?'],
  [['validate', '--verbos'], 'unknown option "--verbos"', 'did you mean "--verbose"?'],
  [['build', '--format', 'jsn'], 'unknown format "jsn"', 'did you mean "json"?'],
  [['build', '--harness', 'cluade'], 'unknown harness "cluade"', 'did you mean "claude"?'],
  [['check', '--plugin-root', 'cluade=/x'], 'unknown harness "cluade"', 'did you mean "claude"?'],
  [
    ['build', '--plugin-root', 'pi'],
    '--plugin-root: "pi" is not HARNESS=DIR',
    'as in --plugin-root pi=/opt/me',
  ],
  [
    ['build', '--plugin-root', 'pi='],
    '--plugin-root: "pi=" is not HARNESS=DIR',
    'as in --plugin-root pi=/opt/me',
  ],
  [['check', 'agents'], 'check takes no arguments, and "agents" was given', 'see --root'],
  [['build', '--out'], '--out needs a value', 'a value that begins with a hyphen: --out=-x'],
  [['build', '--out', '--force'], '--out needs a value', 'a value that begins with a hyphen: --out=-x'],
])('words that are wrong end with 2 and the nearest right ones: %j', (words, message, hint) => {
  const { code, stdout, stderr } = run(dir, words)
  const help = ['build', 'check', 'validate'].includes(words[0] ?? '') ? `${words[0]} --help` : '--help'
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: `agent-cortex: ${message}\n  hint: ${hint}\n  see: agent-cortex ${help}\n`,
  })
})

test.each(['--out=', '--root=', '--harness=', '--format=', '--plugin-root=', '--out= '])(
  'lesson 2: an empty value is told, not taken for the default: %s',
  (word) => {
    const { code, stderr } = run(dir, ['build', word])
    expect(code).toBe(2)
    expect(stderr).toContain(`${word.split('=')[0]} has an empty value\n`)
  },
)

test.each([
  [['build', '--harness', 'pi,,claude'], '--harness has an empty id in "pi,,claude"'],
  [['build', '--out', 'a', '--out', 'b'], '--out is given twice'],
  [['build', '--strict=1'], '--strict takes no value, and "1" was given'],
  [['build', '--root', 'nowhere'], '--root: "nowhere" is no directory'],
  [['--version=1'], '--version takes no value, and "1" was given'],
])('words that are wrong end with 2: %j', (words, message) => {
  const { code, stderr } = run(dir, words)
  expect(code).toBe(2)
  expect(stderr.split('\n')[0]).toBe(`agent-cortex: ${message}`)
})

test('--version prints the version alone', () => {
  expect(run(dir, ['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' })
})

test('--help names the commands', () => {
  const { code, stdout, stderr } = run(dir, ['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^Commands:\n {2}build .*\n {2}check .*\n {2}validate /m)
})

test.each(['build', 'check', 'validate'])('%s --help has its options and an example', (command) => {
  const { code, stdout, stderr } = run(dir, [command, '--out=', '--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`$ agent-cortex ${command} `)
  expect(stdout).toMatch(/^ {2}--format <format> +pretty, json, sarif, github \(default: pretty\)$/m)
  expect(stdout).toMatch(new RegExp(`^Examples:\\n {2}\\$ agent-cortex ${command} `, 'm'))
})

test('--help says of each option what it does to that command', () => {
  const [built, checked] = ['build', 'check'].map((command) => run(dir, [command, '--help']).stdout)
  for (const text of [built, checked])
    expect(text).toMatch(/^ {2}--out <dir> +Where the trees go, relative to the project \(default: dist\)$/m)
  expect(built).toMatch(/^ {2}--force +Move what is not ours out of the way, to <name>\.orig$/m)
  expect(checked).toMatch(/^ {2}--force +Taken as build takes it; nothing is moved$/m)
})
