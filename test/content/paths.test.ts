import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

it('names existing files in the hand-written ralph, which no build checks', () => {
  const named = [
    ...read('agents-native/ralph.md').matchAll(/\$\{CLAUDE_PLUGIN_ROOT\}\/skills\/([^/]+)\/([\w./-]*\w)/g),
  ]
  expect(named.map(([, skill, file]) => `${skill}/${file}`)).toEqual(['create-task/scripts/tasks.sh'])
  for (const [, skill, file] of named) {
    expect(existsSync(join(root, 'skills', skills.get(skill!) ?? '', file!)), `${skill}/${file}`).toBe(true)
  }
})

it('names existing skills in the hand-written ralph', () => {
  const named = [...read('agents-native/ralph.md').matchAll(/agent-cortex:(?!ralph)([a-z-]+)/g)].map(
    ([, skill]) => skill,
  )
  expect(new Set(named)).toEqual(new Set(['create-task', 'run-stage']))
  expect(named.filter((skill) => !skills.has(skill!))).toEqual([])
})
