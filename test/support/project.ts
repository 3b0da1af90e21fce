import { put, scratch } from './trees.ts'

const json = (value: unknown): string => `${JSON.stringify(value)}\n`

/** One agent and one skill for three harnesses, without anything to be said about it. */
const SOURCES: Readonly<Record<string, string>> = {
  'package.json': json({
    name: 'demo',
    version: '1.0.0',
    description: 'A demo.',
    author: 'Ann',
    license: 'MIT',
  }),
  'token-map.json': json({
    version: 1,
    harnesses: ['copilot', 'claude', 'pi'],
    tools: { bash: { copilot: 'bash', claude: 'Bash', pi: 'bash' } },
    paths: { plugin_root: { copilot: '~/demo', claude: '${CLAUDE_PLUGIN_ROOT}', pi: '~/.pi/demo' } },
    agents: { prefix: { copilot: 'demo:', claude: '', pi: 'demo:' } },
  }),
  'agents/plan/agent.md': 'Plan it with {{TOOL:bash}}, by {{PATH:skills/tidy/SKILL.md}}.\n',
  'agents/plan/frontmatter.json': json({ description: 'Plans.', tools: ['bash'] }),
  'agents/plan/copilot/frontmatter.json': '{}\n',
  'agents/plan/claude/frontmatter.json': '{}\n',
  'agents/plan/pi/frontmatter.json': '{}\n',
  'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies.\n---\n\nTidy up.\n',
}

/** A new directory with these sources. @param more further files; they come over those of the same name */
export function project(more: Record<string, string> = {}): string {
  const root = scratch()
  put(root, { ...SOURCES, ...more })
  return root
}

/** What copilot gets of the agent (rules F-5, F-6). */
export const COPILOT_PLAN = `---
# Generated from agents/plan/ by agent-cortex. Do not edit.
name: "demo:plan"
description: "Plans."
tools: ["bash"]
---

Plan it with bash, by ~/demo/skills/tidy/SKILL.md.
`
