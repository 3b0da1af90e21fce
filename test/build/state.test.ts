import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { Builder } from '../../src/build/build.ts'
import type { Flags } from '../../src/build/flags.ts'
import { saveState, type State, unchangedState } from '../../src/build/state.ts'
import { rowsOf } from '../../src/build/summary.ts'
import { Sightings } from '../../src/workspace/sightings.ts'
import { run } from '../support/cli.ts'
import { project } from '../support/project.ts'

/** Files must not have been written while the run began: such a run keeps nothing. */
const SETTLED_MS = 60

async function built(flags: Flags = {}, more: Record<string, string> = {}): Promise<string> {
  const root = project({ 'skills/tidy/scripts/run.sh': 'echo\n', ...more })
  await wait(SETTLED_MS)
  const sightings = new Sightings()
  const outcome = new Builder({ root, options: {}, flags }, false, sightings).build()
  expect(outcome.written).toBe(true)
  expect(sightings.all).toBeDefined()
  const diagnostics = outcome.compilation.diagnostics.list('warning')
  saveState(root, flags, sightings.all!, { rows: rowsOf(outcome), least: 'warning', diagnostics })
  return root
}

const state = (root: string, flags: Flags = {}): State | undefined => unchangedState(root, flags)

const write = (root: string, file: string, text: string): void => {
  fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  fs.writeFileSync(path.join(root, file), text)
}

describe('a build after which nothing changed', () => {
  test('is known by its state, with what it came to', async () => {
    const root = await built()
    expect(state(root)?.rows).toEqual([
      {
        id: 'copilot',
        label: 'dist/copilot',
        agents: 1,
        skills: 1,
        files: 5,
        written: 5,
        unchanged: 0,
        removed: 0,
      },
      {
        id: 'claude',
        label: 'dist/claude',
        agents: 1,
        skills: 1,
        files: 5,
        written: 5,
        unchanged: 0,
        removed: 0,
      },
      { id: 'pi', label: 'dist/pi', agents: 1, skills: 1, files: 4, written: 4, unchanged: 0, removed: 0 },
    ])
  })

  const changes: Record<string, (root: string) => void> = {
    'a source was edited': (root) => write(root, 'agents/plan/agent.md', 'Plan with {{TOOL:bash}}.\n'),
    'a source was edited to the same size': (root) => {
      const file = path.join(root, 'skills/tidy/SKILL.md')
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('Tidy up.', 'Tidy us.'))
    },
    'a source was edited, its times set back': (root) => {
      const file = path.join(root, 'agents/plan/agent.md')
      const { atime, mtime } = fs.statSync(file)
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace('Plan', 'Halt'))
      fs.utimesSync(file, atime, mtime)
    },
    'a section came': (root) => write(root, 'agents/plan/more.md', 'More.\n'),
    'an agent came': (root) => write(root, 'agents/other/agent.md', 'Other.\n'),
    'an agent went': (root) => fs.rmSync(path.join(root, 'agents/plan'), { recursive: true }),
    'a skill file went': (root) => fs.rmSync(path.join(root, 'skills/tidy/scripts/run.sh')),
    'a script was made executable': (root) =>
      fs.chmodSync(path.join(root, 'skills/tidy/scripts/run.sh'), 0o755),
    'a file became a directory': (root) => {
      fs.rmSync(path.join(root, 'skills/tidy/scripts/run.sh'))
      fs.mkdirSync(path.join(root, 'skills/tidy/scripts/run.sh'))
    },
    'the map was edited': (root) => fs.appendFileSync(path.join(root, 'token-map.json'), '\n'),
    'a plugin.json came': (root) => write(root, 'plugin.json', '{"name": "other"}\n'),
    'a .gitignore came': (root) => write(root, '.gitignore', 'run.sh\n'),
    'extras came': (root) => write(root, 'claude-extras/x.json', '{}\n'),
    'misspelt extras came': (root) => write(root, 'cluade-extras/x.json', '{}\n'),
    'native agents came': (root) => write(root, 'agents-native/plan.md', 'Plan.\n'),
    'an output was edited': (root) => fs.appendFileSync(path.join(root, 'dist/claude/agents/plan.md'), 'x'),
    'an output went': (root) => fs.rmSync(path.join(root, 'dist/pi/agents/plan.md')),
    'an output became a link': (root) => {
      fs.renameSync(path.join(root, 'dist/pi/agents/plan.md'), path.join(root, 'plan.md'))
      fs.symlinkSync('../../../plan.md', path.join(root, 'dist/pi/agents/plan.md'))
    },
    'an output lost or won its executable bit': (root) =>
      fs.chmodSync(path.join(root, 'dist/pi/skills/tidy/scripts/run.sh'), 0o755),
    'a tree went': (root) => fs.rmSync(path.join(root, 'dist/claude'), { recursive: true }),
    'the list of a tree was edited': (root) =>
      fs.appendFileSync(path.join(root, 'dist/pi/.agent-cortex.json'), '\n'),
    'a run was killed while it wrote': (root) => write(root, 'dist/pi/.agent-cortex.journal', '{}'),
    'the state is no JSON': (root) => write(root, 'dist/.agent-cortex.state.json', '{'),
    'the state was edited': (root) => {
      const file = path.join(root, 'dist/.agent-cortex.state.json')
      fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/"paths":\[.*?\]/, '"paths":[]'))
    },
    'the state became a directory': (root) => {
      fs.rmSync(path.join(root, 'dist/.agent-cortex.state.json'))
      fs.mkdirSync(path.join(root, 'dist/.agent-cortex.state.json'))
    },
    'a directory of a tree became a link': (root) => {
      fs.renameSync(path.join(root, 'dist/pi/agents'), path.join(root, 'moved'))
      fs.symlinkSync('../../moved', path.join(root, 'dist/pi/agents'))
    },
    'another tree stands beside': (root) => write(root, 'dist/gemini/.agent-cortex.json', '{}'),
    'the project was moved': (root) => {
      const moved = `${root}-moved`
      fs.renameSync(root, moved)
      fs.cpSync(moved, root, { recursive: true, preserveTimestamps: true })
      fs.rmSync(moved, { recursive: true })
    },
    'the state went': (root) => fs.rmSync(path.join(root, 'dist/.agent-cortex.state.json')),
  }
  test.each(Object.entries(changes))('is not known when %s', async (_, change) => {
    const root = await built()
    expect(state(root)).toBeDefined()
    change(root)
    expect(state(root)).toBeUndefined()
  })

  test('is not known under flags that matter to what is built', async () => {
    const root = await built()
    for (const flags of [
      { harness: ['pi'] },
      { strict: true },
      { pluginRoot: { pi: '/p' } },
      { out: 'other' },
    ])
      expect(state(root, flags)).toBeUndefined()
    for (const flags of [{ verbose: true }, { format: 'json' as const }, { quiet: true }])
      expect(state(root, flags)).toBeDefined()
  })

  test('keeps nothing where a link was followed', async () => {
    const root = project()
    fs.mkdirSync(path.join(root, 'texts'))
    fs.renameSync(path.join(root, 'agents/plan/agent.md'), path.join(root, 'texts/plan.md'))
    fs.symlinkSync('../../texts/plan.md', path.join(root, 'agents/plan/agent.md'))
    await wait(SETTLED_MS)
    const sightings = new Sightings()
    expect(new Builder({ root, options: {}, flags: {} }, false, sightings).build().written).toBe(true)
    expect(sightings.all).toBeUndefined()
  })

  test('keeps nothing where a source was written as the run began', () => {
    const root = project()
    const sightings = new Sightings()
    expect(new Builder({ root, options: {}, flags: {} }, false, sightings).build().written).toBe(true)
    expect(sightings.all).toBeUndefined()
  })
})

describe('links', () => {
  test.each(['agents', 'skills', 'package.json', 'token-map.json'])(
    'nothing is kept where %s is one',
    async (name) => {
      const root = project()
      fs.renameSync(path.join(root, name), path.join(root, `real-${name}`))
      fs.symlinkSync(`real-${name}`, path.join(root, name))
      await wait(SETTLED_MS)
      const sightings = new Sightings()
      expect(new Builder({ root, options: {}, flags: {} }, false, sightings).build().written).toBe(true)
      expect(sightings.all).toBeUndefined()
    },
  )

  test('a root that is one and is pointed elsewhere is another project', async () => {
    const root = project()
    await wait(SETTLED_MS)
    const current = `${root}-current`
    fs.symlinkSync(root, current)
    expect(run(path.dirname(root), ['build', '--root', current]).code).toBe(0)
    expect(fs.existsSync(path.join(root, 'dist/.agent-cortex.state.json'))).toBe(true)
    const next = `${root}-next`
    fs.cpSync(root, next, { recursive: true, preserveTimestamps: true })
    write(next, 'agents/plan/agent.md', 'Another plan.\n')
    fs.rmSync(current)
    fs.symlinkSync(next, current)
    for (const words of [['build', '--root', current], ['build']]) {
      expect(run(next, words).code).toBe(0)
      expect(fs.readFileSync(path.join(next, 'dist/claude/agents/plan.md'), 'utf8')).toContain(
        'Another plan.',
      )
    }
    for (const at of [current, next]) fs.rmSync(at, { recursive: true })
  })
})

describe('the command, run again', () => {
  test('where no state can be kept, a build is good all the same', async () => {
    const root = project({ 'dist/.agent-cortex.state.json/x': '' })
    await wait(SETTLED_MS)
    const { code, stdout, stderr } = run(root, ['build', '--format', 'json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout).ok).toBe(true)
    expect(fs.readdirSync(path.join(root, 'dist')).filter((name) => name.startsWith('.'))).toEqual([
      '.agent-cortex.state.json',
    ])
  })

  test('tells the same warnings and that all is unchanged; info needs a look at the sources', async () => {
    const root = project({ 'agents/plan/unnamed.md': 'Nobody names it.\n' })
    await wait(SETTLED_MS)
    const first = run(root, ['build'])
    expect(first.code).toBe(0)
    expect(fs.existsSync(path.join(root, 'dist/.agent-cortex.state.json'))).toBe(true)
    const second = run(root, ['build'])
    expect(second.code).toBe(0)
    expect(second.stderr).toBe(first.stderr)
    expect(second.stderr).toContain('section-unused')
    expect(second.stdout).toMatch(
      /^copilot {3}1 agent {3}1 skill {3}4 files {3}4 unchanged {3}dist\/copilot$/m,
    )
    expect(second.stdout).toMatch(/^built in \d+ ms, 1 warning$/m)
    const json = run(root, ['build', '--format', 'json'])
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: true,
      outputs: { pi: { dir: 'dist/pi', files: 3, added: 0, changed: 0, removed: 0, unchanged: 3 } },
    })
  })

  test('an edited output is put right', async () => {
    const root = project()
    await wait(SETTLED_MS)
    run(root, ['build'])
    const file = path.join(root, 'dist/claude/agents/plan.md')
    const text = fs.readFileSync(file, 'utf8')
    fs.appendFileSync(file, 'By hand.\n')
    expect(run(root, ['build']).code).toBe(0)
    expect(fs.readFileSync(file, 'utf8')).toBe(text)
  })
})
