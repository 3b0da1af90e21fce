import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { AGENT, guardOutside, hasClient, Home } from '../support/install.ts'
import { put, scratch } from '../support/trees.ts'

/** What a session of Claude Code would start with. */
function session(home: Home): { agents: string[]; plugins: { name: string; path: string }[] } {
  const words = ['-p', '--output-format', 'stream-json', '--verbose', 'hi']
  const line = home
    .client('claude', words)
    .stdout.split('\n')
    .find((one) => one.includes('"subtype":"init"'))
  return JSON.parse(line ?? '{"agents":[],"plugins":[]}')
}

const MARKET = '.agent-cortex/claude/demo'

guardOutside()

describe.skipIf(!hasClient('claude'))('Claude Code', () => {
  test('is told of the marketplace, reads the folder in place, and lets go of all of it', () => {
    const home = new Home(['claude'])
    const first = home.run(['install', 'claude'])
    expect(first.stderr).toBe('')
    expect(first.stdout).toBe(
      [
        `demo 1.0.0 for claude, from ${home.root}`,
        `${home.at(MARKET, 'demo')}: 4 files written`,
        'registered with Claude Code 2.1.332, from its next start:',
        `  claude plugin marketplace add ${home.at(MARKET)}`,
        '  claude plugin install demo@demo',
        '',
      ].join('\n'),
    )
    expect(first.code).toBe(0)
    const { agents, plugins } = session(home)
    expect(agents).toContain('demo:plan')
    expect(plugins).toContainEqual(expect.objectContaining({ name: 'demo', path: home.at(MARKET, 'demo') }))
    // The client expands this one itself, wherever it loads the plugin from.
    expect(home.read(MARKET, 'demo/agents/plan.md')).toContain(
      'by ${CLAUDE_PLUGIN_ROOT}/skills/tidy/SKILL.md.',
    )

    home.edit({
      'agents/review/agent.md': 'Review.\n',
      'agents/review/claude/frontmatter.json': '{"description": "Reviews", "tools": ["*"]}\n',
      'package.json': '{"name": "demo", "version": "1.1.0", "description": "A demo.", "author": "Ann"}\n',
    })
    const second = home.run(['install', 'claude'])
    expect(second.code).toBe(0)
    expect(second.stdout).toContain('3 files written, 2 files unchanged\n')
    expect(session(home).agents).toEqual(expect.arrayContaining(['demo:plan', 'demo:review']))
    expect(JSON.parse(home.client('claude', ['plugin', 'list', '--json']).stdout)).toContainEqual(
      expect.objectContaining({ id: 'demo@demo', version: '1.1.0', enabled: true }),
    )

    const gone = home.run(['uninstall', 'claude'])
    expect(gone.code).toBe(0)
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
    expect(home.json('.claude/settings.json')).toEqual({ enabledPlugins: {}, extraKnownMarketplaces: {} })
    expect(fs.readdirSync(home.at('.claude/plugins/cache'))).toEqual([])
    expect(home.run(['uninstall', 'claude'])).toEqual({
      code: 0,
      stdout: 'nothing of demo is installed for claude\n',
      stderr: '',
    })
  })

  test('two plugins of one marketplace live side by side, and one goes without the other', () => {
    const home = new Home(['claude'], { 'marketplace.json': '{"name": "ann"}\n' })
    expect(home.run(['install', 'claude']).code).toBe(0)
    home.edit({
      'package.json': '{"name": "other", "version": "1.0.0", "description": "Another.", "author": "Ann"}\n',
    })
    expect(home.run(['install', 'claude']).code).toBe(0)
    expect(session(home).agents).toEqual(expect.arrayContaining(['demo:plan', 'other:plan']))
    expect(home.run(['uninstall', 'claude']).code).toBe(0)
    const { agents } = session(home)
    expect(agents).toContain('demo:plan')
    expect(agents).not.toContain('other:plan')
  })

  test('a marketplace of that name that is not ours is left alone, and nothing is written', () => {
    const home = new Home(['claude'])
    const theirs = scratch()
    put(theirs, {
      '.claude-plugin/marketplace.json':
        '{"name": "demo", "owner": {"name": "X"}, "plugins": [{"name": "x", "source": "./x"}]}',
      'x/.claude-plugin/plugin.json': '{"name": "x"}',
    })
    expect(home.client('claude', ['plugin', 'marketplace', 'add', theirs]).code).toBe(0)
    const before = home.read('.claude/settings.json')
    const { code, stderr } = home.run(['install', 'claude'])
    expect(code).toBe(1)
    expect(stderr).toBe(
      [
        `error: Claude Code knows another marketplace "demo", from ${theirs} (marketplace-foreign) [claude]`,
        '  hint: give yours another name (option "marketplace"), or remove that one: claude plugin marketplace remove demo',
        '',
        '1 error',
        'nothing was written',
        '',
      ].join('\n'),
    )
    expect(home.read('.claude/settings.json')).toBe(before)
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
  })

  test('a tree of ours that was registered from a build is pointed at the installed folder', () => {
    const home = new Home(['claude'])
    expect(home.run(['build', '--harness', 'claude']).code).toBe(0)
    expect(home.client('claude', ['plugin', 'marketplace', 'add', `${home.root}/dist/claude`]).code).toBe(0)
    expect(home.run(['install', 'claude']).code).toBe(0)
    expect(home.json('.claude/settings.json').extraKnownMarketplaces.demo.source.path).toBe(home.at(MARKET))
  })

  test('settings that do not parse are an error with file, line and column; CLAUDE_CONFIG_DIR says where they are', () => {
    const dir = fs.realpathSync(scratch())
    const home = new Home(['claude'], {}, { CLAUDE_CONFIG_DIR: dir })
    fs.writeFileSync(`${dir}/settings.json`, '{\n  "a": 1,\n  // mine\n}\n')
    const { code, stderr } = home.run(['install', 'claude'])
    expect(code).toBe(1)
    expect(stderr).toContain(`${dir}/settings.json:3:3: error: JSON has no comments (settings-json)`)
    expect(fs.readFileSync(`${dir}/settings.json`, 'utf8')).toBe('{\n  "a": 1,\n  // mine\n}\n')
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
    fs.writeFileSync(`${dir}/settings.json`, '{"a": 1}\n')
    expect(home.run(['install', 'claude']).code).toBe(0)
    expect(JSON.parse(fs.readFileSync(`${dir}/settings.json`, 'utf8'))).toMatchObject({
      a: 1,
      enabledPlugins: { 'demo@demo': true },
    })
    expect(fs.existsSync(home.at('.claude/settings.json'))).toBe(false)
  })

  test('an edit of an installed file reaches the next start; the next installation keeps it beside and says so', () => {
    const home = new Home(['claude'])
    home.run(['install', 'claude'])
    const file = home.at(MARKET, 'demo/agents/plan.md')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('name: "plan"', 'name: "mine"'))
    expect(session(home).agents).toContain('demo:mine')
    home.edit({ [AGENT]: 'Plan anew.\n' })
    const { code, stderr } = home.run(['install', 'claude'])
    expect(code).toBe(0)
    expect(stderr).toContain(`that text is now "${file}.edited" (install-edited)`)
    const { agents } = session(home)
    expect(agents).toContain('demo:plan')
    expect(agents).not.toContain('demo:mine')
  })
})
