import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTree } from '../../src/clients/tree.ts'
import { put, scratch } from '../support/trees.ts'

function on(files: Record<string, string>): string {
  const dir = scratch()
  put(dir, files)
  return dir
}

const text = (frontmatter: string): string => `---\n${frontmatter}\n---\n\nBody.\n`

describe('what a tree holds for a client', () => {
  test('agents by the id that each client is to give them', () => {
    const files = {
      'agents/plan.md': text('name: "scheme"\ntools: Bash, Agent(a, b)'),
      'agents/more/deep.agent.md': text('description: "x"\ntools: ["a", "b"]'),
      'agents/README.md': 'About.\n',
      'skills/tidy/SKILL.md': text('name: tidy'),
      'skills/tidy/agents/x.agent.md': text('name: x'),
    }
    const dir = on({ ...files, '.claude-plugin/plugin.json': '{ "name": "demo" }' })
    expect(readTree('claude', dir)).toMatchObject({
      name: 'demo',
      agents: [
        { file: 'agents/more/deep.agent.md', id: 'demo:more:deep', tools: ['a', 'b'] },
        { file: 'agents/plan.md', id: 'demo:scheme', tools: ['Bash', 'Agent(a, b)'] },
      ],
      skills: [{ file: 'skills/tidy/SKILL.md', folder: 'tidy' }],
    })
    expect(readTree('copilot', dir).agents.map(({ id }) => id)).toEqual(['demo:deep', 'demo:plan'])
    expect(readTree('pi', dir)).toMatchObject({
      name: path.basename(dir),
      agents: [{ id: 'deep' }, { id: 'scheme' }],
    })
  })

  test.each([
    ['no line', 'name: a', 'all'],
    ['a star', 'tools: ["*"]', 'all'],
    ['an empty list', 'tools: []', []],
    ['a list over lines', 'tools:\n  - a\n  - b', ['a', 'b']],
    ['YAML that is broken elsewhere', 'description: a: b\ntools: a, b', ['a', 'b']],
    ['no frontmatter that is a mapping', '- a', 'all'],
  ])('tools: %s', (_, frontmatter, tools) => {
    const dir = on({ 'agents/a.md': text(frontmatter) })
    expect(readTree('claude', dir).agents[0]!.tools).toEqual(tools)
  })

  test('hooks, by the files that a client reads', () => {
    const claude = { hooks: { Stop: [{ hooks: [{ type: 'command' }, { type: 'prompt' }] }] } }
    const copilot = {
      version: 1,
      hooks: { sessionStart: [{ type: 'command' }, { type: 'prompt', prompt: 'x' }] },
    }
    const dir = on({
      'hooks/hooks.json': JSON.stringify(claude),
      'hooks.json': JSON.stringify(copilot),
      'own.json': JSON.stringify({ hooks: { agentStop: [{ type: 'command' }] } }),
      'broken.json': '{',
    })
    expect(readTree('claude', dir).hooks).toEqual(['Stop', 'Stop'])
    expect(readTree('copilot', dir).hooks).toEqual(['sessionStart'])
    put(dir, { 'plugin.json': '{ "name": "a", "hooks": "own.json" }' })
    expect(readTree('copilot', dir).hooks).toEqual(['agentStop'])
    put(dir, { 'plugin.json': '{ "name": "a", "hooks": { "preToolUse": [{ "type": "command" }] } }' })
    expect(readTree('copilot', dir).hooks).toEqual(['preToolUse'])
    put(dir, { 'plugin.json': '{ "name": "a", "hooks": "broken.json" }' })
    expect(readTree('copilot', dir).hooks).toEqual([])
  })

  test('what a build wrote and is gone', () => {
    const files = { 'agents/a.md': {}, 'agents/b.md': {}, 'skills/c/SKILL.md': {}, 'plugin.json': {} }
    const dir = on({ 'agents/a.md': text('name: a'), '.agent-cortex.json': JSON.stringify({ files }) })
    expect(readTree('copilot', dir).gone).toEqual(['agents/b.md', 'skills/c/SKILL.md'])
  })

  test('JSON of a build that was changed and no longer is any; not what was built so', () => {
    const comments = '// no JSON\n{}'
    const files = {
      'package.json': { sha256: '0'.repeat(64) },
      'skills/c/tsconfig.json': { sha256: hash('sha256', comments) },
      'skills/c/gone.json': { sha256: '0'.repeat(64) },
    }
    const dir = on({
      'package.json': '{"bad"',
      'skills/c/tsconfig.json': comments,
      '.agent-cortex.json': JSON.stringify({ files }),
    })
    expect(readTree('pi', dir).broken).toEqual(['package.json'])
    put(dir, { 'package.json': '{"name": "changed"}' })
    expect(readTree('pi', dir).broken).toEqual([])
  })

  test('pipes are not read, also behind a link and in the place of a manifest', () => {
    const dir = on({ 'agents/a.md': text('name: a') })
    execFileSync('mkfifo', [path.join(dir, 'agents/b.md'), path.join(dir, 'package.json')])
    fs.symlinkSync('b.md', path.join(dir, 'agents/c.md'))
    fs.symlinkSync('nowhere', path.join(dir, 'agents/d.md'))
    expect(readTree('pi', dir)).toMatchObject({
      special: ['agents/b.md', 'agents/c.md', 'package.json'],
      agents: [{ id: 'a' }, { id: 'd' }],
    })
  })

  test('what lies in packages of others is none of it', () => {
    const dir = on({ 'node_modules/x/skills/y/SKILL.md': text('name: y') })
    fs.mkdirSync(path.join(dir, 'empty'))
    expect(readTree('pi', dir)).toMatchObject({ agents: [], skills: [], hooks: [], gone: [] })
  })
})
