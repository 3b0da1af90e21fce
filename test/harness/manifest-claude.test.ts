import { describe, expect, it } from 'vitest'
import { claude } from '../../src/harness/index.ts'
import { type Case, lines, runManifest } from '../support/manifest-input.ts'

const run = (given?: Case) => runManifest(claude.manifest, given)
const named = (name: string) => lines(run({ metadata: { name } }).reports)
const market = (name: string) => lines(run({ marketplace: { name, owner: { name: 'x' } } }).reports)

describe('claude manifest', () => {
  it('O-5: metadata alone; components are found by themselves', () => {
    const components = { agents: 'agents/', hooks: 'hooks.json', bin: 'x' }
    const { files, reports } = run({ components, files: ['agents/a.md', 'hooks/hooks.json', '.mcp.json'] })
    expect(JSON.stringify(files['.claude-plugin/plugin.json'])).toBe(
      '{"name":"demo","version":"1.2.3","description":"A demo","author":{"name":"Ada"}}',
    )
    expect(reports).toEqual([])
  })

  it('O-5: a marketplace with a description, for strict validation', () => {
    expect(run().files['.claude-plugin/marketplace.json']).toEqual({
      name: 'ada-market',
      owner: { name: 'Ada' },
      description: 'A demo',
      plugins: [{ name: 'demo', source: './', description: 'A demo', version: '1.2.3' }],
    })
  })

  it('plugin names: what cannot be installed is an error, what strict validation faults a warning', () => {
    expect(named('my-plugin2')).toEqual([])
    for (const name of ['my plugin', 'a:b', 'a@b', 'a/b', 'ä', '']) {
      expect(named(name), name).toEqual([
        `metadata-value: error: claude cannot install a plugin named ${JSON.stringify(name)}`,
      ])
    }
    for (const name of ['My', 'a_b', 'a.b', 'a-', 'a--b']) {
      expect(named(name), name).toEqual([
        `metadata-value: warning: the plugin name ${JSON.stringify(name)} fails claude's strict validation`,
      ])
    }
    expect(run({ metadata: { name: 'My plugin' } }).reports[0]!.hint).toBe('write "my-plugin"')
  })

  it('marketplace names: reserved and unusable ones are errors', () => {
    expect(market('Ada.market_2')).toEqual([])
    for (const name of [
      'inline',
      'agent-skills',
      'claude-plugins-official',
      'official-claude',
      'Anthropic-Official',
      'healthcare',
    ]) {
      expect(market(name), name).toEqual([
        `metadata-value: error: claude reserves the marketplace name ${JSON.stringify(name)}`,
      ])
    }
    for (const name of ['a b', 'a/b', 'a@b', '..', 'a..b', '']) {
      expect(market(name), name).toEqual([
        `metadata-value: error: claude cannot use a marketplace named ${JSON.stringify(name)}`,
      ])
    }
    expect(market('a'.repeat(129))).toHaveLength(1)
  })

  it('a homepage that is no URL is an error, and not written', () => {
    const { files, reports } = run({ metadata: { name: 'demo', homepage: 'example' } })
    expect(lines(reports)).toEqual([
      'metadata-value: claude refuses the homepage "example": it must be a URL',
    ])
    expect(files['.claude-plugin/plugin.json']).toEqual({ name: 'demo' })
  })

  it('overrides are checked by claude’s own schema', () => {
    const overrides = {
      agents: './agents/',
      skills: 'more/',
      hooks: './hooks/x.json',
      displayname: 'x',
      homepage: 'x',
    }
    expect(lines(run({ overrides }).reports)).toEqual([
      'option-value: option manifest.claude: "agents" must begin with ./ and end with .md',
      'option-value: option manifest.claude: "skills" must begin with ./',
      'option-unknown: option manifest.claude: unknown key "displayname"',
      'option-value: option manifest.claude: "homepage" must be a URL',
      'manifest-path: option manifest.claude: "hooks" names "./hooks/x.json", which the tree does not hold',
    ])
  })

  it('overrides that serve are written in the client’s order', () => {
    const given = { overrides: { skills: ['./more/'], displayName: 'Demo' }, files: ['more/a/SKILL.md'] }
    const { files, reports } = run(given)
    expect(reports).toEqual([])
    expect(Object.keys(files['.claude-plugin/plugin.json']!)).toEqual([
      'name',
      'displayName',
      'version',
      'description',
      'author',
      'skills',
    ])
  })
})
