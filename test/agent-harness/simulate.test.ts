import { expect, test } from 'vitest'
import { estimate, type Route, Router } from '../../src/agent-harness/index.ts'
import { ENTRY, harnessDir, load } from '../support/harness.ts'

const file = (description: string, body = 'Text.'): string =>
  `---\ndescription: ${description}\n---\n\n${body}\n`
const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`

const TREE = {
  '.leaf-detectors': 'skill=SKILL.md\n',
  'tools/TOOLS.md': file('Tools for querying databases and reading spreadsheets.'),
  'tools/query-db/SKILL.md': skill('query-db', 'Read rows from the PostgreSQL product database.'),
  'tools/sheets/SKILL.md': skill('sheets', 'Read cells of a spreadsheet or CSV file.'),
  'writing/WRITING.md': file('Skills for drafting and summarizing text.'),
  'writing/summary/SKILL.md': skill('summary', 'Condense an article into a short summary.'),
  'writing/post/SKILL.md': skill('post', 'Draft a long-form blog article from an outline.'),
  'brand/voice.md': file('Tone and words for marketing output.'),
}

const router = new Router(load(harnessDir(TREE)).harness, estimate)
const steps = ({ steps }: Route): string[] => steps.map(({ path }) => path)

test.each([
  ['Summarize this article for me', 'writing/summary'],
  ['write a blog post about the release', 'writing/post'],
  ['query the database for open orders', 'tools/query-db'],
  ['which words are our tone of voice?', 'brand/voice.md'],
])('%s', (task, path) => {
  expect(router.route(task).path).toBe(path)
})

test('what is read on the way is told, with its cost', () => {
  const route = router.route('Summarize this article for me')
  expect(steps(route)).toEqual(['HARNESS.md', 'writing/WRITING.md', 'writing/summary/SKILL.md'])
  const texts = ['You help with tests.', TREE['writing/WRITING.md'], TREE['writing/summary/SKILL.md']]
  expect(route.tokens).toBe(texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0))
  expect(route.steps[1]?.candidates[0]).toMatchObject({
    path: 'writing/summary',
    terms: ['summarize', 'article'],
  })
})

test('the same words take the same way', () => {
  const again = new Router(load(harnessDir(TREE)).harness, estimate)
  const task = 'read the article database'
  expect(again.route(task)).toEqual(router.route(task))
})

test('where nothing fits, the directories are tried, and that costs', () => {
  const files = {
    'a/A.md': file('First things.'),
    'a/x.md': file('Nothing of note.'),
    'b/B.md': file('Second things.'),
    'b/zebra.md': file('Stripes and where they come from.'),
  }
  const blind = new Router(load(harnessDir({ 'HARNESS.md': ENTRY, ...files })).harness, estimate)
  const found = blind.route('explain zebra stripes')
  expect(found.path).toBe('b/zebra.md')
  expect(steps(found)).toEqual(['HARNESS.md', 'a/A.md', 'b/B.md', 'b/zebra.md'])
  expect(blind.route('quantum physics').path).toBeUndefined()
})

test('a group that leads nowhere is left again, and is the answer where nothing else is', () => {
  const files = {
    'a/A.md': file('All about zebra stripes.'),
    'a/x.md': file('Nothing of note.'),
    'b/B.md': file('A zebra, and others.'),
    'b/zebra.md': file('Where it comes from.'),
  }
  const one = new Router(load(harnessDir(files)).harness, estimate)
  expect(one.route('zebra stripes').path).toBe('b/zebra.md')
  expect(one.route('stripes')).toMatchObject({ path: 'a', kind: 'group' })
})

test('what a routing text says of a directory counts like its description', () => {
  const files = {
    'a/A.md': file('Various things.', '- `x/` — everything about zebras\n- `y/` — the rest'),
    'a/x/x.md': file('One thing.'),
    'a/y/y.md': file('Another thing.'),
  }
  const one = new Router(load(harnessDir(files)).harness, estimate)
  expect(steps(one.route('zebras'))).toContain('a/x')
})

test('close calls are told', () => {
  const files = { 'a/x.md': file('Zebra facts and figures.'), 'a/y.md': file('Zebra facts and numbers.') }
  const one = new Router(load(harnessDir(files)).harness, estimate)
  expect(one.route('zebra facts').close.map(({ path }) => path)).toEqual(['a/y.md'])
})
