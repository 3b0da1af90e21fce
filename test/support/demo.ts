import { compileIn, describeDiagnostics, project, treeFiles } from './fixture.ts'
import type { CompileOptions } from '../../src/compiler/index.ts'
import { scratch } from './trees.ts'

export type ProjectFiles = Record<string, string | Buffer>

/** A project of one agent that ships to claude, and nothing that anybody would be told about. */
export const DEMO: ProjectFiles = {
  'plugin.json': '{"name": "demo", "version": "1.0.0", "description": "A demo", "author": {"name": "Me"}}\n',
  'token-map.json': '{"version": 1, "harnesses": ["claude"], "tools": {}}\n',
  'agents/plan/agent.md': 'Plan.\n',
  'agents/plan/claude/frontmatter.json': '{"description": "Plans", "tools": ["*"]}\n',
}

/** The head of the demo's agent as claude gets it. */
export const HEAD = [
  '---',
  '# Generated from agents/plan/ by agent-cortex. Do not edit.',
  'name: "plan"',
  'description: "Plans"',
  '---',
  '',
  '',
].join('\n')

export function skill(name: string, body = 'Text.\n'): string {
  return `---\nname: ${name}\ndescription: Does it\n---\n${body}`
}

/** Writes the demo with further files into a new directory; a file that is `''` too. */
export function demo(files: ProjectFiles = {}): string {
  return project(scratch(), { ...DEMO, ...files })
}

/** What is told of a project, and claude's files but for the manifests. */
export function build(
  root: string,
  options: CompileOptions = {},
): { told: string[]; files: Record<string, string> } {
  const compilation = compileIn(root, options)
  const tree = compilation.trees.get('claude')
  const files = Object.entries(tree === undefined ? {} : treeFiles(tree))
  return {
    told: describeDiagnostics(compilation),
    files: Object.fromEntries(files.filter(([file]) => !file.startsWith('.claude-plugin/'))),
  }
}
