import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { compile, type CompileOptions } from '../src/compiler/index.ts'
import { describeDiagnostics, readFiles, treeFiles } from './support/fixture.ts'

/*
 * A fixture is a project in test/fixtures/<case>/ with, beside its sources:
 *   expected/<harness>/…   the tree of that harness, whole but for generated manifests that are not among the files;
 *                          without expected/ nothing may be built
 *   diagnostics.txt        what is told, one line each; without it, only info may be told.
 *                          Lines that begin with `info` are compared only where the file has some.
 *   options.json           options of the plugin
 * To add a case, copy a folder. Expected files are written by hand, never copied from an output.
 * A file that git or a file system would not keep is made by a test of its own instead.
 */
const FIXTURES = path.join(import.meta.dirname, 'fixtures')

const GENERATED = new Set([
  'plugin.json',
  'package.json',
  '.github/plugin/marketplace.json',
  '.claude-plugin/plugin.json',
  '.claude-plugin/marketplace.json',
])

const cases = fs.readdirSync(FIXTURES, { withFileTypes: true }).filter((entry) => entry.isDirectory())

describe('fixtures', () => {
  test.each(cases.map(({ name }) => name))('%s', (name) => {
    const root = path.join(FIXTURES, name)
    const compilation = compile({ root, ...readOptions(root) })
    expect(describeDiagnostics(compilation, wantsInfo(root) ? 'info' : 'warning')).toEqual(wanted(root))
    const expected = path.join(root, 'expected')
    if (!fs.existsSync(expected)) {
      expect([...compilation.trees.keys()]).toEqual([])
      return
    }
    for (const harness of fs.readdirSync(expected)) {
      const wantedFiles = readFiles(path.join(expected, harness))
      const files = Object.entries(treeFiles(compilation.trees.get(harness)!))
      expect(
        Object.fromEntries(files.filter(([file]) => file in wantedFiles || !GENERATED.has(file))),
      ).toEqual(wantedFiles)
    }
  })
})

function readOptions(root: string): CompileOptions {
  const file = path.join(root, 'options.json')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as CompileOptions) : {}
}

function wanted(root: string): string[] {
  const file = path.join(root, 'diagnostics.txt')
  return fs.existsSync(file)
    ? fs
        .readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
}

function wantsInfo(root: string): boolean {
  return wanted(root).some((line) => line.startsWith('info '))
}
