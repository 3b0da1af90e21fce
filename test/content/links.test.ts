import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const below = (directory: string) =>
  readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))

const skillFiles = below('skills')
const skills = skillFiles.filter((file) => basename(file) === 'SKILL.md').map((file) => dirname(file))
const agents = readdirSync(join(root, 'agents')).filter((name) =>
  existsSync(join(root, 'agents', name, 'agent.md')),
)

/** `the skill `plan``, `the skills `a` and `b``, `the agent `ralph``: what comes after stands in code spans. */
const MENTION_RE = /\b(skill|agent)s? ((?:`[a-z-]+`(?:, | and | or )?)+)/g
const NAME_RE = /`([a-z-]+)`/g

function mentions(text: string): [kind: string, name: string][] {
  return [...text.matchAll(MENTION_RE)].flatMap(([, kind, names]) =>
    [...names!.matchAll(NAME_RE)].map(([, name]): [string, string] => [kind!, name!]),
  )
}

it('reads several names after one word', () => {
  expect(mentions('Load the skills `a-b` and `c`, then the agent `d`; the skill says `e`.')).toEqual([
    ['skill', 'a-b'],
    ['skill', 'c'],
    ['agent', 'd'],
  ])
})

it('names only skills and agents that there are', () => {
  const sources = [...below('agents'), ...skillFiles].filter((file) => file.endsWith('.md'))
  const found = sources.flatMap((file) => mentions(read(file)))
  expect(found.length).toBeGreaterThan(20)
  const there = new Set([
    ...skills.map((skill) => `skill ${basename(skill)}`),
    ...agents.map((name) => `agent ${name}`),
  ])
  expect(found.map((mention) => mention.join(' ')).filter((mention) => !there.has(mention))).toEqual([])
})

it('names in each frontmatter.json the schema of its place, which is there', () => {
  const files = below('agents').filter((file) => basename(file) === 'frontmatter.json')
  expect(files).toHaveLength(agents.length * 4)
  for (const file of files) {
    const { $schema } = JSON.parse(read(file)) as { $schema: string }
    const harness = file.split('/').length === 3 ? 'base' : basename(dirname(file))
    expect(join(dirname(file), $schema), file).toBe(`schemas/frontmatter.${harness}.schema.json`)
    expect(existsSync(join(root, dirname(file), $schema)), file).toBe(true)
  }
})

describe.each(skills)('%s', (skill) => {
  const text = read(`${skill}/SKILL.md`)
  const { description } = parse(text.split('---\n')[1]!) as { description: string }

  it('says what it does and when to use it, in one line that callers read whole', () => {
    expect(description).toMatch(/^[A-Z].*\. Use when /)
    expect(description.length).toBeGreaterThan(150)
    expect(description.length).toBeLessThan(500)
  })

  it('is short, and says of each file beside it when to open it', () => {
    expect(text.split('\n').length).toBeLessThan(150)
    const beside = skillFiles.filter((file) => file.startsWith(`${skill}/`) && basename(file) !== 'SKILL.md')
    expect(beside.filter((file) => !text.includes(`{{PATH:${file}}}`))).toEqual([])
  })
})
