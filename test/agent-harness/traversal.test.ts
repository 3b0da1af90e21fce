import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { harnessesOf, nodesOf, promptOf, visit } from '../../src/agent-harness/index.ts'
import { DiskFiles } from '../../src/workspace/disk-files.ts'
import { described, ENTRY, harnessDir, load, skill, told, verdict } from '../support/harness.ts'
import { scratch } from '../support/trees.ts'

const TOOLS = { 'tools/TOOLS.md': described('tools') }

function rules(files: Record<string, string | Uint8Array>, options = {}): string[] {
  return verdict(files, options).filter((line) => !line.includes('harness-unlisted-dir'))
}

const NESTED = {
  'apps/APPS.md': described('apps'),
  'apps/web/HARNESS.md': ENTRY,
  'apps/web/.leaf-detectors': 'note=NOTE.md\n',
  'apps/web/skills/SKILLS.md': described('skills', '- `auth/`, `n/`'),
  'apps/web/skills/auth/SKILLS.md': described('logins'),
  'apps/web/skills/n/NOTE.md': 'x',
  'apps/n/NOTE.md': described('notes'),
  'apps/n/APPS.md': described('n'),
}

test('A9, N-1: a directory with a HARNESS.md is a harness of its own', () => {
  const { harness, diagnostics } = load(harnessDir(NESTED))
  expect([...harnessesOf(harness)].map(({ path }) => path)).toEqual(['', 'apps/web'])
  expect(told(diagnostics.list('warning'))).toEqual([])
  const outer = nodesOf(harness).map(({ kind, path }) => `${kind} ${path}`)
  expect(outer).toEqual(['group apps', 'group apps/n', 'file apps/n/NOTE.md', 'harness apps/web'])
  const inner = nodesOf([...harnessesOf(harness)][1]!).map(({ kind, path }) => `${kind} ${path}`)
  expect(inner).toEqual(['group apps/web/skills', 'group apps/web/skills/auth', 'leaf apps/web/skills/n'])
})

test('A9, N-1: or part of the outer one, by an option', () => {
  const missing = rules(NESTED, { nested: 'propagate', least: 'warning', lint: false })
  expect(missing).toEqual([
    'warning routing-missing apps/web',
    'warning detectors-not-at-root apps/web/.leaf-detectors',
    'warning routing-missing apps/web/skills',
    'warning routing-missing apps/web/skills/auth',
    'warning routing-missing apps/web/skills/n',
    'warning content-no-description apps/web/skills/n/NOTE.md:1:1',
  ])
})

test('a branch named harness/ routes by HARNESS.md, which is then no harness', () => {
  const files = { 'harness/HARNESS.md': described('harnesses'), 'harness/x/HARNESS.md': ENTRY }
  const { harness } = load(harnessDir(files))
  expect(nodesOf(harness).map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'group harness',
    'harness harness/x',
  ])
  expect(rules(files)).toEqual([
    'warning routing-name-clash harness',
    'info harness-empty harness/x/HARNESS.md',
  ])
})

test('A10, V-1, V-3, V-4: hostile files', () => {
  const outside = scratch()
  const root = harnessDir(
    {
      ...TOOLS,
      '.secret/x.md': '',
      'tools/.note.md': '',
      'tools/bin.md': Buffer.from([0x61, 0xff, 0xfe]),
      'tools/pic.png': Buffer.from([0x89, 0x50]),
    },
    { links: { 'tools/loop': '..', 'tools/gone': 'nowhere', 'tools/out': outside } },
  )
  const { harness, diagnostics } = load(root)
  expect(told(diagnostics.list()).filter((line) => !line.includes('unlisted'))).toEqual([
    'error not-utf8 tools/bin.md',
    'warning symlink-broken tools/gone',
    'warning symlink-cycle tools/loop',
    'warning symlink-outside tools/out',
  ])
  expect(diagnostics.list('error')[0]?.message).toBe('this file is not UTF-8 from byte 1 on')
  expect(nodesOf(harness).map(({ path }) => path)).toEqual(['tools', 'tools/bin.md', 'tools/pic.png'])
})

test('V-3: links inside are followed; those to outside are, where that is asked for', () => {
  const outside = scratch()
  fs.writeFileSync(path.join(outside, 'TOOLS.md'), described('other tools'))
  const files = { ...TOOLS, 'data/DATA.md': described('tables'), 'data/a/DATA.md': described('rows') }
  const root = harnessDir(files, {
    links: { 'tools/rows': '../data/a', 'tools/out': outside, 'tools/n.md': '../data/DATA.md' },
  })
  const paths = (followOutside: boolean): string[] =>
    nodesOf(load(root, { followOutside }).harness).map((node) => node.path)
  expect(paths(false)).toEqual(['data', 'data/a', 'tools', 'tools/n.md', 'tools/rows', 'tools/rows/DATA.md'])
  expect(paths(true)).toContain('tools/out')
})

test('V-3: no file outside is read, whatever it is by name', () => {
  const outside = scratch()
  fs.writeFileSync(path.join(outside, 'secret'), '---\nname: secret\ndescription: secret\n---\nsecret\n')
  fs.mkdirSync(path.join(outside, 'scripts'))
  fs.writeFileSync(path.join(outside, 'scripts/secret.sh'), '')
  const secret = path.join(outside, 'secret')
  const files = {
    'tools/TOOLS.md': described('tools', '- a, b, c, d'),
    'tools/d/SKILL.md': skill('d'),
    'tools/c/x.txt': '',
    'in/IN.md': described('inside'),
  }
  const links = {
    'tools/a/SKILL.md': secret,
    'tools/b/.harnessleaf': secret,
    'tools/c/meta': outside,
    'tools/d/scripts': path.join(outside, 'scripts'),
    'in/HARNESS.md': secret,
  }
  const root = harnessDir({ ...files, '.leaf-detectors': 'skill=SKILL.md\nx=meta/secret\n' }, { links })
  const { harness, diagnostics } = load(root)
  expect(told(diagnostics.list('warning'))).toEqual([
    'warning symlink-outside in/HARNESS.md',
    'warning symlink-outside tools/a/SKILL.md',
    'warning symlink-outside tools/b/.harnessleaf',
    'warning symlink-outside tools/c/meta/secret',
    'warning symlink-outside tools/d/scripts',
  ])
  const all = JSON.stringify(nodesOf(harness)) + promptOf(harness, 'json')
  expect(all.replaceAll('meta/secret', '')).not.toContain('secret')
  for (const name of ['a', 'b', 'c', 'd']) {
    expect(JSON.stringify(visit(harness, new DiskFiles(root), '', `tools/${name}`))).not.toContain('secret')
  }
  const detectors = harnessDir({}, { links: { '.leaf-detectors': secret } })
  expect(told(load(detectors).diagnostics.list('warning'))).toEqual([
    'warning symlink-outside .leaf-detectors',
  ])
})

test('V-3: links upon links do not multiply without end', () => {
  const links: Record<string, string> = {}
  for (let level = 0; level < 20; level++) {
    links[`t/l${level}/a`] = `../l${level + 1}`
    links[`t/l${level}/b`] = `../l${level + 1}`
  }
  const root = harnessDir({ 't/T.md': described('t'), 't/l20/x.txt': '' }, { links })
  const start = performance.now()
  const codes = load(root)
    .diagnostics.list()
    .map(({ code }) => code)
  expect(performance.now() - start).toBeLessThan(1000)
  expect(codes).toContain('symlink-repeated')
})

test('V-2: what tools leave behind is skipped, unless it is meant', () => {
  const files = {
    ...TOOLS,
    'tools/node_modules/x.md': '',
    'build/BUILD.md': described('builds'),
    'dist/.harnessleaf': 'store\n',
    'out/x.md': '',
  }
  expect(rules(files)).toEqual([
    'info opaque-unreachable dist',
    'info ignored out',
    'info ignored tools/node_modules',
  ])
  expect(rules({ ...TOOLS, 'tools/gen/x.md': '' }, { skip: ['gen'] })).toEqual(['info ignored tools/gen'])
})

test('V-4, V-5: byte order marks and other line ends', () => {
  const text = `\ufeff${ENTRY}`.replaceAll('\n', '\r\n')
  expect(rules({ ...TOOLS, 'HARNESS.md': text })).toEqual(['warning bom HARNESS.md'])
  expect(rules({ ...TOOLS, 'HARNESS.md': text }, { compat: true })).toEqual([
    'error no-frontmatter HARNESS.md:1:1',
  ])
})

test('V-8: the order is that of code points, whatever the disk says', () => {
  const files = Object.fromEntries(
    ['b', 'a', 'B', 'é', 'z', '\u{1f600}', '\uffee'].map((name) => [`${name}/x.txt`, '']),
  )
  expect(load(harnessDir(files)).harness.children.map(({ name }) => name)).toEqual([
    'B',
    'a',
    'b',
    'z',
    'é',
    '\uffee',
    '\u{1f600}',
  ])
})

test.skipIf(process.getuid?.() === 0)('V-10: a directory that cannot be read is told', () => {
  const root = harnessDir(TOOLS, { directories: ['tools/closed'] })
  fs.chmodSync(path.join(root, 'tools/closed'), 0)
  expect(told(load(root).diagnostics.list('error'))).toEqual(['error unreadable tools/closed'])
  fs.chmodSync(path.join(root, 'tools/closed'), 0o700)
})

test('V-10: files that throw are told', async () => {
  const { loadAgentHarness, memoryFiles } = await import('../../src/agent-harness/index.ts')
  const files = memoryFiles({ 'HARNESS.md': ENTRY, 'tools/TOOLS.md': '' })
  const broken = {
    ...files,
    readFile: () => {
      throw Object.assign(new Error('no'), { code: 'EACCES' })
    },
  }
  expect(told(loadAgentHarness(broken, '').diagnostics.list('error'))).toEqual([
    'error unreadable HARNESS.md',
    'error unreadable tools/TOOLS.md',
  ])
  const closed = {
    ...files,
    readDir: (path: string) => (path === '' ? files.readDir(path) : broken.readFile()),
  }
  expect(told(loadAgentHarness(closed, '').diagnostics.list('error'))).toEqual(['error unreadable tools'])
})

test('A1: a minimal harness', () => {
  const files = {
    'HARNESS.md':
      '---\nname: Writing Assistant\ndescription: Helps draft text.\n---\n\nYou are a writing assistant.\n',
  }
  expect(verdict(files)).toEqual(['info harness-empty HARNESS.md'])
  const { harness } = load(harnessDir(files))
  expect(harness).toMatchObject({ name: 'Writing Assistant', description: 'Helps draft text.', children: [] })
  expect(harness.document?.body).toBe('You are a writing assistant.')
})
