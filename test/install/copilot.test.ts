import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guardOutside, hasClient, Home } from '../support/install.ts'
import { put, scratch } from '../support/trees.ts'

const MARKET = '.agent-cortex/copilot/demo'

interface Skill {
  name: string
  path: string
}

function skills(home: Home): Skill[] {
  const { stdout } = home.client('copilot', ['skill', 'list', '--json'])
  const value = JSON.parse(stdout) as Skill[] | { skills: Skill[] }
  return Array.isArray(value) ? value : value.skills
}

guardOutside()

describe.skipIf(!hasClient('copilot'))('Copilot CLI', () => {
  test('is told of the marketplace, reads the folder live, and lets go of all of it', () => {
    const home = new Home(['copilot'])
    const first = home.run(['install', 'copilot'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain(
      [
        'registered with Copilot CLI 1.0.102, from its next start:',
        `  copilot plugin marketplace add ${home.at(MARKET)}`,
        '  copilot plugin install demo@demo',
      ].join('\n'),
    )
    // A path in a body is where the client really reads from: it expands nothing there.
    const skill = home.at(MARKET, 'demo/skills/tidy')
    expect(home.read(MARKET, 'demo/agents/plan.agent.md')).toContain(`by ${skill}/SKILL.md.`)
    expect(skills(home)).toContainEqual(expect.objectContaining({ name: 'tidy', path: skill }))

    home.edit({ 'skills/sweep/SKILL.md': '---\nname: sweep\ndescription: Sweeps.\n---\n\nSweep.\n' })
    const second = home.run(['install', 'copilot'])
    expect(second.code).toBe(0)
    expect(second.stdout).not.toContain('marketplace add')
    expect(skills(home).map(({ name }) => name)).toEqual(expect.arrayContaining(['tidy', 'sweep']))

    expect(home.run(['uninstall', 'copilot']).code).toBe(0)
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
    expect(home.json('.copilot/settings.json')).toEqual({ enabledPlugins: {}, extraKnownMarketplaces: {} })
  })

  test('settings that do not parse are told with their place before the client could replace them', () => {
    const home = new Home(['copilot'])
    const text = '{\n  // mine\n  "model": "x"\n  "other": 1,\n}\n'
    home.put({ '.copilot/settings.json': text })
    const { code, stderr } = home.run(['install', 'copilot'])
    expect(code).toBe(1)
    expect(stderr).toContain(
      `${home.at('.copilot/settings.json')}:4:3: error: a comma is expected here (settings-json)`,
    )
    // Its own comments and final commas are none of the mistakes.
    expect(stderr).toContain('\n1 error\n')
    expect(home.read('.copilot/settings.json')).toBe(text)
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
  })

  test('settings with comments, which it would drop, are copied first', () => {
    const home = new Home(['copilot'])
    const text = '{\n  // mine\n  "banner": "never",\n}\n'
    home.put({ '.copilot/settings.json': text })
    const { code, stderr } = home.run(['install', 'copilot'])
    expect(code).toBe(0)
    expect(stderr).toContain(`a copy is "${home.at('.copilot/settings.json.orig')}"`)
    expect(home.read('.copilot/settings.json.orig')).toBe(text)
    expect(home.json('.copilot/settings.json')).toMatchObject({
      banner: 'never',
      enabledPlugins: { 'demo@demo': true },
    })
  })

  test('a tree of ours that was registered from a build is replaced; one of others is left alone', () => {
    const home = new Home(['copilot'])
    expect(home.run(['build', '--harness', 'copilot']).code).toBe(0)
    const built = `${home.root}/dist/copilot`
    expect(home.client('copilot', ['plugin', 'marketplace', 'add', built]).code).toBe(0)
    const { stdout } = home.run(['install', 'copilot'])
    expect(stdout).toContain('  copilot plugin marketplace remove demo --force\n')
    const source = () => home.json('.copilot/settings.json').extraKnownMarketplaces.demo.source.path
    expect(source()).toBe(home.at(MARKET))

    expect(home.run(['uninstall', 'copilot']).code).toBe(0)
    const theirs = scratch()
    put(theirs, { 'marketplace.json': '{"name": "demo", "owner": {"name": "X"}, "plugins": []}' })
    expect(home.client('copilot', ['plugin', 'marketplace', 'add', theirs]).code).toBe(0)
    const refused = home.run(['install', 'copilot'])
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`another marketplace "demo", from ${theirs} (marketplace-foreign)`)
    expect(source()).toBe(theirs)
    // What is not ours is not taken away either.
    expect(home.run(['uninstall', 'copilot']).stdout).toBe('nothing of demo is installed for copilot\n')
    expect(source()).toBe(theirs)
  })

  test('a direct installation of the same name is told, for it wins', () => {
    const home = new Home(['copilot'])
    expect(home.run(['build', '--harness', 'copilot']).code).toBe(0)
    expect(home.client('copilot', ['plugin', 'install', `${home.root}/dist/copilot`]).code).toBe(0)
    const { code, stderr } = home.run(['install', 'copilot'])
    expect(code).toBe(0)
    expect(stderr).toContain('was installed from a path, and that one wins (install-duplicate) [copilot]')
  })
})
