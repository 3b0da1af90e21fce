import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHomes } from '../../src/install/homes.ts'
import { BIN } from '../support/cli.ts'
import { guardOutside, Home } from '../support/install.ts'
import { segment } from '../../src/install/names.ts'
import { project } from '../support/project.ts'
import { disk } from '../support/trees.ts'

/** Projects, homes and clients that are not as they should be. */
guardOutside()

const LINK = '.agent-cortex/claude/demo/demo'
const DEEP = 'settings nested more than 500 levels deep are not supported'
const META = { version: '1.0.0', description: 'x', author: 'Ann' }

describe('whose plugin it is', () => {
  test('a plugin.json that is broken is no reason to take the name of package.json', () => {
    const home = new Home([], { 'package.json': JSON.stringify({ name: 'other', ...META }) })
    expect(home.run(['install', 'claude', '--no-register']).code).toBe(0)
    const state = disk(home.home)
    home.edit({ 'plugin.json': '{\n  "name": "demo"\n  "version": "1.0.0"\n}\n' })
    for (const command of ['uninstall', 'install']) {
      const { code, stdout, stderr } = home.run([command, 'claude'])
      expect(code).toBe(1)
      expect(stdout).toBe('')
      expect(stderr).toContain('plugin.json:3:3: error: a comma is expected here')
      expect(stderr).toContain('1 error\n')
      expect(disk(home.home)).toEqual(state)
    }
    const verified = home.run(['verify', 'claude', '--installed'])
    expect(verified.code).toBe(1)
    expect(verified.stderr).toContain('plugin.json:3:3: error: a comma is expected here')
    expect(verified.stderr).not.toContain('not-installed')
    // It is not asked where the name stands before it.
    home.edit({ 'plugin.json': '{"name": "other"}', 'package.json': '{' })
    expect(home.run(['uninstall', 'claude']).code).toBe(0)
    expect(fs.readdirSync(home.home)).toEqual([])
  })

  test('nor is a marketplace.json that is broken one to take the name of the plugin', () => {
    const home = new Home([])
    home.run(['install', 'claude', '--no-register'])
    const state = disk(home.home)
    home.edit({ 'marketplace.json': '{"name": 5}' })
    const { code, stderr } = home.run(['uninstall', 'claude'])
    expect(code).toBe(1)
    expect(stderr).toContain('marketplace.json:1:10: error:')
    expect(disk(home.home)).toEqual(state)
    // pi has no marketplaces.
    expect(home.run(['uninstall', 'pi']).stdout).toBe('nothing of demo is installed for pi\n')
  })

  test.each(['package.json', 'plugin.json'])(
    'a project without agents and skills, named by its %s, is still the project',
    (file) => {
      const home = new Home([])
      home.run(['install', 'claude', '--no-register'])
      for (const name of fs.readdirSync(home.root)) fs.rmSync(path.join(home.root, name), { recursive: true })
      home.edit({ [file]: JSON.stringify({ name: 'demo' }) })
      const installed = home.run(['install', 'claude', '--no-register'])
      expect(installed.code).toBe(1)
      expect(installed.stderr).toContain('(no-sources)')
      const { code, stdout } = home.run(['uninstall', 'claude'])
      expect(code).toBe(0)
      expect(stdout).toBe(`${home.at('.agent-cortex/claude/demo/demo')}: 4 files removed\n`)
      expect(fs.readdirSync(home.home)).toEqual([])
    },
  )

  test('one of the same name, from another project, is told', () => {
    const [home, other] = [new Home([]), project()]
    home.run(['install', 'claude', '--no-register'])
    const told = (fate: string): string =>
      `warning: the "demo" that was installed from ${home.root} is ${fate} (install-replaced) [claude]`
    expect(home.run(['install', 'claude', '--no-register', '--dry-run'], other).stderr).toContain(
      told('replaced'),
    )
    expect(home.run(['uninstall', 'claude', '--dry-run'], other).stderr).toContain(told('removed'))
    expect(home.run(['install', 'claude', '--no-register'], other).stderr).toContain(told('replaced'))
    expect(home.run(['install', 'claude', '--no-register'], other).stderr).toBe('')
    expect(home.run(['uninstall', 'claude'], other)).toMatchObject({ code: 0, stderr: '' })
    expect(fs.readdirSync(home.home)).toEqual([])
  })

  test('no two names share a folder', () => {
    const names = ['a:b', 'a_b', 'a/b', 'a~3ab', '.a', '_a', '..']
    expect(names.map(segment)).toEqual(['a~3ab', 'a_b', 'a~2fb', 'a~7e3ab', '~2ea', '_a', '~2e.'])
  })

  test('it is said where there is no project, also where there is nothing to do', () => {
    const home = new Home([])
    const empty = path.join(home.dir, 'empty')
    fs.mkdirSync(empty)
    expect(home.run(['uninstall', 'pi'], empty).stdout).toBe(
      "there is no project here: this uninstalls agent-cortex's own agents and skills\n" +
        'nothing of agent-cortex is installed for pi\n',
    )
    expect(home.run(['verify', 'pi', '--installed'], empty).stderr).toContain(
      "there is no project here: this is about agent-cortex's own agents and skills\n",
    )
  })
})

describe('the directories of clients', () => {
  test.each(['', 'rel'])('a HOME of "%s" is none: that of the account serves', (HOME) => {
    const saved = process.env['HOME']
    process.env['HOME'] = HOME
    try {
      const { home, own } = readHomes({ HOME })
      expect(home).toBe(os.userInfo().homedir)
      expect(own).toBe(path.join(home, '.agent-cortex'))
    } finally {
      process.env['HOME'] = saved
    }
  })

  test('only pi expands ~', () => {
    const given = { HOME: '/h', CLAUDE_CONFIG_DIR: '~/c', COPILOT_HOME: '~', PI_CODING_AGENT_DIR: '~/p' }
    expect(readHomes(given)).toMatchObject({
      claude: path.resolve('~/c'),
      copilot: path.resolve('~'),
      pi: '/h/p',
    })
  })

  test.each([
    ['claude', 'CLAUDE_CONFIG_DIR', '2.1.332'],
    ['copilot', 'COPILOT_HOME', '1.0.102'],
    ['pi', 'PI_CODING_AGENT_DIR', '1.6.0'],
  ] as const)('%s gets a relative %s as we take it, and none that was not given', (client, name, version) => {
    for (const [given, told] of [
      [{ [name]: 'rel' }, 'rel'],
      [{}, undefined],
    ] as const) {
      const home = new Home([], {}, given)
      home.script(
        client,
        `test "$1" = --version && echo ${version} && exit; echo "\${${name}-none}" >> "$HOME/told"`,
      )
      home.run(['install', client])
      const lines = new Set(home.read('told').trim().split('\n'))
      expect([...lines]).toEqual([told === undefined ? 'none' : path.join(home.root, told)])
    }
  })
})

describe('what stands in the way', () => {
  const VERSIONS = '.agent-cortex/.versions/claude/demo/demo'

  test.each([VERSIONS, path.dirname(VERSIONS)])('%s that is a link is not followed', (place) => {
    const home = new Home([])
    const theirs = { 'theirs/1/a': 'a', 'theirs/demo/2/b': 'b', 'theirs/c': 'c' }
    home.put(theirs)
    fs.mkdirSync(path.dirname(home.at(place)), { recursive: true })
    fs.symlinkSync(home.at('theirs'), home.at(place))
    for (const command of ['install', 'uninstall']) {
      const { code, stderr } = home.run([command, 'claude'])
      expect(code).toBe(1)
      expect(stderr).toContain(`"${home.at(place)}" is not a directory; one is needed here (output-foreign)`)
      expect(disk(home.at('theirs'))).toEqual({ '1/a': 'a', 'demo/2/b': 'b', c: 'c' })
    }
  })

  test('what lies among the versions and is none of them stays', () => {
    const home = new Home([])
    home.put({ [`${VERSIONS}/notes/mine`]: 'mine', [`${VERSIONS}/7/old`]: 'old' })
    expect(home.run(['install', 'claude', '--no-register']).code).toBe(0)
    expect(home.run(['uninstall', 'claude']).code).toBe(0)
    expect(disk(home.at('.agent-cortex'))).toEqual({
      '.versions/claude/demo/demo/notes/mine': 'mine',
    })
  })

  test.each([
    ['.agent-cortex', ['uninstall', 'claude', '--dry-run']],
    ['.agent-cortex/claude', ['uninstall', 'claude']],
    ['.agent-cortex/.versions', ['install', 'claude', '--no-register']],
  ])('a file %s is told by %j, and stays', (place, words) => {
    const home = new Home([])
    home.put({ [place]: 'mine' })
    const { code, stderr } = home.run(words)
    expect(code).toBe(1)
    expect(stderr).toContain(
      `error: "${home.at(place)}" is not a directory; one is needed here (output-foreign)`,
    )
    expect(disk(home.home)).toEqual({ [place]: 'mine' })
  })

  test('an uninstallation that cannot read what it wrote says that, and moves nothing', () => {
    const home = new Home([])
    home.run(['install', 'claude', '--no-register'])
    home.put({ [`${LINK}/.agent-cortex.json`]: '{' })
    const state = disk(home.home)
    const { code, stdout, stderr } = home.run(['uninstall', 'claude'])
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain(`${home.at(LINK)}/.agent-cortex.json: error: cannot tell from`)
    expect(stderr).not.toContain('they are now in')
    expect(stderr).toContain('1 error\nnothing was removed\n')
    expect(disk(home.home)).toEqual(state)
  })
})

describe('settings that a client cannot read', () => {
  test.each([
    ['pi', '.pi/agent/settings.json', ' \n', 'error: a value is expected here'],
    ['pi', '.pi/agent/settings.json', '\uFEFF', 'error: a value is expected here'],
    ['copilot', '.copilot/settings.json', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000), DEEP],
    ['claude', '.claude/settings.json', '['.repeat(501) + ']'.repeat(501), DEEP],
  ] as const)('%s: %s', (client, file, text, message) => {
    const home = new Home([])
    home.script(client, 'echo 9.9.9')
    home.put({ [file]: text })
    for (const command of ['install', 'uninstall']) {
      const { code, stderr } = home.run([command, client])
      expect(code).toBe(1)
      expect(stderr).toContain(message)
      expect(stderr).toContain('(settings-json)')
      expect(disk(home.home)).toEqual({ [file]: text })
    }
  })

  test.skipIf(process.platform === 'win32').each([
    ['pi', '.pi/agent/settings.json'],
    ['copilot', '.copilot/settings.json'],
    ['claude', '.claude/settings.json'],
  ] as const)(
    '%s: a named pipe is told, not waited for',
    (client, file) => {
      const home = new Home([])
      home.script(client, 'echo 9.9.9')
      fs.mkdirSync(path.dirname(home.at(file)), { recursive: true })
      execFileSync('mkfifo', [home.at(file)])
      for (const command of ['install', 'uninstall']) {
        const { code, stderr } = home.run([command, client])
        expect(code).toBe(1)
        expect(stderr).toContain(`${home.at(file)}: error: this is no regular file (settings-json)`)
      }
    },
    20_000,
  )

  test('an empty file says nothing to pi', () => {
    const home = new Home([])
    home.script('pi', 'echo 9.9.9')
    home.put({ '.pi/agent/settings.json': '' })
    expect(home.run(['install', 'pi', '--dry-run']).code).toBe(0)
  })
})

describe('a client that an uninstallation leaves running when it is killed', () => {
  const SETTINGS = '.pi/agent/settings.json'

  test('is waited for, so that the next installation sees what it did', async () => {
    const home = new Home([])
    const link = home.at('.agent-cortex/pi/demo')
    const packages = JSON.stringify({ packages: [link] })
    home.script(
      'pi',
      `case "$1" in
        --version) echo 1.6.0 ;;
        install) echo '${packages}' > "$HOME/${SETTINGS}" ;;
        remove) : > "$HOME/removing"; /bin/sleep 2; echo '{}' > "$HOME/${SETTINGS}" ;;
      esac`,
    )
    home.put({ [SETTINGS]: '{}' })
    expect(home.run(['install', 'pi']).code).toBe(0)
    const { kill, ended } = home.start(['uninstall', 'pi'])
    const started = (): boolean =>
      ['removing', '.agent-cortex/.client.json'].every((file) => fs.existsSync(home.at(file)))
    while (!started()) await new Promise((resolve) => setTimeout(resolve, 10))
    kill()
    await ended
    const { code, stdout } = home.run(['install', 'pi'])
    expect(code).toBe(0)
    expect(stdout).toContain(`  pi install ${link}\n`)
    expect(home.read(SETTINGS).trim()).toBe(packages)
    expect(home.own()).toEqual(['pi/demo'])
  })

  test('a state that changes while the client is told is looked at again, once', () => {
    const home = new Home([])
    const link = home.at('.agent-cortex/pi/demo')
    home.put({ 'checkout/package.json': '{"name": "demo"}' })
    home.put({ [SETTINGS]: JSON.stringify({ packages: [link, home.at('checkout')] }) })
    // With the other form goes ours, as if somebody had removed it just now.
    home.script(
      'pi',
      `case "$1" in
        --version) echo 1.6.0 ;;
        install) echo '${JSON.stringify({ packages: [link] })}' > "$HOME/${SETTINGS}" ;;
        remove) echo '{}' > "$HOME/${SETTINGS}" ;;
      esac`,
    )
    expect(home.run(['install', 'pi']).code).toBe(0)
    expect(home.json(SETTINGS)).toEqual({ packages: [link] })
  })
})

test('a home on a read-only file system is told as that', (context) => {
  const home = new Home([])
  const script = 'mount --bind "$HOME" "$HOME" && mount -o remount,ro,bind "$HOME" && exec "$@"'
  const words = ['-m', '--', 'sh', '-c', script, '_', process.execPath, BIN, 'install', 'claude']
  const env = { ...home.env, PATH: process.env['PATH'] ?? '' }
  const options = { cwd: home.root, encoding: 'utf8' } as const
  if (spawnSync('unshare', ['-m', '--', 'sh', '-c', `${script}`, '_', 'true'], { env }).status !== 0) {
    console.warn('SKIPPED: nothing can be mounted here')
    return context.skip()
  }
  const { status, stderr } = spawnSync('unshare', [...words, '--no-register'], { ...options, env })
  expect(status).toBe(1)
  expect(stderr).toContain('the file system is read-only (output-failed)')
  expect(fs.readdirSync(home.home)).toEqual([])
})
