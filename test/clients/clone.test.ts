import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environment, flags } from '../../src/clients/copilot/environment.ts'
import { problemsIn } from '../../src/clients/copilot/log.ts'
import { Rpc } from '../../src/clients/copilot/rpc.ts'
import { Session } from '../../src/clients/copilot/tools.ts'
import { findClient } from '../../src/clients/find.ts'
import { runClient } from '../../src/clients/run.ts'
import { Scratch } from '../../src/clients/scratch.ts'
import { CLIENTS, hasClients } from '../support/clients.ts'
import { ModelServer, systemOf, textsOf } from '../support/model-server.ts'
import { scratch as folder } from '../support/trees.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const AGENTS = ['plan', 'ralph', 'ralph-plan', 'strategy']

/** A plain clone: what is committed, nothing built. */
function clone(): string {
  const dir = path.join(fs.realpathSync(folder()), 'agent-cortex')
  execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, dir])
  return dir
}

const model = new ModelServer()
beforeAll(() => model.start())
afterAll(() => model.stop())

test.skipIf(!hasClients)(
  'Copilot CLI takes a plain clone as a marketplace, reads it where it lies, and PATHs name what is there from the first request on',
  { timeout: 180_000 },
  async () => {
    const dir = clone()
    const tree = path.join(dir, 'dist/copilot')
    const client = (await findClient('copilot', { file: CLIENTS.copilot }))!
    const home = new Scratch()
    try {
      const user = path.join(home.dir, 'home')
      const env = { ...environment(home), COPILOT_PROVIDER_BASE_URL: model.url }
      const where = { cwd: home.cwd, env, timeoutMs: 60_000 }
      for (const words of [
        ['marketplace', 'add', dir],
        ['install', 'agent-cortex@agent-cortex'],
      ]) {
        expect(await runClient(client, ['plugin', ...words], where)).toMatchObject({ code: 0 })
      }
      const rpc = new Rpc(client, flags(home), where)
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

      // One session: at each of its requests, what they name is there already.
      const named = pathsIn(textsIn(tree), user)
      expect(named.length).toBeGreaterThan(20)
      expect(named.filter((file) => fs.existsSync(file))).toEqual([])
      const lost: string[][] = []
      model.reply = (_, number) => {
        lost.push(named.filter((file) => !fs.existsSync(file)))
        return number === 1 ? [{ tool: 'skill', args: { skill: 'plan' } }] : 'OK'
      }
      const words = ['--allow-all-tools', '--agent', 'agent-cortex:plan', '-p', 'hi']
      expect(await runClient(client, [...flags(home), ...words], where)).toMatchObject({ code: 0 })
      expect(lost).toEqual([[], []])
      // What reached the model, of an agent and of a skill, is the text that was looked at.
      const [first, second] = model.requests
      const skill = 'skills/planning/plan/SKILL.md'
      expect(pathsIn(systemOf(first!), user)).toContain(inHome(skill, user))
      expect(fs.realpathSync(inHome(skill, user))).toBe(path.join(tree, skill))
      const [, body = ''] = fs.readFileSync(path.join(tree, skill), 'utf8').split('\n---\n')
      expect(pathsIn(body, user)).not.toEqual([])
      const told = ['tool', 'user'].flatMap((role) => textsOf(second!, role)).join('\n')
      expect(told).toContain(body.trim())
      // The clone is as it was.
      expect(execFileSync('git', ['-C', dir, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('')

      // Its log names every file that it cannot read.
      const problems = problemsIn(home.folder('log'), tree)
      // Some fields are read by other surfaces of Copilot only.
      expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    } finally {
      home.remove()
    }
  },
)

function skillsIn(tree: string): string[] {
  return filesIn(tree).filter((file) => path.basename(file) === 'SKILL.md')
}

function filesIn(tree: string): string[] {
  return fs.readdirSync(tree, { recursive: true, encoding: 'utf8' }).toSorted()
}

/** All texts of a tree that carry PATHs. */
function textsIn(tree: string): string {
  const files = filesIn(tree).filter((file) => file.endsWith('.md'))
  return files.map((file) => fs.readFileSync(path.join(tree, file), 'utf8')).join('\n')
}

const MAP = JSON.parse(fs.readFileSync(path.join(ROOT, 'token-map.json'), 'utf8')) as {
  paths: { plugin_root: { copilot: string } }
}
const PREFIX = MAP.paths.plugin_root.copilot

/** What PATHs in a text name, with `~` as a home. */
function pathsIn(text: string, home: string): string[] {
  const rests = text.split(PREFIX).slice(1)
  return rests.map((rest) => inHome(/^(?:\/[\w./-]*\w)?/.exec(rest)![0], home))
}

function inHome(file: string, home: string): string {
  return path.join(PREFIX.replace(/^~/, home), file)
}
