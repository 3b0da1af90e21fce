import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const skillFiles = readdirSync(join(root, 'skills'), { recursive: true, encoding: 'utf8' })
const skills = new Map(
  skillFiles
    .filter((file) => basename(file) === 'SKILL.md')
    .map((file) => [basename(dirname(file)), dirname(file)]),
)

it('has PATH tokens in no file of a skill but SKILL.md: Claude Code expands its root variable there alone', () => {
  const others = skillFiles.filter((file) => file.endsWith('.md') && basename(file) !== 'SKILL.md')
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter((file) => read(join('skills', file)).includes('{{PATH:'))).toEqual([])
})

it('names existing skills in the hand-written ralph, and no file, which no build checks', () => {
  const native = read('agents-native/ralph.md')
  const named = [...native.matchAll(/agent-cortex:(?!ralph)([a-z-]+)/g)].map(([, skill]) => skill!)
  expect(named).toEqual(['run-tasks'])
  expect(named.filter((skill) => !skills.has(skill))).toEqual([])
  expect(native).not.toContain('${')
})

/** The rules of a ralph, but for the one that says how its client starts it. */
function rules(file: string): string[] {
  const section = read(file).split('## What always holds\n')[1]!.split('\n## ')[0]!
  return section
    .split('\n')
    .filter((line) => line.startsWith('- ') && !line.includes('main agent of a session'))
}

it('gives the hand-written ralph the rules of the composed one', () => {
  expect(rules('agents/ralph/agent.md')).toHaveLength(6)
  expect(rules('agents-native/ralph.md')).toEqual(rules('agents/ralph/agent.md'))
})

it('lists in agents/README.md the agents that there are', () => {
  const table = read('agents/README.md').split('\n```')[0]!
  const listed = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name)
  const entries = readdirSync(join(root, 'agents'), { withFileTypes: true })
  const agents = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
  expect(listed.toSorted()).toEqual(agents.map(({ name }) => name).toSorted())
})

it('has no script that is not executable', () => {
  const scripts = skillFiles.filter((file) => /\/scripts\/[^/]+\.\w+$/.test(file))
  expect(scripts.length).toBeGreaterThan(3)
  expect(scripts.filter((file) => (statSync(join(root, 'skills', file)).mode & 0o111) !== 0o111)).toEqual([])
})
