import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guardOutside, hasClient, Home } from '../support/install.ts'
import { put } from '../support/trees.ts'

const LINK = '.agent-cortex/pi/demo'
/** As pi writes the path of the folder, relative to its settings. */
const STATED = '../../.agent-cortex/pi/demo'

guardOutside()

describe.skipIf(!hasClient('pi'))('pi', () => {
  test('has the package by its folder and the agents in its own directory, and loses both', () => {
    const home = new Home(['pi'])
    home.put({ '.pi/agent/agents/own.md': 'mine', '.pi/agent/settings.json': '{"theme": "dark"}' })
    const first = home.run(['install', 'pi'])
    expect(first.stderr).toBe('')
    expect(first.stdout).toBe(
      [
        `demo 1.0.0 for pi, from ${home.root}`,
        `${home.at(LINK)}: 3 files written`,
        `${home.at('.pi/agent')}: 1 file written`,
        'registered with pi 1.6.0, from its next start:',
        `  pi install ${home.at(LINK)}`,
        '',
      ].join('\n'),
    )
    expect(home.json('.pi/agent/settings.json')).toMatchObject({ theme: 'dark', packages: [STATED] })
    expect(home.read('.pi/agent/agents/plan.md')).toContain(`by ${home.at(LINK, 'skills/tidy/SKILL.md')}.`)
    expect(home.client('pi', ['list']).stdout).toContain(home.at(LINK))
    const again = home.run(['install', 'pi'])
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain('registered with pi 1.6.0 already')

    expect(home.run(['uninstall', 'pi']).code).toBe(0)
    expect(home.json('.pi/agent/settings.json')).toMatchObject({ theme: 'dark', packages: [] })
    expect(fs.readdirSync(home.at('.pi/agent/agents'))).toEqual(['own.md'])
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
    expect(fs.existsSync(home.at('.pi/agent/.agent-cortex'))).toBe(false)
  })

  test('another form of the plugin goes first: with two, pi would not start', () => {
    const home = new Home(['pi'])
    expect(home.run(['build', '--harness', 'pi']).code).toBe(0)
    put(home.dir, { 'stranger/package.json': '{"name": "stranger"}' })
    for (const place of [`${home.root}/dist/pi`, `${home.dir}/stranger`])
      expect(home.client('pi', ['install', place]).code).toBe(0)
    const { code, stdout } = home.run(['install', 'pi'])
    expect(code).toBe(0)
    expect(stdout).toContain(`  pi remove ${home.root}/dist/pi\n  pi install ${home.at(LINK)}\n`)
    expect(home.json('.pi/agent/settings.json').packages).toEqual(['../../../stranger', STATED])
  })

  test('the npm form goes too, by its full name; a package of another scope stays', () => {
    const name = '{"name": "@ann/demo", "version": "1.0.0", "description": "A demo.", "author": "Ann"}\n'
    const home = new Home(['pi'], { 'package.json': name })
    const packages = ['npm:@ann/demo@0.9.0', 'npm:@bob/demo']
    home.put({ '.pi/agent/settings.json': JSON.stringify({ packages }) })
    const { code, stdout } = home.run(['install', 'pi'])
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('  pi remove npm:@ann/demo\n'),
    })
    expect(home.json('.pi/agent/settings.json').packages).toEqual(['npm:@bob/demo', STATED])
  })

  test('settings that do not parse are told with their place, where pi would say that it has installed', () => {
    const home = new Home(['pi'])
    home.put({ '.pi/agent/settings.json': '{"packages": [],}' })
    const { code, stderr } = home.run(['install', 'pi'])
    expect(code).toBe(1)
    expect(stderr).toContain(`${home.at('.pi/agent/settings.json')}:1:17: error:`)
    expect(stderr).toContain('(settings-json)')
    expect(home.read('.pi/agent/settings.json')).toBe('{"packages": [],}')
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
  })

  test('--materialise puts agents and skills into its own directory in place of the package, and back', () => {
    const dir = 'elsewhere'
    const home = new Home(['pi'])
    const moved = new Home(['pi'], {}, { PI_CODING_AGENT_DIR: home.at(dir) })
    expect(moved.run(['install', 'pi']).code).toBe(0)
    expect(moved.run(['install', 'pi', '--materialise'])).toMatchObject({ code: 0, stderr: '' })
    expect(home.read(dir, 'agents/plan.md')).toContain(`by ${home.at(dir, 'skills/tidy/SKILL.md')}.`)
    expect(home.json(dir, 'settings.json').packages).toEqual([])
    expect(fs.existsSync(moved.at('.agent-cortex'))).toBe(false)

    expect(moved.run(['install', 'pi']).code).toBe(0)
    expect(fs.existsSync(home.at(dir, 'skills'))).toBe(false)
    expect(home.json(dir, 'settings.json').packages).toHaveLength(1)
    expect(fs.existsSync(moved.at('.pi'))).toBe(false)
  })

  test('O-7: killed while it registers, an installation is completed by the next; two at once get along', async () => {
    const home = new Home(['pi'])
    put(home.dir, { 'checkout/package.json': '{"name": "demo"}' })
    home.put({ '.pi/agent/settings.json': JSON.stringify({ packages: [`${home.dir}/checkout`] }) })
    const signals = new Set<string | null>()
    for (let at = 1; at <= 6; at++) {
      const run = home.start(['install', 'pi'])
      setTimeout(run.kill, at * 150)
      signals.add((await run.ended).signal)
    }
    expect(signals).toContain('SIGKILL')
    const both = [home.start(['install', 'pi']), home.start(['install', 'pi'])]
    expect(await Promise.all(both.map(async ({ ended }) => (await ended).code))).toEqual([0, 0])
    expect(home.json('.pi/agent/settings.json').packages).toEqual([STATED])
    expect(home.client('pi', ['list']).stdout).toContain(home.at(LINK))
    expect(home.run(['install', 'pi'])).toMatchObject({ code: 0, stderr: '' })
  })
})
