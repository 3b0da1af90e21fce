import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { plan, type PlanOptions } from '../../src/tree/index.ts'
import { disk, put, scratch, tree, write } from '../support/trees.ts'

function of(plugin: string): PlanOptions {
  return { ownership: { kind: 'shared', plugin }, label: '~/.pi/agent' }
}

/** All but the lists of what belongs to whom. */
function contents(dir: string): Record<string, string> {
  return Object.fromEntries(Object.entries(disk(dir)).filter(([file]) => !file.startsWith('.agent-cortex/')))
}

test('O-7, lesson 30: two plugins in one directory leave each other’s files alone', () => {
  const dir = scratch()
  write(tree({ 'agents/a.md': 'a', 'skills/x/SKILL.md': 'x' }), dir, of('one'))
  write(tree({ 'agents/b.md': 'b' }), dir, of('two'))
  expect(fs.readdirSync(path.join(dir, '.agent-cortex'))).toEqual(['one.json', 'two.json'])
  write(tree({ 'agents/c.md': 'c' }), dir, of('one'))
  expect(contents(dir)).toEqual({ 'agents/b.md': 'b', 'agents/c.md': 'c' })
})

test('O-7: a path that another plugin wrote is an error naming it, --force or not, even with equal bytes', () => {
  const dir = scratch()
  write(tree({ 'agents/a.md': 'a' }), dir, of('one'))
  for (const force of [false, true]) {
    const wanted = tree({ 'agents/a.md': 'a', 'agents/b.md': 'b' }, 'pi')
    expect(plan(wanted, dir, of('two')).owned).toEqual([{ path: 'agents/a.md', owner: 'one' }])
    const result = write(wanted, dir, { ...of('two'), force })
    expect(result.reports).toEqual([
      {
        code: 'output-owned',
        message: '"~/.pi/agent/agents/a.md" belongs to the plugin "one", which was installed here',
        hint: 'give yours another name, or uninstall one',
        at: { file: '~/.pi/agent/agents/a.md' },
        harness: 'pi',
      },
    ])
  }
  expect(contents(dir)).toEqual({ 'agents/a.md': 'a' })
})

test('O-7: uninstalling one leaves the other and the directory', () => {
  const dir = scratch()
  write(tree({ 'agents/a.md': 'a' }), dir, of('one'))
  write(tree({ 'agents/b.md': 'b' }), dir, of('two'))
  write(tree({}), dir, of('one'))
  expect(contents(dir)).toEqual({ 'agents/b.md': 'b' })
  expect(fs.readdirSync(path.join(dir, '.agent-cortex'))).toEqual(['two.json'])
  write(tree({}), dir, of('two'))
  expect(fs.readdirSync(dir)).toEqual([])
})

test('a file of the user in the shared directory is foreign', () => {
  const dir = scratch()
  put(dir, { 'agents/a.md': 'mine' })
  expect(plan(tree({ 'agents/a.md': 'a' }), dir, of('one')).foreign).toEqual(['agents/a.md'])
})

test('lists are not read or written through a symlink', () => {
  const root = scratch()
  const dir = path.join(root, 'out')
  put(root, { 'out/x': '', 'elsewhere/one.json': '{"version":1,"files":{"x":{}}}' })
  fs.symlinkSync('../elsewhere', path.join(dir, '.agent-cortex'))
  const planned = plan(tree({ 'a.md': 'a' }), dir, of('one'))
  expect(planned).toMatchObject({ removed: [], foreign: ['.agent-cortex'] })
})

test('a manifest of another plugin that cannot be read stops the run', () => {
  const dir = scratch()
  put(dir, { '.agent-cortex/other.json': '{' })
  expect(write(tree({ 'a.md': 'a' }), dir, of('one')).reports).toMatchObject([
    { code: 'output-failed', at: { file: '~/.pi/agent/.agent-cortex/other.json' } },
  ])
})

test.each(['', '..', 'a/b', '.hidden', 'a\0'])(
  'a plugin name that names no file is refused: %j',
  (plugin) => {
    expect(() => plan(tree({}), scratch(), of(plugin))).toThrow('not a plugin name')
  },
)
