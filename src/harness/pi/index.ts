import type { Harness } from '../../compose/harness.ts'
import { defineHarness } from '../define.ts'
import { manifest } from './manifest.ts'
import { skillLosses } from './skill.ts'
import { tools } from './tools.ts'

/** pi, as a package; its agents in the form that pi's subagent extension reads. */
export const pi: Harness = defineHarness({
  id: 'pi',
  client: {
    name: 'pi coding agent',
    version: '1.6.0',
    checked: '2026-11-30',
    source:
      'docs/packages.md, docs/skills.md and examples/extensions/subagent of the package, and runs of it',
  },
  nativeTools: tools,
  frontmatter: {
    order: ['name', 'description', 'tools', 'model'],
    tools: 'comma',
    allTools: 'omit',
    unsupported: { argumentHint: 'pi has no argument hint for agents' },
  },
  // Skills load at any depth (run 2026-11-30).
  limits: { skill: skillLosses, model: checkModel },
  manifest,
  brings: ['agent-modes', 'subagents'],
})

/** A bare id that several providers have stops the agent before its first word (run 2026-11-30, pi 1.6.0). */
function checkModel(model: string): { message: string; hint: string } | undefined {
  if (model.includes('/')) return undefined
  return {
    message: `pi may not find the model ${JSON.stringify(model)}: it names no provider`,
    hint: `write "provider/${model}", or leave "model" out to inherit`,
  }
}
