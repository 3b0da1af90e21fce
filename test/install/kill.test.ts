import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ClientId } from '../../src/clients/find.ts'
import { install, type InstallRequest, uninstall } from '../../src/install/index.ts'
import { BIN } from '../support/cli.ts'
import { dying } from '../support/dying.ts'
import { AGENT, guardOutside, Home } from '../support/install.ts'
import { disk, MEMORY, scratch } from '../support/trees.ts'

guardOutside()

/** A home in memory, and a project of which there is an old and a new state. */
class Stage {
  readonly home = scratch(MEMORY)
  readonly #client: ClientId
  readonly #project: Home

  constructor(client: ClientId, project: Home) {
    this.#client = client
    this.#project = project
  }

  get request(): InstallRequest {
    return {
      client: this.#client,
      sources: { root: this.#project.root, options: {} },
      env: { HOME: this.home, PATH: '' },
      dryRun: false,
      force: false,
      materialise: false,
      register: 'no',
    }
  }

  /** The sources as they were first, or as they are later: one agent changed, one added, one gone. */
  sources(state: 'old' | 'new'): void {
    const isOld = state === 'old'
    const [gone, come] = isOld ? ['come', 'gone'] : ['gone', 'come']
    fs.rmSync(path.join(this.#project.root, 'skills', gone), { recursive: true, force: true })
    this.#project.edit({
      [AGENT]: `${state}\n`,
      [`skills/${come}/SKILL.md`]: `---\nname: ${come}\ndescription: It.\n---\n\nIt.\n`,
    })
  }

  async complete(): Promise<void> {
    const { ok, diagnostics } = await install(this.request)
    expect({ ok, told: diagnostics.reports.map(({ message }) => message) }).toMatchObject({ ok: true })
  }

  /** What a client finds, by the paths that it is given; links are gone through. */
  seen(): Record<string, string> {
    const link = path.join(
      this.home,
      '.agent-cortex',
      this.#client,
      ...(this.#client === 'pi' ? ['demo'] : ['demo', 'demo']),
    )
    const folder = fs.existsSync(link) ? disk(fs.realpathSync(link)) : {}
    const shared = Object.entries(disk(path.join(this.home, '.pi/agent'))).filter(
      ([file]) => !file.startsWith('.agent-cortex'),
    )
    return { ...folder, ...Object.fromEntries(shared.map(([file, text]) => [`shared/${file}`, text])) }
  }
}

function folderOf(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter(([file]) => !file.startsWith('shared/')))
}

const OTHERS = { 'agents/mine.md': 'mine' }

/** The whole of a home once it is installed, but for the numbers of versions. */
function whole(home: string): Record<string, string> {
  // pi's own directory may be left empty; it makes one itself.
  const files = Object.entries(disk(home)).filter(
    ([file, text]) => !text.startsWith('-> ') && file !== '.pi/agent/',
  )
  return Object.fromEntries(
    files.map(([file, text]) => [file.replace(/(\.versions\/.*?)\/\d+\//, '$1/N/'), text]),
  )
}

async function begun(client: ClientId, project: Home): Promise<Stage> {
  const stage = new Stage(client, project)
  stage.sources('old')
  await stage.complete()
  const folder = path.join(stage.home, '.agent-cortex', client, 'demo', ...(client === 'pi' ? [] : ['demo']))
  for (const [file, text] of Object.entries(OTHERS)) fs.writeFileSync(path.join(folder, file), text)
  return stage
}

test.each(['claude', 'pi'] as const)(
  'O-7: stopped dead at each change to the disk, an update for %s leaves the old or the new, and the next run completes it',
  async (client) => {
    const project = new Home([])
    const model = await begun(client, project)
    const old = model.seen()
    model.sources('new')
    const { changes } = await dying(model.home, Infinity, () => install(model.request))
    const [now, all] = [model.seen(), whole(model.home)]
    expect(now).toMatchObject({ ...OTHERS, 'skills/come/SKILL.md': expect.any(String) })
    expect(now).not.toHaveProperty(['skills/gone/SKILL.md'])
    expect(changes).toBeGreaterThan(20)
    const folders = new Set<string>()
    for (let at = 1; at <= changes; at++) {
      const stage = await begun(client, project)
      stage.sources('new')
      expect((await dying(stage.home, at, () => install(stage.request))).died).toBe(true)
      const found = stage.seen()
      const folder = 'skills/come/SKILL.md' in found ? 'new' : 'old'
      folders.add(folder)
      // The folder is one of the two, whole; the files in pi's own directory may be a step ahead, till the next run.
      expect(folderOf(found)).toEqual(folderOf(folder === 'old' ? old : now))
      await stage.complete()
      expect(stage.seen()).toEqual(now)
      expect(whole(stage.home)).toEqual(all)
    }
    expect(folders).toEqual(new Set(['old', 'new']))
  },
  120_000,
)

test.each(['claude', 'pi'] as const)(
  'O-7: stopped dead at each change to the disk, an uninstallation for %s is completed by the next, or undone by an installation',
  async (client) => {
    const project = new Home([])
    const model = await begun(client, project)
    const installed = whole(model.home)
    const { changes } = await dying(model.home, Infinity, () => uninstall(model.request))
    const rest = whole(model.home)
    expect(Object.values(rest)).toEqual(['mine'])
    for (let at = 1; at <= changes; at++) {
      const stage = await begun(client, project)
      expect((await dying(stage.home, at, () => uninstall(stage.request))).died).toBe(true)
      if (at % 2 === 0) {
        await stage.complete()
        // The user's own file may lie aside already.
        const found = whole(stage.home)
        expect(Object.values(found)).toContain('mine')
        expect(Object.keys(found)).toEqual(
          expect.arrayContaining(Object.keys(installed).filter((file) => !file.endsWith('mine.md'))),
        )
      }
      expect((await uninstall(stage.request)).ok).toBe(true)
      expect(Object.values(whole(stage.home))).toEqual(['mine'])
      expect(whole(stage.home)).toEqual(rest)
    }
  },
  120_000,
)

const ROUNDS = 56
/** Kills are spread from the first change to the disk to somewhat after the last, by what one run took. */
const SPREAD = 1.2

function skill(state: string, at: number): string {
  return `---\nname: s${at}\ndescription: It.\n---\n\n${state}\n`
}

/** The folders of versions in a home; what a run changes first and last. */
function versionsIn(home: Home): string {
  const dir = home.at('.agent-cortex/.versions/copilot/demo/demo')
  return fs.existsSync(dir) ? fs.readdirSync(dir).toSorted().join() : ''
}

test('O-7: killed at random moments of the writing, the command leaves the old or the new', async () => {
  const home = new Home([])
  const words = [BIN, 'install', 'copilot', '--no-register']
  const folder = home.at('.agent-cortex/copilot/demo/demo')
  /** @returns how the run ended, and the milliseconds from its first change to its end */
  const run = async (state: string, killAfter?: number): Promise<{ signal: string | null; ms: number }> => {
    home.edit(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`skills/s${at}/SKILL.md`, skill(state, at)])),
    )
    const before = versionsIn(home)
    const child = spawn(process.execPath, words, { cwd: home.root, env: home.env, stdio: 'ignore' })
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>
    let from = 0
    const look = setInterval(() => {
      if (versionsIn(home) === before) return
      from = performance.now()
      clearInterval(look)
      if (killAfter === 0) child.kill('SIGKILL')
      else if (killAfter !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfter)
    }, 1)
    const [, signal] = await ended
    clearInterval(look)
    return { signal, ms: from === 0 ? 0 : performance.now() - from }
  }
  await run('first')
  const { signal: none, ms } = await run('measured')
  expect(none).toBeNull()
  let [killed, amid] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const { signal } = await run(`state ${round}`, (ms * SPREAD * (round + Math.random())) / ROUNDS)
    if (signal === 'SIGKILL') killed++
    // A version beside the one that counts: it was killed between its first byte and the removal of the old one.
    if (versionsIn(home).includes(',')) amid++
    const texts = Array.from({ length: 60 }, (_, at) => path.join(folder, `skills/s${at}/SKILL.md`))
      .filter((file) => fs.existsSync(file))
      .map((file) => fs.readFileSync(file, 'utf8').split('\n')[5])
    expect(texts).toHaveLength(60)
    expect(new Set(texts).size).toBe(1)
  }
  expect(killed).toBeGreaterThan(0)
  expect(amid).toBeGreaterThan(0)
  expect(home.run(['install', 'copilot', '--no-register'])).toMatchObject({ code: 0, stderr: '' })
  expect(fs.readFileSync(path.join(folder, 'skills/s59/SKILL.md'), 'utf8')).toContain(`state ${ROUNDS - 1}`)
  expect(fs.readdirSync(home.at('.agent-cortex'))).toEqual(['.versions', 'copilot'])
}, 120_000)
