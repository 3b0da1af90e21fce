import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { BIN } from '../support/cli.ts'
import { AGENT, guardOutside, Home } from '../support/install.ts'
import { disk, put, scratch } from '../support/trees.ts'

/** Without any client on PATH: what is written where, and what is not. */
const LINK = '.agent-cortex/claude/demo/demo'
const PLAN = `${LINK}/agents/plan.md`

guardOutside()

describe('install', () => {
  test('without the client the files are placed, the commands are told, and the exit code is 0', () => {
    const home = new Home([])
    const { code, stdout, stderr } = home.run(['install', 'claude'])
    expect(code).toBe(0)
    expect(stderr).toBe(
      'warning: it is not registered: there is no claude on PATH (client-missing) [claude]\n\n1 warning\n',
    )
    expect(stdout).toBe(
      [
        `demo 1.0.0 for claude, from ${home.root}`,
        `${home.at(LINK)}: 4 files written`,
        'not registered, there is no claude on PATH; to do it yourself:',
        `  claude plugin marketplace add ${home.at('.agent-cortex/claude/demo')}`,
        '  claude plugin install demo@demo',
        '',
      ].join('\n'),
    )
    expect(home.own()).toEqual(['claude/demo/.claude-plugin/marketplace.json', 'claude/demo/demo'])
    expect(home.json('.agent-cortex/claude/demo/.claude-plugin/marketplace.json')).toEqual({
      name: 'demo',
      owner: { name: 'Ann' },
      description: 'A demo.',
      plugins: [{ name: 'demo', source: './demo', description: 'A demo.' }],
    })
    expect(fs.readdirSync(home.home)).toEqual(['.agent-cortex'])
    expect(home.run(['install', 'claude', '--require-register']).code).toBe(1)
    expect(home.run(['install', 'claude', '--no-register'])).toMatchObject({ code: 0, stderr: '' })
  })

  test.each([
    ['claude', 'echo 2.0.14', 'Claude Code 2.0.14 is too old; 2.1.110 is known to register'],
    ['copilot', 'echo 0.0.399', 'Copilot CLI 0.0.399 is too old; 1.0.40 is known to register'],
    ['pi', 'echo oh no >&2; exit 3', '/pi does not start: oh no'],
  ] as const)('an old or broken %s is treated as a missing one', (client, script, reason) => {
    const home = new Home([])
    home.script(client, script)
    const { code, stderr, stdout } = home.run(['install', client])
    expect(stderr).toContain(`${reason} (client-missing)`)
    expect(stdout).toContain(
      `${client} ${client === 'pi' ? 'install' : 'plugin marketplace add'} ${home.at('.agent-cortex')}`,
    )
    expect(code).toBe(0)
    expect(home.run(['install', client, '--require-register']).code).toBe(1)
  })

  test('a Copilot CLI that copies gets the paths of its copy', () => {
    const home = new Home([])
    home.script('copilot', 'echo 1.0.70')
    expect(home.run(['install', 'copilot', '--no-register']).code).toBe(0)
    const copy = home.at('.copilot/installed-plugins/demo/demo')
    expect(home.read('.agent-cortex/copilot/demo/demo/agents/plan.agent.md')).toContain(
      `by ${copy}/skills/tidy/SKILL.md.`,
    )
  })

  test('--plugin-root wins', () => {
    const home = new Home([])
    home.run(['install', 'copilot', '--no-register', '--plugin-root', '~/src/demo'])
    expect(home.read('.agent-cortex/copilot/demo/demo/agents/plan.agent.md')).toContain(
      'by ~/src/demo/skills/tidy/SKILL.md.',
    )
    home.run(['install', 'pi', '--plugin-root', 'here'])
    expect(home.read('.pi/agent/agents/plan.md')).toContain(`by ${home.root}/here/skills/tidy/SKILL.md.`)
  })

  test('again without a change nothing is written; --dry-run shows what would be', () => {
    const home = new Home([])
    const dry = home.run(['install', 'pi', '--dry-run', '--no-register'])
    expect(dry.stdout).toContain(`${home.at('.pi/agent')}: 1 file to write\n  + agents/plan.md\n`)
    expect(fs.readdirSync(home.home)).toEqual([])
    home.run(['install', 'pi', '--no-register'])
    const inode = fs.statSync(home.at('.agent-cortex/pi/demo')).ino
    expect(home.run(['install', 'pi', '--no-register']).stdout).toContain('3 files unchanged\n')
    expect(fs.statSync(home.at('.agent-cortex/pi/demo')).ino).toBe(inode)
    home.edit({ [AGENT]: 'Otherwise.\n' })
    const state = disk(home.home)
    expect(home.run(['install', 'pi', '--dry-run', '--no-register']).stdout).toContain('  ~ agents/plan.md\n')
    expect(disk(home.home)).toEqual(state)
  })

  test('a mistake in the sources leaves the old installation as it is', () => {
    const home = new Home([])
    home.run(['install', 'claude'])
    const state = disk(home.home)
    home.edit({ [AGENT]: 'Use {{TOOL:bsh}} and {{SECTION:none}}.\n' })
    const { code, stderr } = home.run(['install', 'claude'])
    expect(code).toBe(1)
    expect(stderr).toContain('agents/plan/agent.md:1:5: error: unknown tool "bsh"')
    expect(stderr).toContain('2 errors\nnothing was written\n')
    expect(disk(home.home)).toEqual(state)
  })

  test('files that users added stay, and edited ones are kept beside and named', () => {
    const home = new Home([])
    home.run(['install', 'claude'])
    const text = home.read(PLAN)
    home.put({
      [PLAN]: 'edited',
      [`${LINK}/agents/mine.md`]: 'mine',
      [`${LINK}/skills/tidy/notes.txt`]: 'notes',
    })
    const { code, stderr } = home.run(['install', 'claude', '--no-register'])
    expect(code).toBe(0)
    expect(stderr).toContain(
      `${home.at(PLAN)}: warning: "${home.at(PLAN)}" was edited after it was installed`,
    )
    expect(home.read(PLAN)).toBe(text)
    expect(home.read(`${PLAN}.edited`)).toBe('edited')
    expect(home.read(LINK, 'agents/mine.md')).toBe('mine')
    expect(home.read(LINK, 'skills/tidy/notes.txt')).toBe('notes')
    // Told once: what is kept is no file of ours.
    expect(home.run(['install', 'claude', '--no-register']).stderr).toBe('')
    home.put({ [PLAN]: 'edited again' })
    home.run(['install', 'claude', '--no-register'])
    expect(home.read(`${PLAN}.edited.1`)).toBe('edited again')

    const gone = home.run(['uninstall', 'claude'])
    expect(gone.code).toBe(0)
    expect(gone.stderr).toContain(`they are now in "${home.at(LINK)}.orig" (output-backup)`)
    expect(disk(home.at('.agent-cortex'))).toEqual({
      'claude/demo/demo.orig/agents/mine.md': 'mine',
      'claude/demo/demo.orig/agents/plan.md.edited': 'edited',
      'claude/demo/demo.orig/agents/plan.md.edited.1': 'edited again',
      'claude/demo/demo.orig/skills/tidy/notes.txt': 'notes',
    })
  })

  test('what is not ours at our paths is refused with a list; --force moves it aside', () => {
    const home = new Home([])
    const theirs = { '.pi/agent/agents/plan.md': 'theirs', '.agent-cortex/pi/demo/x': 'x' }
    home.put(theirs)
    const { code, stderr } = home.run(['install', 'pi', '--no-register'])
    expect(code).toBe(1)
    expect(stderr).toContain(`"${home.at('.agent-cortex/pi/demo')}" was not made by agent-cortex`)
    expect(stderr).toContain(`"${home.at('.pi/agent/agents/plan.md')}" was not written by agent-cortex`)
    expect(stderr).toContain('2 errors\nnothing was written\n')
    expect(disk(home.home)).toEqual(theirs)
    const forced = home.run(['install', 'pi', '--no-register', '--force'])
    expect(forced.code).toBe(0)
    expect(forced.stderr).toContain('2 warnings')
    expect(home.read('.pi/agent/agents/plan.md.orig')).toBe('theirs')
    expect(home.read('.agent-cortex/pi/demo.orig/x')).toBe('x')
    expect(home.read('.pi/agent/agents/plan.md')).toContain('Plan it')
  })

  test("in pi's own directory a file of another plugin is not taken, nor a link followed", () => {
    const home = new Home([])
    home.run(['install', 'pi', '--no-register'])
    const other = '{"name": "other", "version": "1.0.0", "description": "Another.", "author": "Ann"}\n'
    home.edit({ 'package.json': other })
    const { code, stderr } = home.run(['install', 'pi', '--no-register'])
    expect(code).toBe(1)
    expect(stderr).toContain('belongs to the plugin "demo", which was installed here (output-owned) [pi]')
    expect(home.own()).toEqual(['pi/demo'])

    const linked = new Home([])
    const dotfiles = scratch()
    fs.mkdirSync(linked.at('.pi/agent'), { recursive: true })
    fs.symlinkSync(dotfiles, linked.at('.pi/agent/agents'))
    const link = linked.at('.pi/agent/agents')
    const { stderr: told } = linked.run(['install', 'pi', '--no-register'])
    expect(told).toContain(
      `${JSON.stringify(link)} is a symbolic link, which is not followed; a directory is needed here (output-foreign)`,
    )
    expect(told).toContain(
      `hint: make it a directory, or name another place for all of pi with PI_CODING_AGENT_DIR; move it away,`,
    )
    expect(fs.readdirSync(dotfiles)).toEqual([])
    expect(linked.own()).toEqual([])
  })

  test('a home that cannot be written is told, and nothing is left of the attempt', (context) => {
    const home = new Home([])
    fs.chmodSync(home.home, 0o555)
    const words = ['install', 'claude']
    const run = process.getuid?.() === 0 ? home.runAsNobody(words) : home.run(words)
    fs.chmodSync(home.home, 0o755)
    if (run === undefined) {
      console.warn('SKIPPED: root may write everywhere, and nobody else may run this checkout')
      return context.skip()
    }
    expect(run.code).toBe(1)
    expect(run.stderr).toContain('permission denied (output-failed)')
    expect(fs.readdirSync(home.home)).toEqual([])
  })

  test('where a file stands in the place of a directory, it is told, and nothing is left of the attempt', () => {
    const home = new Home([])
    home.put({ '.pi': 'a file', '.agent-cortex/keep': '' })
    const { code, stderr } = home.run(['install', 'pi', '--no-register'])
    expect(code).toBe(1)
    expect(stderr).toContain('a part of the path is not a directory (output-failed)')
    expect(disk(home.home)).toEqual({ '.pi': 'a file', '.agent-cortex/keep': '' })
  })

  test('two at once both succeed, one after the other', async () => {
    const home = new Home([])
    const words = [BIN, 'install', 'pi', '--no-register']
    const runs = [1, 2, 3].map(async () => {
      const child = spawn(process.execPath, words, { cwd: home.root, env: home.env, stdio: 'ignore' })
      const [code] = (await once(child, 'exit')) as [number]
      return code
    })
    expect(await Promise.all(runs)).toEqual([0, 0, 0])
    expect(home.own()).toEqual(['pi/demo'])
    expect(fs.readdirSync(home.at('.agent-cortex/.versions/pi/demo'))).toEqual(['1', 'source'])
  })

  test('without a project around it installs what the package itself ships', () => {
    const home = new Home([])
    const empty = scratch()
    const { code, stdout } = home.run(['install', 'claude', '--no-register'], empty)
    expect(code).toBe(0)
    expect(stdout).toMatch(
      /^there is no project here: this installs agent-cortex's own agents and skills\nagent-cortex \S+ for claude, from /,
    )
    expect(fs.readdirSync(home.at('.agent-cortex/claude/agent-cortex/agent-cortex/agents'))).toContain(
      'plan.md',
    )
    expect(home.run(['uninstall', 'claude'], empty).code).toBe(0)
    expect(fs.existsSync(home.at('.agent-cortex'))).toBe(false)
  })

  test.each([
    ['install', 'pi'],
    ['uninstall', 'pi'],
    ['verify', '--installed'],
  ])('in a folder of a project, %s %s does nothing and names the project', (...words) => {
    const home = new Home([])
    home.edit({ 'src/deep/index.js': '' })
    const { code, stdout, stderr } = home.run(words, path.join(home.root, 'src/deep'))
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'error: there is no agent and no skill here, but in a directory above (no-sources)\n' +
        `  hint: agent-cortex ${words.join(' ')} --root ../..\n\n1 error\n`,
    })
    expect(fs.readdirSync(home.home)).toEqual([])
  })

  test('a repository within a project is none of its folders', () => {
    const home = new Home([])
    home.edit({ 'vendor/.git/HEAD': '', 'vendor/src/index.js': '' })
    const { stdout } = home.run(
      ['install', 'pi', '--no-register', '--dry-run'],
      path.join(home.root, 'vendor/src'),
    )
    expect(stdout).toContain('there is no project here:')
  })
})

describe('the client', () => {
  test('is judged by its state: one that says it has installed and has not is an error, and what went comes back', () => {
    const home = new Home([])
    home.script('pi', 'test "$1" = --version && echo 1.6.0 && exit; echo "$@" >> "$HOME/log"; echo Installed')
    put(home.dir, { 'checkout/package.json': '{"name": "demo"}' })
    home.put({ '.pi/agent/settings.json': JSON.stringify({ packages: [`${home.dir}/checkout`] }) })
    const { code, stderr } = home.run(['install', 'pi'])
    const link = home.at('.agent-cortex/pi/demo')
    expect(code).toBe(1)
    expect(stderr).toContain(
      `error: pi 1.6.0 did not take it: its settings do not name ${link} (register-failed) [pi]`,
    )
    expect(home.read('log')).toBe(
      [`remove ${home.dir}/checkout`, `install ${link}`, `install ${home.dir}/checkout`, ''].join('\n'),
    )
  })

  test('that is gone leaves its registration to the user, and the files go', () => {
    const home = new Home([])
    home.run(['install', 'pi', '--no-register'])
    const link = home.at('.agent-cortex/pi/demo')
    home.put({ '.pi/agent/settings.json': JSON.stringify({ packages: [link] }) })
    const { code, stdout } = home.run(['uninstall', 'pi'])
    expect(code).toBe(0)
    expect(stdout).toContain(
      `still registered, there is no pi on PATH; to do it yourself:\n  pi remove ${link}\n`,
    )
    expect(disk(home.home)).toEqual({ '.pi/agent/settings.json': JSON.stringify({ packages: [link] }) })
  })

  test('knows our marketplace by another path to the same home, or from before the home was moved', () => {
    const home = new Home([])
    home.script('claude', 'test "$1" = --version && echo 2.1.332')
    fs.symlinkSync(home.home, path.join(home.dir, 'alias'))
    for (const place of [
      path.join(home.dir, 'alias/.agent-cortex/claude/demo'),
      '/gone/.agent-cortex/claude/demo',
    ]) {
      const source = { source: 'directory', path: place }
      home.put({ '.claude/settings.json': JSON.stringify({ extraKnownMarketplaces: { demo: { source } } }) })
      const { stderr } = home.run(['install', 'claude', '--dry-run'])
      expect(stderr).toBe('')
    }
  })
})

describe('--output', () => {
  test('makes a directory hold exactly what a build makes, and registers nothing', () => {
    const home = new Home([])
    home.run(['build'])
    for (const client of ['copilot', 'claude', 'pi']) {
      const dir = path.join(home.dir, 'out', client)
      const { code, stdout, stderr } = home.run(['install', client, '--output', dir])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(new RegExp(`^${dir}: [34] files written\n$`))
      expect(disk(dir)).toEqual(disk(path.join(home.root, 'dist', client)))
      expect(home.run(['uninstall', client, '--output', dir]).code).toBe(0)
      expect(fs.existsSync(dir)).toBe(false)
    }
    expect(fs.readdirSync(home.home)).toEqual([])
  })

  test.each(['.', 'agents', 'agents/plan', 'skills/x', '..'])('refuses %s, which holds sources', (dir) => {
    const home = new Home([])
    const state = disk(home.root)
    const given = dir === '..' ? path.dirname(home.root) : dir
    const { code, stderr } = home.run(['install', 'claude', '--output', given])
    expect(code).toBe(1)
    expect(stderr).toContain(`error: "${given}" is, contains or lies within `)
    expect(stderr).toContain('(output-foreign)')
    expect(disk(home.root)).toEqual(state)
  })

  test('refuses files of others with the whole list, another tree, and another plugin', () => {
    const home = new Home([])
    const dir = scratch()
    const theirs = { 'agents/plan.md': 'theirs', 'skills/tidy/SKILL.md': 'theirs too', other: 'other' }
    put(dir, theirs)
    const { code, stderr } = home.run(['install', 'claude', '--output', dir])
    expect(code).toBe(1)
    expect(stderr).toContain(`"${dir}/agents/plan.md" was not written by agent-cortex`)
    expect(stderr).toContain(`"${dir}/skills/tidy/SKILL.md" was not written by agent-cortex`)
    expect(disk(dir)).toEqual(theirs)
    expect(home.run(['install', 'claude', '--output', dir, '--force']).code).toBe(0)
    expect(disk(dir)).toMatchObject({ 'agents/plan.md.orig': 'theirs', other: 'other' })
    expect(home.run(['install', 'pi', '--output', dir]).stderr).toContain(
      'holds the tree of claude (output-foreign)',
    )
    home.edit({
      'package.json': '{"name": "other", "version": "1.0.0", "description": "x", "author": "Ann"}\n',
    })
    expect(home.run(['install', 'claude', '--output', dir]).stderr).toContain(
      'the tree of another plugin, "demo"',
    )
    // What is named is meant, whosever it is; and what is not ours stays.
    expect(home.run(['uninstall', 'claude', '--output', dir]).code).toBe(0)
    expect(Object.keys(disk(dir))).toEqual(['agents/plan.md.orig', 'other', 'skills/tidy/SKILL.md.orig'])
  })

  test('a directory behind a link is written; a link among the files is not followed', () => {
    const home = new Home([])
    const real = scratch()
    const link = path.join(home.dir, 'link')
    fs.symlinkSync(real, link)
    expect(home.run(['install', 'claude', '--output', link]).code).toBe(0)
    expect(fs.existsSync(path.join(real, 'agents/plan.md'))).toBe(true)
    const elsewhere = scratch()
    fs.rmSync(path.join(real, 'agents'), { recursive: true })
    fs.symlinkSync(elsewhere, path.join(real, 'agents'))
    expect(home.run(['install', 'claude', '--output', link]).code).toBe(1)
    expect(fs.readdirSync(elsewhere)).toEqual([])
  })

  test('a place that is no directory is told, also in a dry run, which writes nothing', () => {
    const home = new Home([])
    put(home.dir, { file: 'a file' })
    const onFile = home.run(['install', 'claude', '--output', path.join(home.dir, 'file')])
    expect(onFile.code).toBe(1)
    expect(onFile.stderr).toContain('(output-failed)')
    const dir = `${home.dir}/new/`
    const { code, stdout } = home.run(['install', 'claude', '--output', dir, '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toContain(`${home.dir}/new: 4 files to write\n`)
    expect(fs.readdirSync(home.dir).toSorted()).toEqual(['bin', 'file', 'home'])
  })

  test.each([
    [['install', 'claude', '--output='], '--output has an empty value'],
    [['install', 'claude', '--output'], '--output needs a value'],
    [['install'], 'install needs the name of a client'],
    [['install', 'clade'], 'unknown client "clade"\n  hint: did you mean "claude"?'],
    [['install', 'claude', 'pi'], 'install takes one client, and "pi" was given too'],
    [['install', 'claude', '--materialise'], '--materialise is for pi alone'],
    [['install', 'pi', '--output=x', '--materialise'], '--output and --materialise contradict each other'],
    [
      ['install', 'pi', '--no-register', '--require-register'],
      '--no-register and --require-register contradict',
    ],
    [['uninstall', 'pi', '--force'], 'unknown option "--force"'],
  ])('%j is a wrong call: exit 2', (words, message) => {
    const home = new Home([])
    const { code, stderr } = home.run(words)
    expect(code).toBe(2)
    expect(stderr).toContain(`agent-cortex: ${message}`)
    expect(fs.readdirSync(home.home)).toEqual([])
  })
})
