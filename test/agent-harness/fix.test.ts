import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { fixesOf } from '../../src/agent-harness/index.ts'
import { applyChanges } from '../../src/cli/harness/changes.ts'
import { DiskFiles } from '../../src/workspace/disk-files.ts'
import { described, ENTRY, harnessDir, load, skill, told } from '../support/harness.ts'
import { disk } from '../support/trees.ts'

/** Mends a harness. @returns its files afterwards, and what is still told */
function fixed(root: string): { files: Record<string, string>; told: string[] } {
  const changes = fixesOf(load(root).harness, new DiskFiles(root), '')
  expect(applyChanges(root, changes).reports).toEqual([])
  expect(fixesOf(load(root).harness, new DiskFiles(root), '')).toEqual([])
  return { files: disk(root), told: told(load(root).diagnostics.list('warning')) }
}

test('A2: misnamed routing files are renamed', () => {
  const root = harnessDir({
    'tools/TOOLS.md': described('tools'),
    'tools/db/DB.md': described('databases'),
    'data/Data.md': described('tables'),
  })
  const after = fixed(root)
  expect(after.told).toEqual([])
  expect(Object.keys(after.files)).toEqual([
    'HARNESS.md',
    'data/DATA.md',
    'tools/TOOLS.md',
    'tools/db/TOOLS.md',
  ])
})

test('A4: skills are declared, beside the rules that are there', () => {
  const files = {
    'skills/SKILLS.md': described('skills'),
    'skills/a/SKILL.md': skill('a'),
    'skills/a/x.md': 'no frontmatter\n',
  }
  expect(fixed(harnessDir(files))).toMatchObject({
    told: [],
    files: { '.leaf-detectors': 'skill=SKILL.md\n', 'skills/a/x.md': 'no frontmatter\n' },
  })
  const rules = fixed(harnessDir({ ...files, '.leaf-detectors': '\ufeff# mine\r\nmcp=server.json' }))
  expect(rules.files['.leaf-detectors']).toBe('# mine\r\nmcp=server.json\r\nskill=SKILL.md\r\n')
})

test('D-16: a primary file in another case is renamed', () => {
  const files = {
    'skills/SKILLS.md': described('skills'),
    'skills/a/skill.md': skill('a'),
    '.leaf-detectors': 'skill=SKILL.md\n',
  }
  const after = fixed(harnessDir(files))
  expect(after.told).toEqual([])
  expect(Object.keys(after.files)).toContain('skills/a/SKILL.md')
})

test('byte order marks go, prose gets quotes, missing descriptions get stubs; every other byte stays', () => {
  const after = fixed(
    harnessDir({
      'HARNESS.md': `\ufeff${ENTRY}`.replaceAll('\n', '\r\n'),
      '.leaf-detectors': 'skill=SKILL.md\n',
      'tools/TOOLS.md': '---\r\ndescription: Use when: asked for tools\r\n---\r\n\r\nText.\rMore\n',
      'tools/a.md': 'Text without.\n',
      'tools/b.md': '---\r\ntitle: b\r\n---\r\nText.',
      'tools/c.md': '---\ndescription:\ntitle: c\n---\n',
      'tools/d.md': '---\ndescription: ""\n---\n',
      'tools/s/SKILL.md': '---\nname: s\n---\nDo it.\n',
    }),
  )
  const stub = '"TODO: say when to look here"'
  expect(after.files).toEqual({
    'HARNESS.md': ENTRY.replaceAll('\n', '\r\n'),
    '.leaf-detectors': 'skill=SKILL.md\n',
    'tools/TOOLS.md': '---\r\ndescription: "Use when: asked for tools"\r\n---\r\n\r\nText.\rMore\n',
    'tools/a.md': `---\ndescription: ${stub}\n---\n\nText without.\n`,
    'tools/b.md': `---\r\ndescription: ${stub}\r\ntitle: b\r\n---\r\nText.`,
    'tools/c.md': `---\ndescription: ${stub}\ntitle: c\n---\n`,
    'tools/d.md': `---\ndescription: ${stub}\n---\n`,
    'tools/s/SKILL.md':
      '---\ndescription: "TODO: say what this skill does, and when to use it"\nname: s\n---\nDo it.\n',
  })
  // What a stub stands for is still to be said.
  expect(after.told.every((line) => line.includes('description-placeholder'))).toBe(true)
})

const STUB = '"TODO: say what this harness enables an agent to do"'

test.each([
  ['a block scalar', 'name: X\ndescription: |\n', `name: X\ndescription: ${STUB}\n`],
  ['one before a key', 'name: |\ndescription: Works.\n', 'name: "h"\ndescription: Works.\n'],
  ['a comment', 'description: # c\nname: X\n', `description: ${STUB} # c\nname: X\n`],
  ['a comment below', 'name: X\ndescription: |\n\n# c\n', `name: X\ndescription: ${STUB}\n\n# c\n`],
  ['an indent', '# c\n  name: X\n', `  description: ${STUB}\n# c\n  name: X\n`],
  ['a flow mapping', '{name: X}\n', '{name: X}\n'],
])('a stub leaves the frontmatter readable: %s', (_, before, after) => {
  const root = path.join(harnessDir({}), 'h')
  fs.mkdirSync(root)
  fs.writeFileSync(path.join(root, 'HARNESS.md'), `---\n${before}---\nYou help.\n`)
  const { harness } = load(root, { slug: 'h' })
  applyChanges(root, fixesOf(harness, new DiskFiles(root), ''))
  expect(disk(root)['HARNESS.md']).toBe(`---\n${after}---\nYou help.\n`)
})

test('a HARNESS.md without frontmatter gets one', () => {
  const root = path.join(harnessDir({}), 'sales')
  fs.mkdirSync(root)
  fs.writeFileSync(path.join(root, 'HARNESS.md'), 'You help.\n')
  const { harness } = load(root, { slug: 'sales' })
  applyChanges(root, fixesOf(harness, new DiskFiles(root), ''))
  expect(disk(root)['HARNESS.md']).toBe(
    '---\nname: "sales"\ndescription: "TODO: say what this harness enables an agent to do"\n---\n\nYou help.\n',
  )
})

test('H-1: the entry point gets its exact name', () => {
  const root = path.join(harnessDir({}), 'other')
  fs.mkdirSync(root)
  fs.writeFileSync(path.join(root, 'Harness.md'), ENTRY)
  expect(fixed(root)).toEqual({ files: { 'HARNESS.md': ENTRY }, told: [] })
})

test('nothing is overwritten, and nothing written through a link', () => {
  const root = harnessDir(
    { 'tools/TOOLS.md': described('tools'), 'a.md': 'A.\n' },
    { links: { 'tools/x.md': '../a.md' } },
  )
  expect(fixed(root).files['a.md']).toBe('A.\n')
  const { reports, changes } = applyChanges(root, [
    { kind: 'write', path: 'a.md', before: undefined, text: 'B.\n', why: [] },
    { kind: 'write', path: 'a.md', before: 'other', text: 'B.\n', why: [] },
    { kind: 'write', path: 'tools/x.md', before: 'A.\n', text: 'B.\n', why: [] },
    { kind: 'rename', path: 'a.md', to: 'HARNESS.md', why: [] },
  ])
  expect(changes).toEqual([])
  expect(reports.map(({ message }) => message)).toEqual([
    'this was left as it is: something stands there already',
    'this was left as it is: it was changed meanwhile',
    'this was left as it is: it is no regular file',
    'this was left as it is: HARNESS.md stands there already',
  ])
  expect(disk(root)['a.md']).toBe('A.\n')
})

test('files that are links are not proposed, and of several names none is chosen', () => {
  const root = harnessDir(
    {
      '.leaf-detectors': 'skill=SKILL.md\n',
      'shared.md': '\ufeffShared.\n',
      'data/DATA.md': described('data', '- `x.md`'),
      'data/x.md': described('x'),
      'skills/SKILLS.md': described('skills', '- `a/`'),
      'skills/a/skill.md': skill('a'),
      'skills/a/Skill.md': skill('a'),
      'texts/Texts.md': described('texts'),
      'texts/texts.md': described('texts'),
    },
    { links: { 'tools/TOOLS.md': '../shared.md' } },
  )
  expect(load(root).harness.children.at(-1)).toMatchObject({ name: 'tools', routing: { hasBom: true } })
  expect(fixesOf(load(root).harness, new DiskFiles(root), '')).toEqual([])
})
