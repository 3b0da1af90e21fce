import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readPage } from './support/page.ts'

const SRC = path.resolve(import.meta.dirname, '../src')

/** Folders from the outside in: a file imports its own folder and those of later rows, never the other way. */
const LAYERS = [
  ['cli'],
  ['plugin', 'preview', 'verify', 'runtime'],
  ['install'],
  ['build', 'clients'],
  ['compiler', 'schemas'],
  ['tree', 'harness', 'agent-harness'],
  ['compose'],
  ['template'],
  ['workspace'],
  ['diagnostics'],
  // Loads the bundle of all others, and imports none of them.
  ['loading'],
]

/** No file system, no process, no Vite: in them, and in all that they import. */
const PURE = ['template', 'compose', 'harness', 'schemas', 'agent-harness']

const IMPORT_RE =
  /^\s*(?:import|export)\s+(?<type>type\s)?[^'"]*?from\s+'(?<from>[^']+)'|\bimport\(\s*'(?<dynamic>[^']+)'|^\s*import\s+'(?<bare>[^']+)'/gm

interface Import {
  to: string
  isType: boolean
}

function importsOf(file: string): Import[] {
  const text = fs.readFileSync(path.join(SRC, file), 'utf8')
  return [...text.matchAll(IMPORT_RE)].map(({ groups }) => {
    const { type, from, dynamic, bare } = groups!
    const name = (from ?? dynamic ?? bare)!
    const to = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name
    return { to, isType: type !== undefined }
  })
}

const files = fs
  .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts'))
const imports = new Map(files.map((file) => [file, importsOf(file)]))
const folders = [...new Set(files.filter((file) => file.includes('/')).map(folderOf))]

function folderOf(file: string): string {
  return file.slice(0, file.indexOf('/'))
}

function rankOf(folder: string): number {
  return LAYERS.findIndex((layer) => layer.includes(folder))
}

describe('imports', () => {
  test('each folder of src has its layer', () => {
    expect(folders.filter((folder) => rankOf(folder) === -1)).toEqual([])
  })

  test('are of files that are there', () => {
    const wrong = [...imports].flatMap(([file, found]) =>
      found.filter(({ to }) => to.endsWith('.ts') && !files.includes(to)).map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
    // The expression finds them all: each `from '…'` but those of texts.
    expect([...imports.values()].flat().length).toBeGreaterThan(500)
  })

  test('run one way', () => {
    const wrong = [...imports].flatMap(([file, found]) =>
      found
        .filter(({ to }) => files.includes(to) && to.includes('/') && file.includes('/'))
        .filter(({ to }) => folderOf(to) !== folderOf(file) && rankOf(folderOf(to)) <= rankOf(folderOf(file)))
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  test.each(PURE.filter((folder) => folders.includes(folder)))(
    '%s is pure, with all that it uses',
    (folder) => {
      const open = files.filter((file) => folderOf(file) === folder)
      const seen = new Set(open)
      const impure: string[] = []
      for (let file = open.pop(); file !== undefined; file = open.pop()) {
        for (const { to, isType } of imports.get(file)!) {
          if (isType) continue
          if (to === 'vite' || (to.startsWith('node:') && to !== 'node:buffer'))
            impure.push(`${file} → ${to}`)
          if (!imports.has(to) || seen.has(to)) continue
          seen.add(to)
          open.push(to)
        }
      }
      expect(impure).toEqual([])
    },
  )

  test('of Vite are those of its hosts', () => {
    const users = [...imports]
      .filter(([, found]) => found.some(({ to }) => to === 'vite'))
      .map(([file]) => folderOf(file))
    expect(new Set(users)).toEqual(new Set(['plugin', 'cli']))
  })
})

describe('docs/architecture.md', () => {
  const page = readPage('architecture.md')

  test('tells of each folder', () => {
    const told = [...page.matchAll(/^\| `src\/([a-z-]+)` \|/gm)].map(([, folder]) => folder)
    expect(told.toSorted()).toEqual(folders.toSorted())
  })

  test('names files and functions that are there', () => {
    const steps = [...page.matchAll(/`(src\/[a-z/-]+\.ts)`: `([A-Za-z.]+)`/g)]
    expect(steps.length).toBeGreaterThan(15)
    const wrong = steps.filter(([, file, name]) => {
      if (!files.includes(file!.slice('src/'.length))) return true
      const text = fs.readFileSync(path.join(SRC, '..', file!), 'utf8')
      return !name!
        .split('.')
        .every((part) => new RegExp(`(?:function|class|const) ${part}\\b|^  ${part}\\(`, 'm').test(text))
    })
    expect(wrong.map(([whole]) => whole)).toEqual([])
  })
})
