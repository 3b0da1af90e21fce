import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  adopt,
  budgetOf,
  type Change,
  estimate,
  fixesOf,
  type HarnessFiles,
  htmlOf,
  indexChanges,
  loadAgentHarness,
  memoryFiles,
  mermaidOf,
  nodesOf,
  promptOf,
  Router,
  treeOf,
  visit,
} from '../../src/agent-harness/index.ts'

type Disk = Record<string, string | Uint8Array>

const directory = fc.constantFrom(
  'tools',
  'data',
  'agents',
  'skill',
  'my data',
  'a`b',
  'dist',
  '.hidden',
  'constructor',
  'Tools',
)
const file = fc.constantFrom(
  'TOOLS.md',
  'Tools.md',
  'DATA.md',
  'SKILL.md',
  'skill.md',
  'HARNESS.md',
  'AGENTS.md',
  '.harnessleaf',
  '.leaf-detectors',
  'x.md',
  'x.MD',
  'y.txt',
  'a`b.md',
  '__proto__.md',
)
const piece = fc.constantFrom(
  '---\n',
  '---x\n',
  'description: d\n',
  'description: Use when: x\n',
  'description:\n',
  'name: a\n',
  'name: [a]\n',
  '\r\n',
  '\ufeff',
  '- `x.md` — y\n',
  '- `gone/`\n',
  '<!-- agent-cortex:index -->\n',
  '<!-- /agent-cortex:index -->\n',
  '```\n',
  '(see TOOLS.md)',
  '[l](../../x)',
  'skill=SKILL.md\n',
  'x=\n',
  'skill',
  ' ',
  '\n',
  '"',
  '\\',
  '&<>',
)
const content: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { weight: 9, arbitrary: fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 8 }) },
)
const path = fc
  .tuple(fc.array(directory, { maxLength: 3 }), file)
  .map(([directories, name]) => [...directories, name].join('/'))

/** No file where a directory is. */
const disk: fc.Arbitrary<Disk> = fc
  .array(fc.tuple(path, content), { maxLength: 14 })
  .map((entries) => Object.fromEntries(entries))

function made(before: Disk, changes: readonly Change[]): Disk {
  const after = { ...before }
  for (const change of changes) {
    if (change.kind === 'write') after[change.path] = change.text
    else if (!Object.hasOwn(after, change.to)) {
      after[change.to] = after[change.path]!
      delete after[change.path]
    }
  }
  return after
}

const load = (files: HarnessFiles): ReturnType<typeof loadAgentHarness> =>
  loadAgentHarness(files, '', { slug: 'h' })

test('whatever stands there, nothing throws, and the same is told twice', () => {
  fc.assert(
    fc.property(disk, (given) => {
      const files = memoryFiles(given)
      const { harness, diagnostics } = load(files)
      const list = diagnostics.list()
      expect(load(files).diagnostics.list()).toEqual(list)
      loadAgentHarness(files, '', { compat: true }).diagnostics.list()
      const budget = budgetOf(harness, estimate)
      for (const format of ['xml', 'markdown', 'json'] as const) promptOf(harness, format)
      treeOf(harness, budget)
      mermaidOf(harness)
      htmlOf(harness, budget, true)
      new Router(harness, estimate).route('tools for data')
      adopt(files, '', 'a', 'b')
      for (const { path } of nodesOf(harness))
        expect(visit(harness, files, '', path).kind).not.toBe('refused')
    }),
    { numRuns: 200 },
  )
})

const index = (now: Disk): Change[] =>
  indexChanges(load(memoryFiles(now)).harness, memoryFiles(now), '', () => {})

const fixes = (now: Disk): Change[] => fixesOf(load(memoryFiles(now)).harness, memoryFiles(now), '')

test('index and fixes come to rest, and lose nothing', () => {
  fc.assert(
    fc.property(disk, (given) => {
      const indexed = made(given, index(given))
      expect(index(indexed)).toEqual([])
      expect(Object.keys(indexed)).toEqual(expect.arrayContaining(Object.keys(given)))
      let now = given
      for (let round = 0; round < 4 && fixes(now).length > 0; round++) now = made(now, fixes(now))
      expect(fixes(now)).toEqual([])
      expect(Object.keys(now).length).toBeGreaterThanOrEqual(Object.keys(given).length)
    }),
    { numRuns: 200 },
  )
})
