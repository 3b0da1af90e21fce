import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { put, scratch } from '../support/trees.ts'

// The hook with which the plugin makes its `plugin_root` be there for Copilot CLI, run with sh as the client runs it.

const HOOKS = path.resolve(import.meta.dirname, '../../hooks')
const PLACE = '.agent-cortex/copilot/agent-cortex/agent-cortex'
const VERSIONS = '.agent-cortex/.versions/copilot/agent-cortex/agent-cortex'

/** A home, with a blank in its name, and plugins beside it. */
class Stage {
  readonly dir = fs.realpathSync(scratch())
  readonly home = path.join(this.dir, 'my home')
  readonly place = path.join(this.home, PLACE)

  constructor() {
    fs.mkdirSync(this.home)
  }

  /** @returns a plugin's root with the hook in it */
  plugin(name: string): string {
    const root = path.join(this.dir, name)
    fs.cpSync(HOOKS, path.join(root, 'hooks'), { recursive: true })
    put(root, { name })
    return root
  }

  run(root: string, env: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
    const words = [path.join(root, 'hooks/link.sh')]
    const { PATH = '' } = process.env
    const child = spawn('sh', words, { env: { PATH, HOME: this.home, ...env }, stdio: 'pipe' })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
  }

  /** Which plugin stands at the place. */
  there(): string {
    return fs.readFileSync(path.join(this.place, 'name'), 'utf8')
  }

  /** Puts a link to the place. */
  link(target: string): void {
    fs.mkdirSync(path.dirname(this.place), { recursive: true })
    fs.symlinkSync(target, this.place)
  }
}

/** How a hook ends that may be in nobody's way. */
const SILENT = { code: 0, said: '' }

it('makes a link to the plugin, below the home alone, and none in the plugin', async () => {
  const stage = new Stage()
  const root = stage.plugin("a plugin's root")
  expect(await stage.run(root)).toEqual(SILENT)
  expect(await stage.run(root)).toEqual(SILENT)
  expect(stage.there()).toBe("a plugin's root")
  expect(fs.readlinkSync(path.join(stage.home, VERSIONS, 'live'))).toBe(root)
  expect(fs.readdirSync(stage.home)).toEqual(['.agent-cortex'])
  expect(fs.readdirSync(root).toSorted()).toEqual(['hooks', 'name'])
})

it('leads to the tree where a whole checkout is the plugin', async () => {
  const stage = new Stage()
  const root = stage.plugin('checkout')
  put(root, { 'dist/copilot/plugin.json': '{}', 'dist/copilot/name': 'tree' })
  expect(await stage.run(root)).toEqual(SILENT)
  expect(stage.there()).toBe('tree')
})

it('turns its own link to the plugin that runs now, also where that leads nowhere', async () => {
  const stage = new Stage()
  const [first, second] = [stage.plugin('first'), stage.plugin('second')]
  await stage.run(first)
  expect(await stage.run(second)).toEqual(SILENT)
  expect(stage.there()).toBe('second')
  fs.rmSync(second, { recursive: true })
  expect(await stage.run(first)).toEqual(SILENT)
  expect(stage.there()).toBe('first')
  expect(fs.readdirSync(first).toSorted()).toEqual(['hooks', 'name'])
})

it('leads to no link of its own where the client reads the plugin through it', async () => {
  const stage = new Stage()
  const root = stage.plugin('plugin')
  await stage.run(root)
  expect(await stage.run(stage.place)).toEqual(SILENT)
  expect(fs.realpathSync(stage.place)).toBe(root)
})

it('leaves alone what else stands there', async () => {
  for (const kind of ['directory', 'file', 'link', 'dangling', 'live file', 'way', 'installation']) {
    const stage = new Stage()
    const root = stage.plugin('plugin')
    const other = stage.plugin('other')
    if (kind === 'directory') put(stage.place, { name: 'mine' })
    else if (kind === 'file') put(path.dirname(stage.place), { 'agent-cortex': 'mine' })
    else if (kind === 'link') stage.link(other)
    else if (kind === 'dangling') stage.link('/nowhere/at all')
    else if (kind === 'live file') put(path.join(stage.home, VERSIONS), { live: 'mine' })
    else if (kind === 'way') {
      fs.mkdirSync(path.join(stage.home, '.agent-cortex'))
      fs.symlinkSync(other, path.join(stage.home, '.agent-cortex/copilot'))
    } else {
      put(path.join(stage.home, VERSIONS, '1'), { name: 'installed' })
      stage.link('../../.versions/copilot/agent-cortex/agent-cortex/1')
    }
    const before = listing(stage.home)
    expect(await stage.run(root), kind).toEqual(SILENT)
    expect(listing(stage.home), kind).toEqual(before)
    expect(fs.readdirSync(other).toSorted()).toEqual(['hooks', 'name'])
  }
})

it('ends at the same where sessions start together', { timeout: 20_000 }, async () => {
  for (let round = 0; round < 5; round++) {
    const stage = new Stage()
    const roots = [stage.plugin('first'), stage.plugin('second')]
    const ran = await Promise.all([...roots, ...roots, ...roots].map((root) => stage.run(root)))
    expect(ran).toEqual(ran.map(() => SILENT))
    expect(['first', 'second']).toContain(stage.there())
    for (const root of roots) expect(fs.readdirSync(root).toSorted()).toEqual(['hooks', 'name'])
    expect(fs.readdirSync(path.dirname(stage.place))).toEqual(['agent-cortex'])
    expect(fs.readdirSync(path.join(stage.home, VERSIONS))).toEqual(['live'])
  }
})

it('says nothing and fails nothing where it cannot write, has no home, or is switched off', async () => {
  const stage = new Stage()
  const root = stage.plugin('plugin')
  // Nobody writes below a file, root neither.
  put(stage.home, { '.agent-cortex': 'a file' })
  expect(await stage.run(root)).toEqual(SILENT)
  expect(fs.readFileSync(path.join(stage.home, '.agent-cortex'), 'utf8')).toBe('a file')
  fs.rmSync(path.join(stage.home, '.agent-cortex'))
  for (const env of [
    { HOME: '' },
    { HOME: 'relative' },
    { HOME: '/proc/nowhere' },
    { AGENT_CORTEX_LINK: 'off' },
  ])
    expect(await stage.run(root, env as Record<string, string>)).toEqual(SILENT)
  expect(fs.readdirSync(stage.home)).toEqual([])
})

/** Every entry below a directory, a link by what it says. */
function listing(dir: string): string[] {
  const entries = fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).toSorted()
  return entries.map((entry) => {
    const file = path.join(dir, entry)
    return fs.lstatSync(file).isSymbolicLink() ? `${entry} -> ${fs.readlinkSync(file)}` : entry
  })
}
