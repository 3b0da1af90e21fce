import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { Compiler } from '../../src/compiler/index.ts'
import { compileIn, describeDiagnostics, project, treeFiles } from '../support/fixture.ts'
import { put, scratch } from '../support/trees.ts'

const MAP = {
  version: 1,
  harnesses: ['pi'],
  tools: { view: { pi: 'read' } },
  paths: { plugin_root: { pi: '~/x' } },
}
const FILES = {
  'plugin.json': '{"name": "demo", "version": "1.0.0", "description": "A demo", "author": {"name": "Me"}}\n',
  'token-map.json': JSON.stringify(MAP),
  'agents/plan/pi/frontmatter.json': '{"description": "Plans", "tools": ["view", "theirs"]}\n',
  'agents/broken/agent.md': 'Gone: {{PATH:skills/none/SKILL.md}}.\n',
  'agents/broken/pi/frontmatter.json': '{"description": "Broken", "tools": ["view"]}\n',
  'agents/none/agent.md': 'None.\n',
  'agents/none/pi/frontmatter.json': '{"tools": ["view"]}\n',
  'skills/a/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies\n---\nWith {{TOOL:view}}.\n',
  'pi-extras/prompts/x.md': 'X\n',
}
const NAMES = [
  'skills/a/tidy/SKILL.md',
  'agents/plan/agent.md',
  'agents/plan.md',
  'pi-extras/prompts/x.md',
  'prompts/x.md',
  'prompts',
]

it('contract 6: PATHs name sources, also by their path in the tree; unknown tools stay; mistakes leave the rest', () => {
  const body = `${NAMES.map((name) => `{{PATH:${name}}}`).join('\n')}\n`
  const root = project(scratch(), { ...FILES, 'agents/plan/agent.md': body })
  const compiler = new Compiler({ root, inPlace: true, pluginRoot: { pi: '/root' } })
  compiler.begin()
  const compilation = compiler.finish()
  const files = treeFiles(compilation.trees.get('pi')!)
  expect(Object.keys(files)).toEqual([
    'agents/broken/agent.md',
    'agents/plan/agent.md',
    'pi-extras/prompts/x.md',
    'skills/a/tidy/SKILL.md',
  ])
  expect(files['agents/plan/agent.md']).toBe(
    [
      '---',
      '# Generated from agents/plan/ by agent-cortex. Do not edit.',
      'name: "plan"',
      'description: "Plans"',
      'tools: read, theirs',
      '---',
      '',
      '/root/skills/a/tidy/SKILL.md',
      '/root/agents/plan/agent.md',
      '/root/agents/plan/agent.md',
      '/root/pi-extras/prompts/x.md',
      '/root/pi-extras/prompts/x.md',
      '/root/pi-extras/prompts',
      '',
    ].join('\n'),
  )
  expect(files['agents/broken/agent.md']).toMatch(/\n\nGone: \.\n$/)
  expect(files['skills/a/tidy/SKILL.md']).toMatch(/With read\.\n$/)
  expect(compilation.diagnostics.list('error').map(({ file, code }) => `${file} ${code}`)).toEqual([
    'agents/broken/agent.md path-missing',
    'agents/none/pi/frontmatter.json frontmatter-value',
  ])
  put(root, { 'skills/a/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies\n---\nAnew.\n' })
  compiler.begin()
  expect(treeFiles(compiler.finish().trees.get('pi')!)['skills/a/tidy/SKILL.md']).toMatch(/Anew\.\n$/)
})

const ONE = {
  'plugin.json': FILES['plugin.json'],
  'agents/plan/agent.md': 'Plan.\n',
  'agents/plan/pi/frontmatter.json': '{"description": "Plans", "tools": ["view"]}\n',
}
const providing = (provides: Record<string, string>): string =>
  JSON.stringify({ ...MAP, provides: { pi: provides } })

it('a tree for pi gets the extensions that the map says bring something', () => {
  const map = providing({
    task: 'extensions/subagents',
    read_agent: 'extensions/subagents',
    other: 'npm:other',
  })
  const compilation = compileIn(project(scratch(), { ...ONE, 'token-map.json': map }))
  expect(describeDiagnostics(compilation).filter((line) => !line.startsWith('info'))).toEqual([])
  const files = treeFiles(compilation.trees.get('pi')!)
  expect(Object.keys(files)).toEqual(['agents/plan.md', 'extensions/subagents/index.js', 'package.json'])
  const bundle = path.resolve(import.meta.dirname, '../../lib/extensions/subagents/index.js')
  expect(files['extensions/subagents/index.js']).toBe(readFileSync(bundle, 'utf8'))
  expect(JSON.parse(files['package.json']!)).toMatchObject({ pi: { extensions: ['extensions'] } })
})

it("a project's own extension of that name stays, and nothing comes unasked", () => {
  const own = { ...ONE, 'pi-extras/extensions/subagents/mine.ts': 'export default () => {}\n' }
  const asked = compileIn(
    project(scratch(), { ...own, 'token-map.json': providing({ x: 'extensions/subagents' }) }),
  )
  expect(Object.keys(treeFiles(asked.trees.get('pi')!))).toEqual([
    'agents/plan.md',
    'extensions/subagents/mine.ts',
    'package.json',
  ])
  const unasked = compileIn(project(scratch(), { ...ONE, 'token-map.json': JSON.stringify(MAP) }))
  expect(Object.keys(treeFiles(unasked.trees.get('pi')!))).toEqual(['agents/plan.md', 'package.json'])
})

it('an extension that neither the project nor this package has is told where the map names it', () => {
  const map = providing({ task: 'extensions/subagent' })
  const compilation = compileIn(project(scratch(), { ...ONE, 'token-map.json': map }))
  const told = compilation.diagnostics.list('warning')
  expect(
    told.map(({ code, severity, message, hint, file, column }) => ({
      code,
      severity,
      message,
      hint,
      file,
      column,
    })),
  ).toEqual([
    {
      code: 'extension-missing',
      severity: 'warning',
      message: 'the tree holds no extensions/subagent, which is to bring "task"',
      hint: 'did you mean "extensions/subagents"?',
      file: 'token-map.json',
      column: map.indexOf('"extensions/subagent"') + 1,
    },
  ])
})
