import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { defineHarness } from '../../src/harness/index.ts'
import { build, demo, HEAD, skill } from '../support/demo.ts'
import { scratch } from '../support/trees.ts'

function keepsCase(): boolean {
  const probe = scratch()
  fs.writeFileSync(path.join(probe, 'a'), '')
  return !fs.existsSync(path.join(probe, 'A'))
}

const RENAME = 'rename one of the two, also where they differ only in case'

function clash(from: string, other: string, to = from, hint = RENAME): string {
  return `error name-collision ${from} [claude] ${from} and ${other} would both be ${to} -- ${hint}`
}

const casing = keepsCase()
if (!casing) console.warn('SKIPPED: names that differ only in case; this file system takes them for one')

describe.runIf(casing)('lesson 37: names that differ only in case, or in how they are composed', () => {
  test('F-2: two files of one skill', () => {
    const root = demo({
      'skills/plan/SKILL.md': skill('plan'),
      'skills/plan/Guide.md': 'A',
      'skills/plan/guide.md': 'b',
      'skills/plan/caf\u00e9.txt': 'a',
      'skills/plan/cafe\u0301.txt': 'b',
      'skills/plan/DATA/x': 'x',
      'skills/plan/data': 'x',
    })
    expect(build(root).told).toEqual([
      // What stands directly in a directory comes before what is deeper.
      clash('skills/plan/DATA/x', 'skills/plan/data'),
      clash('skills/plan/caf\u00e9.txt', 'skills/plan/cafe\u0301.txt'),
      clash('skills/plan/guide.md', 'skills/plan/Guide.md'),
    ])
  })

  test('O-4, lesson 34: two skills', () => {
    const root = demo({ 'skills/Plan/SKILL.md': skill('Plan'), 'skills/plan/SKILL.md': skill('plan') })
    expect(build(root, { severity: { 'skill-name': 'off' } }).told).toEqual([
      'error skill-collision skills/plan/SKILL.md [claude] this skill and skills/Plan would both be skills/plan -- rename one of the two',
    ])
  })

  const BOTH = {
    'agents/Plan/agent.md': 'x',
    'agents/Plan/claude/frontmatter.json': '{"description": "x", "tools": ["*"]}',
  }

  test('F-2: two agents, whatever else is wrong with their names', () => {
    expect(build(demo(BOTH)).told).toEqual([
      'error name-slug agents/Plan [claude] the directory name "Plan" is no agent name -- use lower-case letters, digits and single hyphens',
      clash('agents/plan', 'agents/Plan', 'agents/plan.md'),
    ])
  })
})

test('F-2: two agents on one path, by the layout of a harness', () => {
  const one = defineHarness({
    id: 'one',
    nativeTools: { names: ['run'] },
    layout: { agent: () => 'AGENTS.md' },
  })
  const frontmatter = '{"description": "x", "tools": ["run"]}'
  const root = demo({
    'agents/a/agent.md': 'x',
    'agents/a/one/frontmatter.json': frontmatter,
    'agents/b/agent.md': 'x',
    'agents/b/one/frontmatter.json': frontmatter,
  })
  expect(build(root, { harnesses: ['claude', one] }).told).toEqual([
    `error name-collision agents/b [one] agents/b and agents/a would both be AGENTS.md -- ${RENAME}`,
  ])
})

test('F-2, lesson 31: extras and copies over what is composed, and over each other', () => {
  const root = demo({
    'skills/plan/SKILL.md': skill('plan'),
    'claude-extras/agents/plan.md': 'x',
    'claude-extras/skills/plan/SKILL.md': 'x',
    'claude-extras/.claude-plugin/plugin.json': '{}',
    'claude-extras/docs/a': 'x',
    'notes/a': 'x',
    'notes/deep/b': 'x',
  })
  const { told } = build(root, { copy: { claude: { 'notes/a': 'docs/A', 'notes/deep': 'docs/a' } } })
  expect(told).toEqual([
    clash(
      'claude-extras/.claude-plugin/plugin.json',
      'the generated manifest',
      '.claude-plugin/plugin.json',
      'leave this file out; the option "manifest" changes what is generated',
    ),
    clash('claude-extras/agents/plan.md', 'agents/plan', 'agents/plan.md'),
    clash('claude-extras/skills/plan/SKILL.md', 'skills/plan/SKILL.md', 'skills/plan/SKILL.md'),
    clash('notes/a', 'claude-extras/docs/a', 'docs/A'),
    clash('notes/deep/b', 'claude-extras/docs/a', 'docs/a/b'),
  ])
})

test('O-4: one of two skills of a name can be left out of claude', () => {
  const files = {
    'skills/a/plan/SKILL.md': skill('plan'),
    'skills/b/plan/SKILL.md': skill('plan', 'Other.\n'),
  }
  const { told, files: built } = build(demo(files), { skills: { claude: { exclude: ['b/plan'] } } })
  expect(told).toEqual([])
  expect(built).toEqual({ 'agents/plan.md': `${HEAD}Plan.\n`, 'skills/plan/SKILL.md': skill('plan') })
})
