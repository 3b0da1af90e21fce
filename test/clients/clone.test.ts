import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { environment, flags, homeOf } from '../../src/clients/copilot/environment.ts'
import { problemsIn } from '../../src/clients/copilot/log.ts'
import { Rpc } from '../../src/clients/copilot/rpc.ts'
import { Session } from '../../src/clients/copilot/tools.ts'
import { findClient } from '../../src/clients/find.ts'
import { runClient } from '../../src/clients/run.ts'
import { Scratch } from '../../src/clients/scratch.ts'
import { CLIENTS, hasClients } from '../support/clients.ts'
import { scratch as folder } from '../support/trees.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const AGENTS = ['plan', 'ralph', 'ralph-plan', 'strategy']

const HOW_TO_FIND = 'The base directory that is told with a loaded skill of this plugin shows where that is'

/** A plain clone: what is committed, nothing built. */
function clone(): string {
  const dir = path.join(fs.realpathSync(folder()), 'agent-cortex')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, dir])
  return dir
}

test.skipIf(!hasClients)(
  'Copilot CLI takes a plain clone as a marketplace, reads it where it lies, and is told how to find there what PATHs name',
  { timeout: 180_000 },
  async () => {
    const dir = clone()
    const tree = path.join(dir, 'dist/copilot')
    const client = (await findClient('copilot', { file: CLIENTS.copilot }))!
    const home = new Scratch()
    try {
      const where = { cwd: home.cwd, env: environment(home), timeoutMs: 60_000 }
      for (const words of [
        ['marketplace', 'add', dir],
        ['install', 'agent-cortex@agent-cortex'],
      ]) {
        expect(await runClient(client, ['plugin', ...words], where)).toMatchObject({ code: 0 })
      }
      const rpc = new Rpc(client, flags(home), { cwd: home.cwd, env: environment(home) })
      const session = await Session.open(rpc, home.cwd)
      const agents = typeof session === 'string' ? session : await session.agents()
      await rpc.close()
      if (typeof agents === 'string') throw new Error(agents)
      const ours = agents.map((agent) => agent.path)
      expect(ours.toSorted()).toEqual(
        AGENTS.map((name) => path.join(tree, `agents/${name}.agent.md`)).toSorted(),
      )
      const skills = await runClient(client, ['skill', 'list', '--json'], where)
      const places = (JSON.parse(skills.stdout) as { path: string }[]).map((skill) =>
        path.relative(tree, skill.path),
      )
      const below = places.filter((place) => !place.startsWith('..'))
      expect(below.map((place) => path.join(place, 'SKILL.md')).toSorted()).toEqual(skillsIn(tree))
      // Its log names every file that it cannot read.
      const problems = problemsIn(home.folder('log'), tree)
      // Some fields are read by other surfaces of Copilot only.
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
      // PATHs begin with the place of a copy. It reads the plugin where it lies and makes no copy, so that place is not
      // there: what they name lies below where it reads, and each agent says how to tell where that is.
      expect(pathsIn(tree).filter((file) => !fs.existsSync(path.join(tree, file)))).toEqual([])
      expect(fs.existsSync(path.join(homeOf(home), 'installed-plugins/agent-cortex'))).toBe(false)
      for (const file of ours) expect(fs.readFileSync(file, 'utf8')).toContain(HOW_TO_FIND)
    } finally {
      home.remove()
    }
  },
)

function skillsIn(tree: string): string[] {
  const files = fs.readdirSync(tree, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => path.basename(file) === 'SKILL.md').toSorted()
}

/** What PATHs to files name, relative to the root that the token map gives. */
function pathsIn(tree: string): string[] {
  const map = JSON.parse(fs.readFileSync(path.join(ROOT, 'token-map.json'), 'utf8')) as {
    paths: { plugin_root: { copilot: string } }
  }
  const prefix = `${map.paths.plugin_root.copilot}/`
  const files = fs
    .readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
  const texts = files.map((file) => fs.readFileSync(path.join(tree, file), 'utf8'))
  const named = texts
    .flatMap((text) => text.split(prefix).slice(1))
    .map((rest) => /^[\w./-]*\w/.exec(rest)![0])
  expect(named.length).toBeGreaterThan(20)
  return named
}
