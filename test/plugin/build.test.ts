import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { COPILOT_PLAN, project } from '../support/project.ts'
import { clocks, disk, put } from '../support/trees.ts'
import { configure, viteBuild } from '../support/vite.ts'

const TIME_RE = /\d+ ?ms|\d+\.\d\d ?s/g
const VERSION_RE = /vite v\S+/
/** Vite counts its own. */
const MODULES_RE = /\d+ modules/

function told(stdout: string): string {
  return stdout
    .replaceAll(TIME_RE, 'TIME')
    .replace(VERSION_RE, 'vite VERSION')
    .replace(MODULES_RE, 'N modules')
}

test('vite build writes the trees and tells what it did', () => {
  const root = configure(project())
  const { code, stdout, stderr } = viteBuild(root)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(told(stdout)).toBe(`\
vite VERSION building client environment for production...
transforming...
✓ N modules transformed.
rendering chunks...
copilot   1 agent   1 skill   4 files   4 written   dist/copilot
claude    1 agent   1 skill   4 files   4 written   dist/claude
pi        1 agent   1 skill   3 files   3 written   dist/pi
built in TIME

✓ built in TIME
`)
  expect(disk(path.join(root, 'dist/copilot'))['agents/plan.agent.md']).toBe(COPILOT_PLAN)
})

test('nothing but the trees is left behind: no JavaScript, no assets, no copies of public/', () => {
  const root = configure(
    project({ 'public/icon.svg': '<svg/>' }),
    {},
    'build: { sourcemap: true, outDir: "vite-out" }',
  )
  const before = fs.readdirSync(root)
  expect(viteBuild(root).code).toBe(0)
  // Vite keeps its lock in node_modules.
  expect(fs.readdirSync(root).filter((name) => name !== 'node_modules')).toEqual(
    [...before, 'dist'].toSorted(),
  )
  expect(fs.readdirSync(path.join(root, 'dist'))).toEqual(['claude', 'copilot', 'pi'])
})

test('O-2: what is not ours in the output directory stays, and a second build writes nothing', () => {
  const root = configure(project({ 'dist/mine/notes.txt': 'Mine.\n', 'dist/notes.txt': 'Mine too.\n' }))
  expect(viteBuild(root).code).toBe(0)
  const before = clocks(path.join(root, 'dist'))
  expect([...before.keys()]).toEqual(expect.arrayContaining(['mine/notes.txt', 'notes.txt']))
  expect(viteBuild(root).stdout).toContain(
    'claude    1 agent   1 skill   4 files   4 unchanged   dist/claude\n',
  )
  expect(clocks(path.join(root, 'dist'))).toEqual(before)
})

test('both hosts write the same bytes and modes', () => {
  const sources = {
    'skills/tidy/scripts/run.sh': '#!/bin/sh\n',
    'agents/plan/polling.md': 'Poll.\n',
    'agents/plan/agent.md': 'Wait:\n\n  {{SECTION:polling}}\n',
    'claude-extras/notes.txt': 'Extra.\n',
  }
  const [ours, theirs] = [project(sources), configure(project(sources))]
  for (const root of [ours, theirs]) fs.chmodSync(path.join(root, 'skills/tidy/scripts/run.sh'), 0o755)
  expect(run(ours, ['build']).code).toBe(0)
  expect(viteBuild(theirs).code).toBe(0)
  const [one, other] = [ours, theirs].map((root) => disk(path.join(root, 'dist')))
  expect(Object.keys(one!)).toContain('pi/skills/tidy/scripts/run.sh')
  expect(other).toEqual(one)
  for (const root of [ours, theirs])
    expect(fs.statSync(path.join(root, 'dist/pi/skills/tidy/scripts/run.sh')).mode & 0o777).toBe(0o755)
})

test('lesson 1: errors are told all at once and without a stack, and the trees stay as they were', () => {
  const root = configure(project())
  viteBuild(root)
  const before = clocks(path.join(root, 'dist'))
  put(root, {
    'agents/plan/agent.md': '{{TOOL:bsh}}\n',
    'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\n---\n\n{{TOOL:bsh}}\n',
  })
  const { code, stdout, stderr } = viteBuild(root)
  expect(code).toBe(1)
  expect(told(stderr)).toBe(`\
agents/plan/agent.md:1:1: error: unknown tool "bsh" (tool-unknown) [copilot, claude, pi]
  1 | {{TOOL:bsh}}
    | ^^^^^^^^^^^^
  hint: did you mean "bash"?

skills/tidy/SKILL.md:6:1: error: unknown tool "bsh" (tool-unknown) [copilot, claude, pi]
  5 |
  6 | {{TOOL:bsh}}
    | ^^^^^^^^^^^^
  hint: did you mean "bash"?

2 errors
✗ Build failed in TIME
error during build:
2 errors; nothing was written
`)
  expect(stdout).not.toContain('    at ')
  expect(clocks(path.join(root, 'dist'))).toEqual(before)
})

test('O-2: a file in the way is told like any error', () => {
  const root = configure(project({ 'dist/pi/agents/plan.md': 'Mine.\n' }))
  const { code, stderr } = viteBuild(root)
  expect(code).toBe(1)
  expect(stderr).toContain('(output-foreign)')
  expect(stderr).toContain('error during build:\n1 error; nothing was written\n')
  expect(disk(path.join(root, 'dist'))).toEqual({ 'pi/agents/plan.md': 'Mine.\n' })
})

test('an output directory that is a link to nowhere is told by us, not by the bundler', () => {
  const root = configure(project())
  fs.symlinkSync('nowhere', path.join(root, 'dist'))
  const { code, stderr } = viteBuild(root)
  expect(code).toBe(1)
  expect(stderr).toContain(
    'dist: error: cannot write "dist": it is a link to what is not there (output-failed)',
  )
  expect(stderr).not.toContain('    at ')
})

test('a file that is not UTF-8 is told by us, not by the bundler', () => {
  const root = configure(project())
  fs.writeFileSync(path.join(root, 'agents/plan/agent.md'), Buffer.from([0x50, 0xff, 0x0a]))
  const { code, stderr } = viteBuild(root)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^agents\/plan\/agent\.md: error: .*\(not-utf8\)/)
  expect(stderr).not.toContain('    at ')
})

test('warnings are told, and the trees are written', () => {
  const root = configure(project({ 'agents/plan/spare.md': 'Spare.\n' }))
  const { code, stdout, stderr } = viteBuild(root)
  expect(code).toBe(0)
  expect(stderr).toMatch(/^agents\/plan\/spare\.md(?::\d+:\d+)?: warning: .*\(section-unused\)/)
  expect(stdout).toContain('dist/claude')
})

test('an unknown option is told with the nearest name', () => {
  const root = configure(project(), { harneses: ['pi'] })
  const { code, stderr } = viteBuild(root)
  expect(code).toBe(1)
  expect(stderr).toContain(
    'error: there is no option "harneses" (option-unknown)\n  hint: did you mean "harnesses"?\n',
  )
})

test('a project with skills only, and one with nothing at all', () => {
  const root = configure(project())
  fs.rmSync(path.join(root, 'agents'), { recursive: true })
  expect(viteBuild(root).code).toBe(0)
  expect(Object.keys(disk(path.join(root, 'dist/pi')))).toEqual(['package.json', 'skills/tidy/SKILL.md'])
  fs.rmSync(path.join(root, 'skills'), { recursive: true })
  const { code, stderr } = viteBuild(root)
  expect(code).toBe(1)
  expect(stderr).toContain('(no-sources)')
  expect(stderr).not.toContain('options.input')
})

test("sources are those of Vite's root, and out is relative to it", () => {
  const root = project()
  const above = path.join(root, '..')
  configure(root, { out: 'build/trees' })
  const { code } = viteBuild(above, [root, '--config', path.join(root, 'vite.config.mjs')])
  expect(code).toBe(0)
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
  expect(fs.readdirSync(path.join(root, 'build/trees'))).toEqual(['claude', 'copilot', 'pi'])
})

test('O-6: committed copies are written with the trees', () => {
  const root = configure(project(), { committed: { copilot: 'agents' } })
  const { code, stdout } = viteBuild(root)
  expect(code).toBe(0)
  expect(stdout).toContain('1 copy for copilot in agents, 1 written\n')
  expect(fs.readFileSync(path.join(root, 'agents/plan.agent.md'), 'utf8')).toBe(COPILOT_PLAN)
})

test('S-9: two agents may share one text by a link, and the root may be a link', () => {
  const root = project({
    'shared.md': 'Shared {{TOOL:bash}}.\n',
    'agents/again/pi/frontmatter.json': '{"description": "Again.", "tools": ["bash"]}',
  })
  fs.rmSync(path.join(root, 'agents/plan/agent.md'))
  for (const name of ['plan', 'again'])
    fs.symlinkSync('../../shared.md', path.join(root, `agents/${name}/agent.md`))
  const link = path.join(root, 'link')
  fs.symlinkSync(root, link)
  configure(root)
  expect(viteBuild(link)).toMatchObject({ code: 0, stderr: '' })
  const { 'agents/again.md': again, 'agents/plan.md': plan } = disk(path.join(root, 'dist/pi'))
  for (const text of [again, plan]) expect(text).toMatch(/\nShared bash\.\n$/)
})
