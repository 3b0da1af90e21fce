import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { pause, until } from '../support/cli.ts'
import { project } from '../support/project.ts'
import { disk, put } from '../support/trees.ts'
import { configure, ViteWatch } from '../support/vite.ts'

/** Rolldown registers what it watches after a build; a build that would follow has begun by then. */
const QUIET_MS = 400

const FRONTMATTER = '{"description": "Does it.", "tools": ["bash"]}\n'

/** A project that is being watched, with its output for pi. */
class Watched {
  readonly root: string
  readonly vite: ViteWatch

  constructor(root: string) {
    this.root = root
    this.vite = new ViteWatch(root)
  }

  /** Its output for pi; nothing in the moment in which it is being written. */
  get pi(): Record<string, string> {
    try {
      return disk(path.join(this.root, 'dist/pi'))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
      throw error
    }
  }

  put(file: string, text: string): void {
    put(this.root, { [file]: text })
  }

  at(file: string): string {
    return path.join(this.root, file)
  }

  /** @returns the builds that there were until it was quiet */
  async quiet(): Promise<number> {
    for (let builds = -1; builds !== this.vite.builds;) {
      builds = this.vite.builds
      await pause(QUIET_MS)
    }
    return this.vite.builds
  }

  /** Makes a change and waits for what comes of it. @returns the builds that it took */
  async after(change: () => void, what: string, holds: () => boolean): Promise<number> {
    const before = this.vite.builds
    change()
    await until(holds, `${what}\n${this.vite.text}`)
    return (await this.quiet()) - before
  }
}

async function watched(more: Record<string, string> = {}, options: object = {}): Promise<Watched> {
  const watching = new Watched(configure(project(more), options))
  await until(() => watching.vite.builds > 0, 'the first build')
  await watching.quiet()
  return watching
}

test('every kind of change to what is there makes a new build', async () => {
  const it = await watched({
    'agents/plan/polling.md': 'Poll.\n',
    'agents/plan/agent.md': '{{SECTION:polling}}\n',
  })
  const body = (): string => it.pi['agents/plan.md'] ?? ''
  const gone = (file: string): boolean => 'package.json' in it.pi && !(file in it.pi)

  await it.after(
    () => it.put('agents/plan/agent.md', 'Edited.\n{{SECTION:polling}}\n'),
    'agent.md',
    () => body().includes('Edited.'),
  )
  await it.after(
    () => it.put('agents/plan/polling.md', 'Ask.\n'),
    'a section',
    () => body().includes('Ask.'),
  )
  await it.after(
    () => it.put('agents/plan/pi/polling.md', 'Pi asks.\n'),
    'a new section',
    () => body().includes('Pi asks.'),
  )
  await it.after(
    () => fs.rmSync(it.at('agents/plan/pi/polling.md')),
    'a removed section',
    () => body().includes('Ask.'),
  )
  await it.after(
    () => {
      it.put('agents/new/agent.md', 'A new one.\n')
      it.put('agents/new/pi/frontmatter.json', FRONTMATTER)
    },
    'a new agent',
    () => 'agents/new.md' in it.pi,
  )
  await it.after(
    () => fs.renameSync(it.at('agents/new'), it.at('agents/other')),
    'a renamed agent',
    () => 'agents/other.md' in it.pi && !('agents/new.md' in it.pi),
  )
  await it.after(
    () => fs.rmSync(it.at('agents/other'), { recursive: true }),
    'a removed agent',
    () => gone('agents/other.md'),
  )
  await it.after(
    () => {
      it.put('agents/plan/agent.md.tmp', 'Saved at once.\n{{SECTION:polling}}\n')
      fs.renameSync(it.at('agents/plan/agent.md.tmp'), it.at('agents/plan/agent.md'))
    },
    'a save by renaming',
    () => body().includes('Saved at once.'),
  )
  await it.after(
    () => it.put('skills/tidy/run.sh', '#!/bin/sh\n'),
    'an asset',
    () => 'skills/tidy/run.sh' in it.pi,
  )
  await it.after(
    () => fs.chmodSync(it.at('skills/tidy/run.sh'), 0o755),
    'a mode',
    () => (fs.statSync(it.at('dist/pi/skills/tidy/run.sh')).mode & 0o100) !== 0,
  )
  const map = fs.readFileSync(it.at('token-map.json'), 'utf8')
  it.put('agents/plan/agent.md', 'Use {{TOOL:bash}}.\n{{SECTION:polling}}\n')
  await it.after(
    () => it.put('token-map.json', map.replace('"pi":"bash"', '"pi":"read"')),
    'the map',
    () => body().includes('Use read.'),
  )
  await it.after(
    () => {
      it.put('map.tmp', map)
      fs.renameSync(it.at('map.tmp'), it.at('token-map.json'))
    },
    'the map by renaming',
    () => body().includes('Use bash.'),
  )
  await it.after(
    () => it.put('package.json', fs.readFileSync(it.at('package.json'), 'utf8').replace('1.0.0', '1.0.1')),
    'package.json',
    () => it.pi['package.json']?.includes('1.0.1') === true,
  )
  await it.after(
    () => fs.rmSync(it.at('skills'), { recursive: true }),
    'skills removed',
    () => gone('skills/tidy/SKILL.md'),
  )
  await it.after(
    () => it.put('skills/tidy/SKILL.md', '---\nname: tidy\ndescription: Again.\n---\n'),
    'skills made again',
    () => 'skills/tidy/SKILL.md' in it.pi,
  )
}, 60_000)

test('what was not there when watching began is noticed', async () => {
  const it = await watched({}, { committed: {} })
  const deferred = { copilot: 'demo:', claude: '', pi: 'demo:' }
  const map = JSON.parse(fs.readFileSync(it.at('token-map.json'), 'utf8'))
  const withNative = JSON.stringify({ ...map, agents: { prefix: deferred, deferred: { plan: ['pi'] } } })

  await it.after(
    () => it.put('pi-extras/notes/a.txt', 'A.\n'),
    'extras',
    () => 'notes/a.txt' in it.pi,
  )
  await it.after(
    () => it.put('pi-extras/notes/b.txt', 'B.\n'),
    'more extras',
    () => 'notes/b.txt' in it.pi,
  )
  await it.after(
    () => it.put('plugin.json', '{"name": "renamed"}\n'),
    'plugin.json',
    () => it.pi['package.json']?.includes('"renamed"') === true,
  )
  await it.after(
    () => {
      it.put('agents-native/pi/plan.md', '---\nname: plan\ndescription: By hand.\n---\n\nBy hand.\n')
      it.put('token-map.json', withNative)
    },
    'native agents',
    () => it.pi['agents/plan.md']?.endsWith('By hand.\n') === true,
  )
  await it.after(
    () => it.put('.gitignore', 'b.txt\n'),
    '.gitignore',
    () => 'notes/a.txt' in it.pi && !('notes/b.txt' in it.pi),
  )
}, 60_000)

test('a source that is copied may come later, its folder too', async () => {
  const it = await watched({}, { copy: { pi: { 'share/hooks': 'hooks' } } })
  expect(it.vite.text).toContain('there is no share/hooks')
  fs.mkdirSync(it.at('share'))
  await pause(QUIET_MS)
  await it.after(
    () => it.put('share/hooks/run.sh', 'Run.\n'),
    'the copy',
    () => 'hooks/run.sh' in it.pi,
  )
  await it.after(
    () => it.put('share/hooks/run.sh', 'Run!\n'),
    'its edit',
    () => it.pi['hooks/run.sh'] === 'Run!\n',
  )
})

test('S-9: what a link leads to is watched', async () => {
  const root = configure(project({ 'shared/text.md': 'Shared.\n' }))
  fs.symlinkSync('../../shared/text.md', path.join(root, 'skills/tidy/more.md'))
  const it = new Watched(root)
  await until(() => it.vite.builds > 0, 'the first build')
  await it.quiet()
  await it.after(
    () => it.put('shared/text.md', 'Edited.\n'),
    'the edit',
    () => it.pi['skills/tidy/more.md'] === 'Edited.\n',
  )
})

test('a change during the first build is not lost', async () => {
  const it = new Watched(configure(project()))
  await until(() => it.vite.text.includes('build started'), 'the start')
  it.put('agents/plan/agent.md', 'Changed meanwhile.\n')
  await until(() => it.pi['agents/plan.md']?.includes('Changed meanwhile.') === true, it.vite.text)
})

test('O-2: an error is told, the trees stay, and mending it builds again', async () => {
  const it = await watched()
  const before = it.pi
  await it.after(
    () => it.put('agents/plan/agent.md', '{{TOOL:bsh}}\n'),
    'the error',
    () => it.vite.text.includes('1 error; nothing was written'),
  )
  expect(it.vite.text).toContain('agents/plan/agent.md:1:1: error: unknown tool "bsh"')
  expect(it.vite.text).not.toContain('    at ')
  expect(it.vite.runs).toBe(true)
  expect(it.pi).toEqual(before)
  await it.after(
    () => it.put('agents/plan/agent.md', '{{TOOL:bash}}\n'),
    'the mend',
    () => it.pi['agents/plan.md']?.endsWith('\nbash\n') === true,
  )
})

test('an error at the start waits for its mend', async () => {
  const it = await watched({ 'agents/plan/agent.md': '{{TOOL:bsh}}\n' })
  expect(it.pi).toEqual({})
  await it.after(
    () => it.put('agents/plan/agent.md', 'Well.\n'),
    'the mend',
    () => 'agents/plan.md' in it.pi,
  )
})

test('O-6: committed copies among the sources do not make it build for ever', async () => {
  const it = await watched({}, { committed: { copilot: 'agents' } })
  expect(fs.existsSync(it.at('agents/plan.agent.md'))).toBe(true)
  expect(it.vite.builds).toBeLessThanOrEqual(2)
  const builds = await it.after(
    () => it.put('agents/plan/agent.md', 'Edited.\n'),
    'the edit',
    () => fs.readFileSync(it.at('agents/plan.agent.md'), 'utf8').includes('Edited.'),
  )
  expect(builds).toBeLessThanOrEqual(2)
})

test('what is not ours makes no build', async () => {
  const it = await watched()
  const before = it.vite.builds
  it.put('README.md', 'Text.\n')
  it.put('src/main.js', 'code\n')
  it.put('dist/notes.txt', 'Notes.\n')
  expect((await it.quiet()) - before).toBe(0)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it', async (signal) => {
  const it = await watched()
  expect(await it.vite.end(signal)).toBe(signal)
})
