import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Builder, type Outcome } from '../../src/build/build.ts'
import { summarise } from '../../src/build/outputs.ts'
import { project } from '../support/project.ts'
import { disk, put, scratch } from '../support/trees.ts'

function build(root: string, flags = {}, options = {}): Outcome {
  return new Builder({ root, options, flags }, false).build()
}

test('the summary counts the files of the harnesses that are built', () => {
  const root = project()
  build(root)
  fs.rmSync(path.join(root, 'dist/pi/agents/plan.md'))
  put(root, { 'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\n---\n\nTidy all.\n' })
  const { plans } = build(root, { harness: ['pi', 'claude'] })
  expect(summarise(plans)).toEqual({
    claude: { dir: 'dist/claude', files: 4, added: 0, changed: 1, removed: 0, unchanged: 3 },
    pi: { dir: 'dist/pi', files: 3, added: 1, changed: 1, removed: 0, unchanged: 1 },
  })
})

test('lesson 1: with an error there are no plans', () => {
  const root = project()
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), '{{TOOL:bsh}}\n')
  const { plans, written } = build(root)
  expect({ written, all: plans.all }).toEqual({ written: false, all: [] })
})

test('lesson 30: only a tree of ours under its own name is taken for one of a harness built no longer', () => {
  const root = project()
  build(root)
  fs.cpSync(path.join(root, 'dist/pi'), path.join(root, 'dist/backup'), { recursive: true })
  put(root, { 'dist/app/index.html': '<p>Mine.</p>\n', 'dist/odd/.agent-cortex.json': 'not ours' })
  const before = disk(path.join(root, 'dist/backup'))
  const { plans, written } = build(root, {}, { harnesses: ['claude'] })
  expect(written).toBe(true)
  expect(plans.stale.map(({ label, removed }) => [label, removed.length])).toEqual([
    ['dist/copilot', 4],
    ['dist/pi', 3],
  ])
  expect(fs.readdirSync(path.join(root, 'dist')).toSorted()).toEqual(['app', 'backup', 'claude', 'odd'])
  expect(disk(path.join(root, 'dist/backup'))).toEqual(before)
})

test('lesson 30: what a link leads to is no tree of this project', () => {
  const root = project()
  const elsewhere = path.join(scratch(), 'gemini')
  put(elsewhere, { '.agent-cortex.json': '{ "version": 1, "harness": "gemini", "files": { "a.md": {} } }' })
  put(elsewhere, { 'a.md': 'Theirs.\n' })
  fs.mkdirSync(path.join(root, 'dist'))
  fs.symlinkSync(elsewhere, path.join(root, 'dist/gemini'))
  const before = disk(elsewhere)
  expect(build(root).plans.stale).toEqual([])
  expect(disk(elsewhere)).toEqual(before)
  // Where it is no link, it is one.
  fs.rmSync(path.join(root, 'dist/gemini'))
  fs.cpSync(elsewhere, path.join(root, 'dist/gemini'), { recursive: true })
  expect(build(root).plans.stale.map(({ label }) => label)).toEqual(['dist/gemini'])
})

test('lesson 30: with --harness the trees of the others are left alone', () => {
  const root = project()
  build(root)
  const before = disk(path.join(root, 'dist'))
  expect(build(root, { harness: ['claude'] }).plans.stale).toEqual([])
  expect(disk(path.join(root, 'dist'))).toEqual(before)
})

test('an output directory outside the project is shown by its relative path', () => {
  const root = project()
  const out = scratch()
  const { plans } = build(root, { out, harness: ['pi'] })
  expect(plans.all.map(({ label }) => label)).toEqual([`../${path.basename(out)}/pi`])
  expect(fs.existsSync(path.join(out, 'pi/agents/plan.md'))).toBe(true)
})

test('an option of another type is told, whatever it is', () => {
  const { compilation, written } = build(project(), {}, { out: 5, committed: 'agents' })
  expect(written).toBe(false)
  expect(compilation.diagnostics.list().map(({ code }) => code)).toEqual(['option-value', 'option-value'])
})
