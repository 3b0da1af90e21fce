import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { build, demo, HEAD } from '../support/demo.ts'
import { scratch } from '../support/trees.ts'

test('S-1: a directory with nothing in it is no project', () => {
  const told = [
    'error metadata-missing the plugin has no name -- write "name" to plugin.json or package.json',
    'error no-sources there is no agent and no skill here -- write agents/<name>/agent.md, or skills/<name>/SKILL.md',
  ]
  expect(build(scratch()).told.filter((line) => line.startsWith('error'))).toEqual(told)
})

test('S-1: an empty agent directory is an error', () => {
  const root = demo()
  fs.mkdirSync(path.join(root, 'agents/empty'))
  expect(build(root).told).toEqual([
    "error agent-md-missing agents/empty agents/empty holds no agent.md, so it is no agent -- write the agent's instructions to agents/empty/agent.md, or rename the directory to _empty",
  ])
})

test('S-3, lessons 12, 15: an empty harness directory is an error', () => {
  const root = demo()
  fs.mkdirSync(path.join(root, 'agents/plan/pi'))
  expect(build(root, { harnesses: ['claude', 'pi'] }).told).toEqual([
    "error frontmatter-missing agents/plan/pi agents/plan/pi holds no frontmatter.json -- write agents/plan/pi/frontmatter.json; {} takes all from the agent's own frontmatter.json",
  ])
})

test('S-1, S-3, S-7: a directory where a file should be, a file where a directory should be', () => {
  const root = demo({
    'agents/a/agent.md/x': 'x',
    'agents/b/agent.md': 'B.',
    'agents/b/frontmatter.json/x': 'x',
    'agents/b/claude/frontmatter.json': '{"description": "x", "tools": ["*"]}',
    'agents/c/agent.md': 'C.',
    'agents/c/claude/frontmatter.json/x': 'x',
    'skills/d/SKILL.md/x': 'x',
    'agents-native': 'x',
    'claude-extras': 'x',
    'package.json/x': 'x',
  })
  const here = 'this is a directory; a file is expected here'
  expect(build(root).told.filter((line) => line.startsWith('error'))).toEqual([
    'error not-a-file agents-native this is no directory; a directory is expected here',
    "error not-a-file agents/a agents/a/agent.md is a directory; a file is expected here -- write the agent's instructions to agents/a/agent.md, or rename the directory to _a",
    `error not-a-file agents/b/frontmatter.json ${here}`,
    `error not-a-file agents/c/claude/frontmatter.json ${here}`,
    'error not-a-file claude-extras this is no directory; a directory is expected here',
    `error not-a-file package.json ${here}`,
    `error not-a-file skills/d/SKILL.md ${here}`,
  ])
})

test('S-1: agents/ and skills/ that are files', () => {
  const root = demo({ skills: 'x' })
  fs.rmSync(path.join(root, 'agents'), { recursive: true })
  fs.writeFileSync(path.join(root, 'agents'), 'x')
  expect(build(root).told).toEqual([
    'error not-a-file agents this is no directory; a directory is expected here',
    'error not-a-file skills this is no directory; a directory is expected here',
  ])
})

test('an agent of 10 MB is built whole', () => {
  const body = `${'0123456789abcde\n'.repeat(655_360)}`
  expect(body).toHaveLength(10_485_760)
  const { told, files } = build(demo({ 'agents/plan/agent.md': body }))
  expect(told).toEqual([])
  expect(files['agents/plan.md'] === HEAD + body).toBe(true)
})

test('S-10: aliases that multiply beyond bounds are an error, not a full memory', () => {
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 12; level++) {
    const [from, to] = ['abcdefghijkl'[level - 1], 'abcdefghijkl'[level]]
    bomb.push(`${to}: &${to} [${Array(10).fill(`*${from}`).join(', ')}]`)
  }
  const root = demo({ 'skills/plan/SKILL.md': `---\n${bomb.join('\n')}\n---\n` })
  expect(build(root).told).toEqual([
    'error skill-frontmatter skills/plan/SKILL.md:2:1-1 [claude] this is not YAML: excessive alias count indicates a resource exhaustion attack',
  ])
})
