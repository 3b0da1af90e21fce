import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { build, demo, HEAD, skill } from '../support/demo.ts'
import { scratch } from '../support/trees.ts'

const ignored = (file: string): string => `info ignored ${file} this is skipped: a .gitignore leaves it out`
const module = (file: string): string => `info ignored ${file} this is skipped, as every node_modules is`
const always = (file: string): string =>
  `info ignored ${file} this is skipped, as every ${path.posix.basename(file)} is`

test('S-9, lesson 13: what belongs to no source is skipped everywhere', () => {
  const junk = {
    'skills/plan/.git/config': 'x',
    'skills/plan/node_modules/a/SKILL.md': 'x',
    'skills/plan/deep/__pycache__/a.pyc': 'x',
    'skills/plan/.venv/a': 'x',
    'skills/plan/.DS_Store': 'x',
    'agents/plan/.DS_Store': 'x',
    'agents/.DS_Store': 'x',
    'agents/node_modules/a.md': 'x',
    'claude-extras/node_modules/a': 'x',
  }
  expect(
    build(
      demo({
        ...junk,
        'skills/plan/SKILL.md': skill('plan'),
        'skills/plan/.env': 'x',
        'claude-extras/b': 'x',
      }),
    ),
  ).toEqual({
    told: [
      always('agents/.DS_Store'),
      always('agents/node_modules'),
      always('agents/plan/.DS_Store'),
      always('claude-extras/node_modules'),
      always('skills/plan/.DS_Store'),
      always('skills/plan/.venv'),
      always('skills/plan/deep/__pycache__'),
      always('skills/plan/node_modules'),
    ],
    files: {
      'agents/plan.md': `${HEAD}Plan.\n`,
      b: 'x',
      'skills/plan/.env': 'x',
      'skills/plan/SKILL.md': skill('plan'),
    },
  })
})

test("S-9: the project's .gitignore files are obeyed, without a git repository", () => {
  const root = demo({
    '.gitignore': '\ufeff*.log\r\n/agents/scratch/\r\nbuild/\r\n!keep.log\r\n# x\r\n',
    'agents/scratch/agent.md': 'x',
    'skills/plan/SKILL.md': skill('plan'),
    'skills/plan/a.log': 'x',
    'skills/plan/keep.log': 'x',
    'skills/plan/build/out': 'x',
    'skills/plan/deep/build': 'a file, not a directory',
    'skills/plan/agents/scratch/a': 'x',
    'skills/test/SKILL.md': skill('test'),
    'skills/test/.gitignore': '/tmp\n!b.log\n*.md\n!SKILL.md\n',
    'skills/test/tmp': 'x',
    'skills/test/deep/tmp': 'x',
    'skills/test/b.log': 'x',
    'skills/test/c.log': 'x',
    'skills/test/more.md': 'x',
  })
  expect(build(root)).toEqual({
    told: [
      ignored('agents/scratch'),
      ignored('skills/plan/a.log'),
      ignored('skills/plan/build'),
      ignored('skills/test/c.log'),
      ignored('skills/test/more.md'),
      ignored('skills/test/tmp'),
    ],
    files: {
      'agents/plan.md': `${HEAD}Plan.\n`,
      'skills/plan/SKILL.md': skill('plan'),
      'skills/plan/agents/scratch/a': 'x',
      'skills/plan/deep/build': 'a file, not a directory',
      'skills/plan/keep.log': 'x',
      'skills/test/.gitignore': '/tmp\n!b.log\n*.md\n!SKILL.md\n',
      'skills/test/SKILL.md': skill('test'),
      'skills/test/b.log': 'x',
      'skills/test/deep/tmp': 'x',
    },
  })
})

test('S-9: a .gitignore that leaves out all of skills/ does so', () => {
  const root = demo({ '.gitignore': 'skills/\n', 'skills/plan/SKILL.md': 'x' })
  expect(build(root)).toEqual({
    told: [ignored('skills/plan')],
    files: { 'agents/plan.md': `${HEAD}Plan.\n` },
  })
})

test('S-7, lesson 36: an empty directory under skills/ is nothing', () => {
  const root = demo()
  fs.mkdirSync(path.join(root, 'skills/empty/deep'), { recursive: true })
  expect(build(root).told).toEqual([])
})

describe('S-9: skipped everywhere, also what the copy option names', () => {
  const files = {
    '.gitignore': '*.log\n',
    'notes/.gitignore': 'secret/\ndraft\n',
    'notes/a.log': 'x',
    'notes/a.txt': 'x',
    'notes/draft': 'x',
    'notes/deep/draft': 'x',
    'notes/deep/secret/key': 'x',
    'notes/deep/b.txt': 'x',
    'notes/secret/key': 'x',
    'node_modules/lib/a': 'x',
  }
  const copied = (copy: Record<string, string>) => {
    const { told, files: built } = build(demo(files), { copy: { claude: copy } })
    return { told, files: Object.keys(built).filter((file) => file !== 'agents/plan.md') }
  }

  test('the .gitignore files above a directory hold in it', () => {
    expect(copied({ 'notes/deep': 'deep' })).toEqual({
      told: [ignored('notes/deep/draft'), ignored('notes/deep/secret')],
      files: ['deep/b.txt'],
    })
  })

  test('a file is as its folder: neither is copied, and each is told', () => {
    expect(copied({ 'notes/a.log': 'a.log' })).toEqual({ told: [ignored('notes/a.log')], files: [] })
    expect(copied({ 'notes/draft': 'draft' })).toEqual({ told: [ignored('notes/draft')], files: [] })
    expect(copied({ 'notes/secret': 'secret' })).toEqual({ told: [ignored('notes/secret')], files: [] })
    expect(copied({ 'notes/secret/key': 'key' })).toEqual({ told: [ignored('notes/secret/key')], files: [] })
    expect(copied({ 'notes/a.txt': 'a.txt' })).toEqual({ told: [], files: ['a.txt'] })
  })

  test('so is what lies in a directory that is always skipped', () => {
    expect(copied({ 'node_modules/lib': 'lib' })).toEqual({ told: [module('node_modules/lib')], files: [] })
    expect(copied({ 'node_modules/lib/a': 'a' })).toEqual({ told: [module('node_modules/lib/a')], files: [] })
  })
})

function outside(): string {
  const file = path.join(scratch(), 'rules')
  fs.writeFileSync(file, '*\n')
  return file
}

describe.runIf(process.platform !== 'win32')(
  'S-9: a .gitignore that is no readable file is one error',
  () => {
    const makers: [string, (file: string) => void, string][] = [
      [
        'a link out of the project',
        (file) => fs.symlinkSync(outside(), file),
        'symlink-outside FILE this symbolic link leads out of the project -- copy the file here instead',
      ],
      [
        'a broken link',
        (file) => fs.symlinkSync('nowhere', file),
        'symlink-broken FILE this symbolic link is broken: it is not there',
      ],
      ['a named pipe', (file) => execFileSync('mkfifo', [file]), 'not-a-file FILE this is no regular file'],
      [
        'a directory',
        (file) => fs.mkdirSync(file),
        'not-a-file FILE this is a directory; a file is expected here',
      ],
    ]
    const places = ['.gitignore', 'skills/.gitignore', 'skills/plan/.gitignore', 'notes/.gitignore']
    const cases = makers.flatMap(([name, make, error]) =>
      places.map((file) => [name, file, make, error] as const),
    )

    test.each(cases)('%s: %s', (_name, file, make, error) => {
      const root = demo({ 'skills/plan/SKILL.md': skill('plan'), 'notes/deep/a': 'x' })
      make(path.join(root, file))
      const { told } = build(root, { copy: { claude: { 'notes/deep': 'deep' } } })
      expect(told).toEqual([`error ${error.replace('FILE', file)}`])
    })

    test('a link to a file of the project is followed', () => {
      const root = demo({ rules: '*.log\n', 'skills/plan/SKILL.md': skill('plan'), 'skills/plan/a.log': 'x' })
      fs.symlinkSync('rules', path.join(root, '.gitignore'))
      expect(build(root).told).toEqual([ignored('skills/plan/a.log')])
    })

    test('below a link to a directory, it is told once', () => {
      const root = demo({ 'shared/SKILL.md': skill('plan') })
      fs.mkdirSync(path.join(root, 'skills'))
      fs.symlinkSync('../shared', path.join(root, 'skills/plan'))
      fs.symlinkSync('nowhere', path.join(root, 'shared/.gitignore'))
      expect(build(root).told).toEqual([
        'error symlink-broken skills/plan/.gitignore this symbolic link is broken: it is not there',
      ])
    })
  },
)
