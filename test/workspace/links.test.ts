import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { Diagnostics } from '../../src/diagnostics/index.ts'
import { Gitignore } from '../../src/workspace/gitignore.ts'
import { Reader } from '../../src/workspace/reader.ts'
import { walk } from '../../src/workspace/walk.ts'
import { build, DEMO, demo, HEAD, skill } from '../support/demo.ts'
import { describeDiagnostic } from '../support/fixture.ts'
import { scratch } from '../support/trees.ts'

/** Makes links, path → target, in a project. */
function link(root: string, links: Record<string, string>): string {
  for (const [file, target] of Object.entries(links)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.symlinkSync(target, path.join(root, file))
  }
  return root
}

function outside(file: string): string {
  return `error symlink-outside ${file} this symbolic link leads out of the project -- copy the file here instead`
}

function broken(file: string, why: string): string {
  return `error symlink-broken ${file} this symbolic link is broken: ${why}`
}

test('S-9, lesson 13: links inside the project are followed, files and directories, and copied as files', () => {
  const root = demo({
    'common/body.md': 'Shared.\n',
    'common/lib/run.sh*': 'echo',
    'common/lib/deep/a.md': 'A.\n',
    'common/skill/SKILL.md': skill('linked'),
    'common/frontmatter.json': '{"description": "Plans", "tools": ["*"]}',
    'skills/plan/SKILL.md': skill('plan'),
  })
  fs.rmSync(path.join(root, 'agents/plan/agent.md'))
  link(root, {
    'agents/plan/agent.md': '../../common/body.md',
    'agents/plan/frontmatter.json': '../../common/frontmatter.json',
    'skills/plan/run': '../../common/lib/run.sh',
    'skills/plan/lib': '../../common/lib',
    'skills/plan/again': 'lib',
    'skills/linked': path.join(root, 'common/skill'),
    'claude-extras': 'common/lib',
  })
  expect(build(root)).toEqual({
    told: [],
    files: {
      'agents/plan.md': `${HEAD}Shared.\n`,
      'deep/a.md': 'A.\n',
      'run.sh*': 'echo',
      'skills/linked/SKILL.md': skill('linked'),
      'skills/plan/SKILL.md': skill('plan'),
      'skills/plan/again/deep/a.md': 'A.\n',
      'skills/plan/again/run.sh*': 'echo',
      'skills/plan/lib/deep/a.md': 'A.\n',
      'skills/plan/lib/run.sh*': 'echo',
      'skills/plan/run*': 'echo',
    },
  })
})

test('S-9, lesson 32: a link out of the project is an error and brings nothing in', () => {
  const away = scratch()
  fs.writeFileSync(path.join(away, 'secret'), 'secret')
  fs.mkdirSync(path.join(away, 'plan'))
  // Its name begins like that of the project.
  const root = demo({ 'skills/plan/SKILL.md': skill('plan') })
  fs.mkdirSync(`${root}-more`)
  fs.writeFileSync(`${root}-more/secret`, 'secret')
  link(root, {
    'skills/plan/secret': path.join(away, 'secret'),
    'skills/plan/more': `${root}-more/secret`,
    'skills/plan/folder': away,
    'skills/plan/twice': 'secret',
    'agents/plan/claude/x.md': path.join(away, 'secret'),
    'claude-extras': away,
    'package.json': path.join(away, 'secret'),
  })
  const { told, files } = build(root)
  expect(told).toEqual(
    [
      'agents/plan/claude/x.md',
      'claude-extras',
      'package.json',
      'skills/plan/folder',
      'skills/plan/more',
      'skills/plan/secret',
      'skills/plan/twice',
    ].map(outside),
  )
  expect(files).toEqual({})
  fs.rmSync(`${root}-more`, { recursive: true })
})

test('S-9: broken links are errors, wherever they stand', () => {
  const root = link(demo({ 'skills/plan/SKILL.md': skill('plan') }), {
    'skills/plan/gone': 'nowhere',
    'skills/plan/self': 'self',
    'skills/plan/below': 'SKILL.md/x',
    'agents/test': '../nowhere',
    'agents-native': 'nowhere',
    'package.json': 'nowhere',
    'claude-extras': 'nowhere',
  })
  fs.rmSync(path.join(root, 'token-map.json'))
  link(root, { 'token-map.json': 'nowhere' })
  expect(build(root).told).toEqual([
    broken('agents-native', 'it is not there'),
    broken('agents/test', 'it is not there'),
    broken('claude-extras', 'it is not there'),
    broken('package.json', 'it is not there'),
    broken('skills/plan/below', 'a part of its path is no directory'),
    broken('skills/plan/gone', 'it is not there'),
    broken('skills/plan/self', 'its symbolic links run in a circle'),
    broken('token-map.json', 'it is not there'),
  ])
})

test('S-9: links that lead back to a directory above are errors, and the walk ends', () => {
  const root = link(
    demo({
      'skills/plan/SKILL.md': skill('plan'),
      'skills/a/SKILL.md': skill('a'),
      'skills/b/SKILL.md': skill('b'),
    }),
    {
      'skills/plan/here': '.',
      'skills/plan/up': '..',
      'skills/plan/root': '../..',
      'skills/a/b': '../b',
      'skills/b/a': '../a',
    },
  )
  const { told } = build(root)
  const circles = told.filter((line) => line.includes('symlink-broken')).map((line) => line.split(' ')[2])
  expect(circles).toEqual([
    'skills/a/b/a',
    'skills/b/a/b',
    'skills/plan/here',
    'skills/plan/root',
    'skills/plan/up',
  ])
  expect(told.filter((line) => line.includes('symlink-broken'))[0]).toBe(
    'error symlink-broken skills/a/b/a this symbolic link leads back to a directory above it',
  )
})

test('S-9: a project that is reached through a link builds alike', () => {
  const root = demo()
  const door = path.join(scratch(), 'door')
  fs.symlinkSync(root, door)
  expect(build(door)).toEqual({
    told: [],
    files: { 'agents/plan.md': `${HEAD}${DEMO['agents/plan/agent.md']}` },
  })
})

const skipped = (file: string, target: string, why: string): string =>
  `error symlink-ignored ${file} this symbolic link leads to ${target}, which is skipped${why} -- put a copy in its place, or leave the link out`

describe('S-9, lesson 32: a link brings in nothing that is skipped', () => {
  const LEFT_OUT = ': a .gitignore leaves it out'

  test('be it a file, a directory, or below one', () => {
    const root = demo({
      '.gitignore': '.env\n/private/\n',
      '.env': 'secret',
      'private/deep/notes': 'secret',
      'common/.gitignore': 'tmp\n',
      'common/tmp/a': 'secret',
      'node_modules/lib/a': 'x',
      'skills/plan/SKILL.md': skill('plan'),
    })
    link(root, {
      'skills/plan/env': '../../.env',
      'skills/plan/deep': '../../private/deep',
      'skills/plan/notes': '../../private/deep/notes',
      'skills/plan/tmp-a': '../../common/tmp/a',
      'skills/plan/lib': '../../node_modules/lib',
      'agents/plan/claude/x.md': '../../../.env',
      'claude-extras': 'private',
    })
    const { told, files } = build(root)
    expect(told).toEqual([
      skipped('agents/plan/claude/x.md', '.env', LEFT_OUT),
      skipped('claude-extras', 'private', LEFT_OUT),
      skipped('skills/plan/deep', 'private/deep', LEFT_OUT),
      skipped('skills/plan/env', '.env', LEFT_OUT),
      skipped('skills/plan/lib', 'node_modules/lib', ', as every node_modules is'),
      skipped('skills/plan/notes', 'private/deep/notes', LEFT_OUT),
      skipped('skills/plan/tmp-a', 'common/tmp/a', LEFT_OUT),
    ])
    expect(files).toEqual({})
  })

  test('what a .gitignore leaves out of the directory that a link leads to stays out', () => {
    const root = demo({
      '.gitignore': '/common/lib/secret\n',
      'common/.gitignore': 'lib/deep/*.log\n',
      'common/lib/secret': 'secret',
      'common/lib/deep/a.log': 'secret',
      'common/lib/deep/a.txt': 'x',
      'skills/plan/SKILL.md': skill('plan'),
    })
    link(root, { 'skills/plan/lib': '../../common/lib' })
    expect(build(root)).toEqual({
      told: [
        'info ignored skills/plan/lib/deep/a.log this is skipped: a .gitignore leaves it out',
        'info ignored skills/plan/lib/secret this is skipped: a .gitignore leaves it out',
      ],
      files: {
        'agents/plan.md': `${HEAD}Plan.\n`,
        'skills/plan/SKILL.md': skill('plan'),
        'skills/plan/lib/deep/a.txt': 'x',
      },
    })
  })
})

/** What is told where something is removed as soon as a link in `skills/` has been resolved. */
function raced(remove: string): string[] {
  const root = demo({ 'common/lib/a': 'x', 'skills/plan/SKILL.md': skill('plan') })
  link(root, { 'skills/plan/deep/lib': '../../../common/lib' })
  const reader = new Reader(root)
  reader.followed.add = (target) => {
    fs.rmSync(path.join(root, remove), { recursive: true })
    return Set.prototype.add.call(reader.followed, target)
  }
  const diagnostics = new Diagnostics()
  walk(reader, 'skills', new Gitignore(reader, diagnostics.report), diagnostics.report)
  return diagnostics.list().map(describeDiagnostic)
}

describe('S-9: a link that goes while it is followed is told, never thrown', () => {
  test('its target', () => {
    expect(raced('common')).toEqual([broken('skills/plan/deep/lib', 'it is not there')])
  })

  test('the directory that it stood in', () => {
    expect(raced('skills/plan/deep')).toEqual([broken('skills/plan/deep/lib', 'it is not there')])
  })
})
