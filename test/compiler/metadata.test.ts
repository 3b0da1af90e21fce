import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CompileOptions } from '../../src/compiler/index.ts'
import { compileIn, describeDiagnostics, treeFiles } from '../support/fixture.ts'
import { demo, type ProjectFiles, skill } from '../support/demo.ts'

const COSTS = {
  version: 'clients cannot tell an update, and claude plugin validate --strict fails',
  description: 'nobody sees what the plugin is for, and claude plugin validate --strict fails',
  author: 'the marketplace has no owner of its own, and claude plugin validate --strict fails',
}

const missing = (key: keyof typeof COSTS): string =>
  `warning metadata-missing the plugin has no ${key}: ${COSTS[key]} -- write "${key}" to plugin.json or package.json`

/** What is told, and claude's two manifests. */
function manifests(files: ProjectFiles, options: CompileOptions = {}) {
  const compilation = compileIn(demo(files), options)
  const tree = compilation.trees.get('claude')
  const json = (file: string): Record<string, unknown> | undefined => {
    const text = tree && treeFiles(tree)[`.claude-plugin/${file}.json`]
    return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
  }
  return {
    told: describeDiagnostics(compilation),
    plugin: json('plugin'),
    marketplace: json('marketplace'),
  }
}

const PACKAGE =
  '{"name": "@scope/packaged", "version": "3.0.0", "description": "Packaged", "author": "P", "license": "MIT"}'

describe('O-5: metadata', () => {
  test('per key: the option, then plugin.json, then package.json', () => {
    const { told, plugin, marketplace } = manifests(
      {
        'plugin.json': '{"name": "plugged", "version": "2.0.0", "author": {"name": "Plug"}}',
        'package.json': PACKAGE,
      },
      { plugin: { version: '1.0.0', keywords: ['k'] } },
    )
    expect(told).toEqual([])
    expect(plugin).toEqual({
      name: 'plugged',
      version: '1.0.0',
      description: 'Packaged',
      author: { name: 'Plug' },
      license: 'MIT',
      keywords: ['k'],
    })
    expect(marketplace).toMatchObject({ name: 'plugged', owner: { name: 'Plug' }, description: 'Packaged' })
  })

  test.each([
    ['P', { name: 'P' }],
    ['Ann Lee <a@x.example>', { name: 'Ann Lee', email: 'a@x.example' }],
    ['Ann Lee (https://x.example)', { name: 'Ann Lee', url: 'https://x.example' }],
    ['A <a@x.example> (https://x.example)', { name: 'A', email: 'a@x.example', url: 'https://x.example' }],
  ])('an author that is a string becomes an object: %s', (author, expected) => {
    const { told, plugin } = manifests({
      'plugin.json': '{"name": "a", "version": "1", "description": "x"}',
      'package.json': JSON.stringify({ author }),
    })
    expect(told).toEqual([])
    expect(plugin!.author).toEqual(expected)
  })

  test('what is missing is a warning with what it costs; once, for all harnesses', () => {
    const map = '{"version": 1, "harnesses": ["copilot", "claude", "pi"]}'
    const { told, plugin } = manifests({ 'plugin.json': '{"name": "bare"}', 'token-map.json': map })
    expect(told).toEqual([missing('author'), missing('description'), missing('version')])
    expect(plugin).toEqual({ name: 'bare' })
  })

  test('a missing name is an error', () => {
    const { told, plugin } = manifests({
      'plugin.json': '{"version": "1", "description": "x", "author": "y"}',
    })
    expect(told).toEqual([
      'error metadata-missing the plugin has no name -- write "name" to plugin.json or package.json',
    ])
    expect(plugin).toBeUndefined()
  })

  test('a file that cannot be read says nothing of what is missing', () => {
    expect(manifests({ 'plugin.json': '{"name": "demo",}' }).told).toEqual([
      'error metadata-json plugin.json:1:17-18 a key in double quotes is expected here -- remove the comma before it',
    ])
    expect(manifests({ 'plugin.json': '{"name": "demo", "version": 1}' }).told).toEqual([
      'error metadata-value plugin.json:1:29-30 "version" must be a string',
    ])
  })

  test('what npm init leaves empty is missing, no more', () => {
    const made =
      '{"name": "made", "version": "1.0.0", "description": "", "keywords": [], "author": "", "license": "ISC"}'
    const { told, plugin } = manifests({ 'plugin.json': '{}', 'package.json': made })
    expect(told).toEqual([missing('author'), missing('description')])
    expect(plugin).toEqual({ name: 'made', version: '1.0.0', license: 'ISC', keywords: [] })
  })

  test('wrong values are told at their places', () => {
    const { told } = manifests({
      'package.json': '{"name": 5,\n "author": {"email": "x"},\n "keywords": "a"}',
      'marketplace.json': '["x"]',
    })
    expect(told).toEqual([
      'error metadata-value marketplace.json:1:1-6 the file must be an object',
      'error metadata-value package.json:1:10-11 "name" must be a string',
      'error metadata-value package.json:2:12-26 "author.name" is missing; it must be a string',
      'error metadata-value package.json:3:14-17 "keywords" must be a list',
    ])
  })

  test('a key of plugin.json that is no component of the client is left out and told', () => {
    const { told, plugin } = manifests({
      'plugin.json':
        '{"name": "demo", "version": "1.0.0", "description": "x", "author": "y", "bin": "x.js", "hooks": "hooks.json"}',
      'hooks.json': '{"version": 1, "hooks": {}}',
      'token-map.json': '{"version": 1, "harnesses": ["copilot", "claude"]}',
    })
    expect(
      told.filter((line) => line.includes('"bin"')).map((line) => line.split(' ').slice(0, 4).join(' ')),
    ).toEqual([
      // It is no key of copilot's; and nothing of the file is in claude's format.
      'info manifest-key plugin.json:1:73-78 [copilot]',
      'info manifest-key plugin.json:1:73-78 [claude]',
    ])
    expect(plugin).toEqual({ name: 'demo', version: '1.0.0', description: 'x', author: { name: 'y' } })
  })
})

/** What is told of further keys of an otherwise complete plugin.json. */
function toldOf(keys: object, options: CompileOptions = {}): string[] {
  const plugin = { name: 'demo', version: '1.0.0', description: 'x', author: 'y', ...keys }
  return manifests({ 'plugin.json': JSON.stringify(plugin) }, options).told
}

describe('O-5: agents and skills of the root plugin.json', () => {
  test.each<[object, CompileOptions?]>([
    [{ agents: 'agents/', skills: './skills' }],
    [{ agents: './dist/copilot/agents', skills: ['dist/claude/skills/'] }],
    [{ skills: 'out/pi/skills' }, { out: 'out' }],
    [{ agents: 'shared/agents' }, { committed: { claude: 'shared/agents/' } }],
  ])('the usual places need no word: %j', (keys, options) => {
    expect(toldOf(keys, options)).toEqual([])
  })

  test.each<[string, unknown]>([
    ['agents', 'my-agents'],
    ['agents', ['./agents/plan.md']],
    ['skills', ['skills/', 'more/']],
    ['skills', { a: 1 }],
    ['skills', 'dist/other/skills'],
    ['agents', '../agents'],
    ['agents', '/agents'],
  ])('others are told: %s %j', (key, value) => {
    expect(toldOf({ [key]: value })).toEqual([
      `info manifest-key plugin.json:1:65-${67 + key.length} "${key}" of plugin.json is left out: each tree has its ${key} where its client looks for them -- the sources are those in ${key}/; leave the key out, or write "${key}/"`,
    ])
  })
})

test('a path that leads upwards is told where plugin.json names it, not as an option', () => {
  const { told } = manifests({
    'token-map.json': '{"version": 1, "harnesses": ["copilot"]}',
    'plugin.json':
      '{"name": "demo", "version": "1", "description": "x", "author": "y",\n "hooks": "agents/../plugin.json"}',
  })
  expect(told.filter((line) => line.startsWith('error'))).toEqual([
    'error manifest-path plugin.json:2:2-9 [copilot] "hooks" names "agents/../plugin.json", which the tree does not hold',
  ])
})

test('T-12: a known token in a file that plugin.json names is told', () => {
  const { told } = manifests({
    'token-map.json':
      '{"version": 1, "harnesses": ["copilot", "claude"], "tools": {"bash": {"copilot": "bash", "claude": "Bash"}}}',
    'agents/plan/agent.md': '{{TOOL:bash}}',
    'plugin.json': '{"name": "demo", "version": "1", "description": "x", "author": "y", "hooks": "h.json"}',
    'h.json': '{"hooks": {"sessionStart": [{"type": "command", "bash": "echo {{TOOL:bash}}"}]}}',
  })
  expect(told.filter((line) => line.includes('token-not-substituted'))).toEqual([
    expect.stringMatching(/^info token-not-substituted h\.json:1:\d+-\d+ /),
  ])
})

test('O-5: the name that the built-in map uses has no scope either', () => {
  const root = demo({
    'package.json': PACKAGE,
    'agents/plan/agent.md': '{{PATH:skills_dir}}',
    'agents/plan/copilot/frontmatter.json': '{"description": "Plans", "tools": ["*"]}',
    'skills/test/SKILL.md': skill('test'),
  })
  for (const file of ['plugin.json', 'token-map.json']) fs.rmSync(path.join(root, file))
  const tree = compileIn(root).trees.get('copilot')!
  expect(treeFiles(tree)['agents/plan.agent.md']).toContain(
    '\n~/.copilot/installed-plugins/_direct/packaged/skills\n',
  )
})

describe('O-5: marketplace', () => {
  const file = '{"name": "file-market", "owner": "F", "description": "Of the file", "plugins": []}'

  test('the option, then marketplace.json, then the plugin', () => {
    const withFile = manifests({ 'marketplace.json': file }, { marketplace: { name: 'own-market' } })
    expect(withFile.told).toEqual([])
    expect(withFile.marketplace).toMatchObject({
      name: 'own-market',
      owner: { name: 'F' },
      description: 'Of the file',
    })
    expect(manifests({ 'marketplace.json': file }).marketplace).toMatchObject({ name: 'file-market' })
    expect(manifests({}).marketplace).toMatchObject({
      name: 'demo',
      owner: { name: 'Me' },
      description: 'A demo',
    })
  })

  test('without an author the plugin owns itself', () => {
    const { marketplace } = manifests({ 'plugin.json': '{"name": "bare"}' })
    expect(marketplace).toMatchObject({ name: 'bare', owner: { name: 'bare' } })
  })
})
