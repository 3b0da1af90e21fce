import { describe, expect, it } from 'vitest'
import { copilot, pi } from '../../src/harness/index.ts'
import { type Case, lines, runManifest } from '../support/manifest-input.ts'

const run = (given?: Case) => runManifest(copilot.manifest, given)
const plugin = (given?: Case) => run(given).files['plugin.json']!

describe('copilot manifest', () => {
  it('O-5: metadata, and the components that the tree has', () => {
    const { files, reports } = run()
    expect(JSON.stringify(files['plugin.json'])).toBe(
      '{"name":"demo","version":"1.2.3","description":"A demo","author":{"name":"Ada"},"agents":"agents/","skills":"skills/"}',
    )
    expect(reports).toEqual([])
    expect(plugin({ files: ['skills/a/SKILL.md'] })).not.toHaveProperty('agents')
    expect(plugin({ files: ['agents/a.agent.md'] })).not.toHaveProperty('skills')
  })

  it('O-5: a marketplace beside it that offers the plugin', () => {
    const market = run({
      marketplace: { name: 'm', owner: { name: 'Ada', email: 'a@x' }, description: 'Mine' },
    })
    expect(market.files['.github/plugin/marketplace.json']).toEqual({
      name: 'm',
      owner: { name: 'Ada', email: 'a@x' },
      metadata: { description: 'Mine' },
      plugins: [{ name: 'demo', source: './', description: 'A demo', version: '1.2.3' }],
    })
  })

  it('O-5: components of the root plugin.json come along, other keys are left out and told', () => {
    const mcpServers = { docs: { type: 'stdio', command: 'npx', args: [], tools: ['*'] } }
    const components = {
      hooks: 'hooks.json',
      mcpServers,
      bin: 'x.mjs',
      category: 'dev',
    }
    const { files, reports } = run({ components, files: ['agents/a.agent.md', 'hooks.json'] })
    expect(files['plugin.json']).toMatchObject({
      agents: 'agents/',
      hooks: 'hooks.json',
      mcpServers,
      category: 'dev',
    })
    expect(files['plugin.json']).not.toHaveProperty('bin')
    expect(lines(reports)).toEqual([`manifest-key: "bin" is no key of copilot's manifest and is left out`])
    expect(reports[0]).toMatchObject({ at: { file: 'plugin.json#bin' }, harness: 'copilot' })
  })

  it('a path that the tree does not hold, or that leaves it, is an error and not written', () => {
    const { files, reports } = run({ components: { hooks: 'hooks.json', commands: ['../x'] } })
    expect(files['plugin.json']).not.toHaveProperty('hooks')
    expect(lines(reports)).toEqual([
      'manifest-path: "hooks" names "hooks.json", which the tree does not hold',
      'manifest-path: "commands" names "../x", which the tree does not hold',
    ])
    expect(reports[0]!.at).toEqual({ file: 'plugin.json#hooks' })
  })

  it('components of a wrong form are errors', () => {
    const components = { hooks: 5, mcpServers: { a: {} }, commands: {} }
    const { reports } = run({ components })
    expect(lines(reports)).toEqual([
      'metadata-value: "hooks" must be a string or an object',
      'mcp-invalid: error: "mcpServers.a" needs "command"',
      'metadata-value: "commands" must be a string or a list',
    ])
  })

  it('inline hooks are checked, without the `hooks` of a file', () => {
    const hook = { type: 'command', bash: 'x' }
    expect(run({ components: { hooks: { sessionStart: [hook] } } }).reports).toEqual([])
    const { files, reports } = run({ components: { hooks: { sessionStart: [{ type: 'zap' }] } } })
    expect(lines(reports)).toEqual([
      'hooks-invalid: error: "hooks.sessionStart[0].type" must be "command", "http" or "prompt"',
    ])
    expect(files['plugin.json']).not.toHaveProperty('hooks')
    expect(run({ components: { hooks: { hooks: { sessionStart: [hook] } } } }).reports).toMatchObject([
      { code: 'hooks-invalid', severity: 'warning', hint: 'name the events directly' },
    ])
  })

  it('warns of MCP servers that copilot will not read', () => {
    const given = {
      components: { mcpServers: { a: { command: 'x' } } },
      files: ['agents/a.agent.md', '.mcp.json'],
    }
    expect(lines(run(given).reports)).toEqual([
      'manifest-key: warning: copilot reads the MCP servers of .mcp.json, not those of "mcpServers"',
    ])
  })

  it('overrides are laid over, null removes', () => {
    const manifest = plugin({ overrides: { description: null, version: '2.0.0', tags: ['x'] } })
    expect(manifest).not.toHaveProperty('description')
    expect(Object.keys(manifest)).toEqual(['name', 'version', 'author', 'tags', 'agents', 'skills'])
    expect(manifest['version']).toBe('2.0.0')
  })

  it('overrides are checked', () => {
    const overrides = {
      mcpServer: {},
      keywords: 'x',
      name: null,
      hooks: './nope.json',
      mcpServers: { a: 5 },
      constructor: 1,
    }
    const { files, reports } = run({ overrides })
    expect(lines(reports)).toEqual([
      'option-unknown: option manifest.copilot: unknown key "mcpServer"',
      'option-value: option manifest.copilot: "keywords" must be a list',
      'option-value: option manifest.copilot: "name" cannot be removed',
      'option-value: option manifest.copilot: "mcpServers.a" must be an object',
      'option-unknown: option manifest.copilot: unknown key "constructor"',
      'manifest-path: option manifest.copilot: "hooks" names "./nope.json", which the tree does not hold',
    ])
    expect(reports[0]!.hint).toContain('did you mean "mcpServers"')
    expect(Object.keys(files['plugin.json']!)).toEqual([
      'name',
      'version',
      'description',
      'author',
      'agents',
      'skills',
    ])
  })

  it('O-3: what the client only warns of in an override is told, and the override stands', () => {
    const overrides = { hooks: { sessionStrat: [] } }
    const { files, reports } = run({ overrides })
    expect(reports).toMatchObject([
      {
        code: 'option-value',
        severity: 'warning',
        message: 'option manifest.copilot: "hooks.sessionStrat" is no hook event of Copilot',
        hint: 'did you mean "SessionStart" or "sessionStart"?',
      },
    ])
    expect(files['plugin.json']!['hooks']).toEqual(overrides.hooks)
  })

  it('an unknown key inside one kind of several is told with the nearest', () => {
    const { reports } = runManifest(pi.manifest, {
      overrides: { author: { nmae: 'x' }, contributors: [{ name: 'x', emial: 'y' }] },
    })
    expect(reports.map(({ message, hint }) => [message, hint])).toEqual([
      ['option manifest.pi: "author.name" must be a string', undefined],
      ['option manifest.pi: unknown key "author.nmae"', 'did you mean "name"?'],
      ['option manifest.pi: unknown key "contributors.0.emial"', 'did you mean "email"?'],
    ])
  })

  it('names that copilot refuses are errors', () => {
    const { reports } = run({
      metadata: { name: 'my plugin' },
      marketplace: { name: 'a_b', owner: { name: 'x' } },
    })
    expect(lines(reports)).toEqual([
      'metadata-value: copilot refuses the plugin name "my plugin"',
      'metadata-value: copilot refuses the marketplace name "a_b"',
    ])
    expect(reports.map(({ at }) => at)).toEqual([
      { file: 'plugin.json#name' },
      { file: 'plugin.json#marketplace.name' },
    ])
  })
})
