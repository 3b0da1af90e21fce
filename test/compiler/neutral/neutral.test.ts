import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadAgentHarness, memoryFiles, tokenCounter } from '../../../src/agent-harness/index.ts'
import { Builder } from '../../../src/build/build.ts'
import { compile, type CompileOptions, Compiler } from '../../../src/compiler/index.ts'
import type { Tree } from '../../../src/tree/tree.ts'
import { describeDiagnostics, treeFiles } from '../../support/fixture.ts'
import { project } from '../../support/project.ts'
import { put } from '../../support/trees.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const CALM = {
  'agents/plan/frontmatter.json':
    '{ "description": "Plans the work of a shop, step by step.", "tools": ["bash"] }',
  'package.json': '{ "name": "demo", "version": "1.0.0", "description": "Keeps a shop.", "author": "Ann" }',
}

function neutral(
  files: Record<string, string>,
  options: CompileOptions = {},
): { told: string[]; files: Record<string, string> } {
  const compilation = compile({ root: project({ ...CALM, ...files }), agentHarness: true, ...options })
  const tree = compilation.trees.get('agent-harness')
  return { told: describeDiagnostics(compilation), files: tree === undefined ? {} : treeFiles(tree) }
}

/** What readers of the format say of a tree: ours with all warnings as errors, and the Python reference. */
function verdicts({ files }: Tree): string[] {
  const contents = Object.fromEntries([...files].map(([file, { content }]) => [file, content]))
  return [{ strict: true }, { compat: true }].flatMap((options) =>
    loadAgentHarness(memoryFiles(contents), '', { slug: 'x', ...options })
      .diagnostics.list('warning')
      .map(({ code, file, message }) => `${code} ${file} ${message}`),
  )
}

describe("this project's own", () => {
  const compilation = compile({ root: ROOT, agentHarness: true, only: ['agent-harness'] })
  const tree = compilation.trees.get('agent-harness')!

  test('is valid, by our rules and by those of the reference', () => {
    expect(describeDiagnostics(compilation, 'warning')).toEqual([])
    expect(verdicts(tree)).toEqual([])
  })

  test('is brief: HARNESS.md is read in every session', async () => {
    const counter = await tokenCounter('o200k_base')
    expect(counter.count(treeFiles(tree)['HARNESS.md']!)).toBeLessThan(300)
  })

  test('keeps where its texts came from', () => {
    const { origins, content } = tree.files.get('roles/plan.md')!
    const text = new TextDecoder().decode(content as Uint8Array)
    const sources = new Set(origins!.sources.map(({ file }) => file))
    expect(sources).toContain('agents/plan/agent.md')
    expect(sources).toContain('agents/_sections/research.md')
    const { runs, rows } = origins!
    const at = text.indexOf('`task`') + 1
    const run = Array.from({ length: runs.length / 6 }, (_, index) => index * 6).find(
      (start) => runs[start] === at,
    )!
    expect([runs[run + 1], rows[runs[run + 5]!]]).toEqual([4, 'tools.task'])
  })
})

test('is a tree of its own for --harness, if the option is set', () => {
  const files = project(CALM)
  const trees = (options: CompileOptions): string[] => [...compile({ root: files, ...options }).trees.keys()]
  expect(trees({ agentHarness: true })).toEqual(['copilot', 'claude', 'pi', 'agent-harness'])
  expect(trees({ agentHarness: true, only: ['agent-harness'] })).toEqual(['agent-harness'])
  expect(trees({ agentHarness: true, only: ['pi'] })).toEqual(['pi'])
  expect(trees({})).toEqual(['copilot', 'claude', 'pi'])
  const run = new Builder({ root: files, options: {}, flags: { harness: ['agent-harness'] } }, false).build()
  expect(describeDiagnostics(run.compilation, 'warning')).toEqual([
    'error harness-not-built [agent-harness] "agent-harness" is not among the harnesses that this project is built for -- set the option "agentHarness"',
  ])
})

test('is written, and goes when it is wanted no longer', () => {
  const root = project(CALM)
  const build = (agentHarness: boolean): void => {
    const { compilation, written } = new Builder(
      { root, options: { agentHarness }, flags: {} },
      false,
    ).build()
    expect(describeDiagnostics(compilation, 'warning')).toEqual([])
    expect(written).toBe(true)
  }
  build(true)
  expect(fs.readFileSync(path.join(root, 'dist/agent-harness/roles/ROLES.md'), 'utf8')).toContain(
    '- `plan.md` — Plans the work of a shop, step by step.\n',
  )
  build(false)
  expect(fs.existsSync(path.join(root, 'dist/agent-harness'))).toBe(false)
})

test('what only clients have is left out, and told', () => {
  const { told, files } = neutral({
    'agents/plan/agent.md':
      'See {{PATH:claude-extras/x.json}} now, {{PATH:skills/tidy/}} and {{PATH:${HOME}/y}}.\n',
    'claude-extras/x.json': '{}',
    'copilot-extras/claude-extras/x.json': '{}',
    'pi-extras/claude-extras/x.json': '{}',
  })
  expect(told.filter((line) => line.startsWith('warning'))).toEqual([
    'warning path-omitted agents/plan/agent.md:1:5-34 [agent-harness] "claude-extras/x.json" is another place for each client, and none without one: the token is dropped -- say it in a section of the harnesses that have it',
  ])
  expect(files['roles/plan.md']!.split('\n').at(-2)).toBe('See now, skills/tidy/ and ${HOME}/y.')
})

test('one mistake is one diagnostic', () => {
  const { told } = neutral({
    'agents/plan/agent.md': 'Use {{TOOL:bsh}}, {{PATH:gone/x.md}}, {{SECTION:gone}}.\n',
  })
  expect(
    told.filter((line) => line.startsWith('error')).map((line) => line.split(' ').slice(0, 7).join(' ')),
  ).toEqual([
    'error tool-unknown agents/plan/agent.md:1:5-17 [copilot, claude, pi, agent-harness]',
    'error path-missing agents/plan/agent.md:1:19-37 [copilot, claude, pi, agent-harness]',
    'error section-missing agents/plan/agent.md:1:39-55 [copilot, claude, pi, agent-harness]',
  ])
})

test('descriptions that do not tell roles apart are told where they are written', () => {
  const { told } = neutral({
    'agents/draw/agent.md': 'Draw.\n',
    'agents/draw/frontmatter.json': CALM['agents/plan/frontmatter.json'],
    'agents/draw/claude/frontmatter.json': '{}',
  })
  expect(told.filter((line) => line.startsWith('warning'))).toEqual([
    'warning description-duplicate agents/plan/frontmatter.json:1:1-1 [agent-harness] draw.md beside it has the same description -- say what tells the two apart',
  ])
})

test('model and argument hint are for clients', () => {
  const { told, files } = neutral({
    'agents/plan/frontmatter.json':
      '{ "description": "Plans the work of a shop, step by step.", "tools": ["*"], "model": "a/b", "argumentHint": "x" }',
  })
  expect(files['roles/plan.md']!.split('\n').slice(2, 5)).toEqual([
    'name: "plan"',
    'description: "Plans the work of a shop, step by step."',
    '---',
  ])
  expect(
    told.filter((line) => line.includes('field-unsupported') && line.includes('agent-harness')),
  ).toHaveLength(2)
})

test('while watching, an edit of what one client says alone reaches the role', () => {
  const root = project({
    ...CALM,
    'agents/plan/agent.md': 'Plan.\n\n{{SECTION:own}}\n',
    'agents/plan/copilot/own.md': 'Do it.\n',
    'agents/plan/claude/own.md': 'Do it.\n',
    'agents/plan/pi/own.md': 'Do it.\n',
  })
  const compiler = new Compiler({ root, agentHarness: true })
  const role = (): { text: string; stale: string[] } => {
    compiler.begin()
    const stale = compiler.stale()
    return { text: treeFiles(compiler.finish().trees.get('agent-harness')!)['roles/plan.md']!, stale }
  }
  expect(role().text).toContain('\n\nDo it.\n')
  put(root, { 'agents/plan/pi/own.md': 'Do it well.\n' })
  expect(role()).toEqual({ text: expect.not.stringContaining('Do it') as string, stale: ['plan'] })
  put(root, { 'agents/plan/own.md': 'Do it for all.\n' })
  expect(role().text).toContain('\n\nDo it for all.\n')
})

test.each(['allowed-tools: [Read]', 'metadata: {x: "1"}'])(
  'frontmatter that the reference cannot read is told: %s',
  (line) => {
    const { told } = neutral({
      'skills/read/SKILL.md': `---\nname: read\ndescription: Reads whenever a task asks for it.\n${line}\n---\n\nDo it.\n`,
    })
    expect(told.filter((one) => one.startsWith('warning'))).toEqual([
      expect.stringMatching(
        /^warning skill-frontmatter skills\/read\/SKILL\.md:\S+ \[agent-harness\] harnesses-ref refuses this: invalid YAML frontmatter -- write a list or mapping on lines of its own/,
      ),
    ])
  },
)
