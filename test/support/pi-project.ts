import { cpSync } from 'node:fs'
import path from 'node:path'
import type { PiHome } from './pi.ts'

const EXTENSIONS = path.resolve(import.meta.dirname, '../../lib/extensions')

/** A tree for pi as it is once installed, with both extensions. @returns its directory */
export function install(home: PiHome, name: string, files: Readonly<Record<string, string>> = {}): string {
  const manifest = { name, pi: { extensions: ['extensions'] } }
  const directory = home.write(name, { 'package.json': manifest, ...files })
  for (const extension of ['agent-modes', 'subagents'])
    cpSync(path.join(EXTENSIONS, extension), path.join(directory, 'extensions', extension), {
      recursive: true,
    })
  return directory
}

/** The user's settings: a model, and packages that are installed. */
export function settings(packages: readonly string[]): object {
  return { defaultProvider: 'mock', defaultModel: 'first', packages }
}

/** Sources of two agents and a skill. */
export const SOURCES = {
  'token-map.json': {
    version: 1,
    harnesses: ['pi'],
    tools: { view: { pi: 'read' }, run: { pi: 'bash' }, fetch: { pi: null }, theirs: { pi: 'their_tool' } },
    paths: { plugin_root: { pi: '~/.pi/demo' } },
    agents: { prefix: { pi: 'demo:' } },
  },
  'agents/plan/agent.md': 'Look with {{TOOL:view}}.\n\n{{SECTION:how}}\n',
  'agents/plan/pi/frontmatter.json': { description: 'Plans', tools: ['view', 'find', 'unmapped'] },
  'agents/plan/pi/how.md': 'The way: {{PATH:skills/deep/tidy/SKILL.md}}, beside {{PATH:agents/build.md}}.\n',
  'agents/build/agent.md': 'Build it.\n',
  'agents/build/pi/frontmatter.json': { description: 'Builds', tools: ['run', 'edit'], model: 'mock/second' },
  'skills/deep/tidy/SKILL.md': [
    '---',
    'name: tidy',
    'description: Tidies',
    '---',
    '',
    'Use {{TOOL:run}}.',
    'Then \\{{TOOL:run}} and `${{ x }}`.',
    '',
  ].join('\n'),
}

/** An agent as a build writes it for pi. */
export function composed(name: string, body: string, more = ''): string {
  return `---\n# Generated from agents/${name}/ by agent-cortex. Do not edit.\nname: "demo:${name}"\ndescription: "Does"\n${more}---\n\n${body}\n`
}
