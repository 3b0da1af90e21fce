import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { pause, run, Running, until } from '../support/cli.ts'
import { project } from '../support/project.ts'
import { put } from '../support/trees.ts'

const LIB = pathToFileURL(path.resolve(import.meta.dirname, '../../lib/index.js')).href

/** A project that is watched, and what to do with it. */
async function watched(root: string, ...words: string[]): Promise<Running> {
  const running = new Running(root, ['build', '--watch', ...words])
  await until(() => running.stdout.includes('built in'), 'the first build')
  return running
}

/** A file of pi's tree, whose names are the plainest; other files may be in the making. */
function pi(root: string, file: string): string | undefined {
  try {
    return fs.readFileSync(path.join(root, 'dist/pi', file), 'utf8')
  } catch {
    return undefined
  }
}

const AGENT = 'agents/plan.md'

test('all kinds of change are seen, an error is told and recovered from, Ctrl-C ends with 0', async () => {
  const root = project()
  const at = (file: string): string => path.join(root, file)
  const running = await watched(root)

  fs.appendFileSync(at('agents/plan/agent.md'), 'Edited.\n')
  await until(() => pi(root, AGENT)?.endsWith('Edited.\n') === true, 'an edit')

  put(root, { 'agents/next/agent.md': 'Next.\n', 'agents/next/frontmatter.json': '{"description":"N."}\n' })
  put(root, { 'agents/next/pi/frontmatter.json': '{"tools":["bash"]}\n' })
  await until(() => pi(root, 'agents/next.md') !== undefined, 'a new agent')

  fs.renameSync(at('agents/next'), at('agents/other'))
  await until(() => pi(root, 'agents/other.md') !== undefined, 'a renamed agent')
  expect(pi(root, 'agents/next.md')).toBeUndefined()

  fs.rmSync(at('agents/other'), { recursive: true })
  await until(() => pi(root, 'agents/other.md') === undefined, 'a removed agent')

  put(root, { 'agents/plan/pi/end.md': 'The end.\n', 'agents/plan/claude/end.md': 'End.\n' })
  put(root, { 'agents/plan/copilot/end.md': 'End.\n' })
  fs.appendFileSync(at('agents/plan/agent.md'), '{{SECTION:end}}\n')
  await until(() => pi(root, AGENT)?.endsWith('The end.\n') === true, 'a new section')

  put(root, { 'agents/plan/pi/end.md': 'Finis.\n' })
  await until(() => pi(root, AGENT)?.endsWith('Finis.\n') === true, 'an edited section')

  const before = pi(root, AGENT)
  fs.appendFileSync(at('agents/plan/agent.md'), '{{TOOL:bsh}}\n')
  await until(() => running.stderr.includes('unknown tool "bsh"'), 'an error')
  await until(() => running.stderr.includes('nothing was written\n'), 'its end')
  expect(pi(root, AGENT)).toBe(before)

  const body = fs.readFileSync(at('agents/plan/agent.md'), 'utf8')
  // As editors save: a new file in place of the old.
  put(root, { 'agents/plan/agent.md.new': body.replace('bsh', 'bash') })
  fs.renameSync(at('agents/plan/agent.md.new'), at('agents/plan/agent.md'))
  await until(() => pi(root, AGENT)?.endsWith('bash\n') === true, 'recovery')

  const map = fs.readFileSync(at('token-map.json'), 'utf8')
  put(root, { 'token-map.json': map.replace('"pi":"bash"', '"pi":"zsh"') })
  await until(() => pi(root, AGENT)?.endsWith('zsh\n') === true, 'the map')

  expect(await running.interrupt()).toBe(0)
}, 60_000)

test('skills: assets in new folders, modes, folders removed and made again', async () => {
  const root = project()
  const at = (file: string): string => path.join(root, file)
  const running = await watched(root)
  const asset = 'skills/tidy/scripts/deep/run.sh'

  put(root, { [asset]: 'echo 1\n' })
  await until(() => pi(root, asset) === 'echo 1\n', 'an asset in a new folder')

  put(root, { [asset]: 'echo 2\n' })
  await until(() => pi(root, asset) === 'echo 2\n', 'an edit in the new folder')

  fs.chmodSync(at(asset), 0o755)
  await until(() => (fs.statSync(at(`dist/pi/${asset}`)).mode & 0o100) !== 0, 'chmod')

  fs.rmSync(at('skills/tidy/scripts'), { recursive: true })
  put(root, { 'skills/tidy/scripts/new.sh': 'echo 3\n' })
  await until(() => pi(root, 'skills/tidy/scripts/new.sh') === 'echo 3\n', 'a folder made again')
  await until(() => pi(root, asset) === undefined, 'what was in the old one is gone')

  put(root, { 'skills/tidy/scripts/new.sh': 'echo 4\n' })
  await until(() => pi(root, 'skills/tidy/scripts/new.sh') === 'echo 4\n', 'an edit in the folder made again')
  expect(await running.interrupt()).toBe(0)
}, 60_000)

test('folders that are not there yet are seen when they are made', async () => {
  const root = project({ 'agents/plan/agent.md': 'Plan it with {{TOOL:bash}}.\n' })
  fs.rmSync(path.join(root, 'skills'), { recursive: true })
  await watched(root)
  put(root, { 'skills/group/late/SKILL.md': '---\nname: late\ndescription: Late.\n---\n\nLate.\n' })
  await until(() => fs.existsSync(path.join(root, 'dist/claude/skills/late/SKILL.md')), 'the first skill')
  put(root, { 'pi-extras/more.txt': 'More.\n' })
  await until(() => pi(root, 'more.txt') === 'More.\n', 'extras')
}, 60_000)

test('nothing is said and nothing run for files that are no sources, its own among them', async () => {
  const root = project()
  const running = await watched(root)
  await pause(300)
  const said = running.stdout
  put(root, { 'notes.txt': 'Nothing to us.\n', 'dist/pi/more.txt': 'Nor this.\n' })
  await pause(300)
  expect(running.stdout).toBe(said)
  expect(running.stderr).toBe('')
}, 60_000)

test('--format json: one object a line for each run that changes something', async () => {
  const root = project()
  const running = new Running(root, ['build', '--watch', '--format', 'json', '--harness', 'pi'])
  await until(() => running.stdout.endsWith('\n}\n'), 'the first build')
  const first = running.stdout
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), 'Edited.\n')
  await until(() => running.stdout.length > first.length, 'the second')
  await pause(200)
  const { ok, outputs } = JSON.parse(running.stdout.slice(first.length))
  expect({ ok, changed: outputs.pi.changed }).toEqual({ ok: true, changed: 1 })
}, 60_000)

test('check --watch compares again, and writes nothing', async () => {
  const root = project()
  run(root, ['build', '--harness', 'pi'])
  const before = pi(root, AGENT)
  const running = new Running(root, ['check', '--watch', '--harness', 'pi'])
  await until(() => running.stdout.includes('up to date: dist/pi\n'), 'the first comparison')
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), 'Edited.\n')
  await until(() => running.stdout.includes('\n+Edited.\n'), 'the diff')
  expect(pi(root, AGENT)).toBe(before)
  expect(await running.interrupt()).toBe(0)
}, 60_000)

test('with a Vite configuration, copies that lie among the sources make no loop', async () => {
  const root = project({
    'vite.config.mjs': `import { agentCortex } from ${JSON.stringify(LIB)}
export default { plugins: [agentCortex({ committed: { copilot: 'agents' } })] }\n`,
  })
  const running = await watched(root)
  await pause(500)
  const said = running.stdout
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), 'Edited.\n')
  const copy = path.join(root, 'agents/plan.agent.md')
  await until(() => fs.readFileSync(copy, 'utf8').endsWith('Edited.\n'), 'the copy')
  await pause(1000)
  const lines = running.stdout.slice(said.length).trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/agents: 1 written in /)
  expect(running.stderr).toBe('')
  expect(await running.interrupt()).toBe(0)
}, 60_000)

/** Runs a command with room for a few watches only; nothing where that cannot be had. */
const FEW = ['-Ur', 'sh', '-c', 'echo 3 > /proc/sys/user/max_inotify_watches && exec "$@"', '_']

test('folders that the system does not watch are told with the mend', async (context) => {
  if (spawnSync('unshare', [...FEW, 'true']).status !== 0) return context.skip('no user namespaces here')
  const running = new Running(project(), ['build', '--watch'], ['unshare', ...FEW])
  await until(() => running.stderr.includes('(watch-failed)'), 'the refusal')
  expect(running.stderr).toMatch(
    /error: not all folders can be watched: .+ \(watch-failed\)\n {2}hint: raise the limits fs\.inotify\.max_user_watches/,
  )
})
