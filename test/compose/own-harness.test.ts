import { describe, expect, test } from 'vitest'
import { defineHarness } from '../../src/harness/index.ts'
import { describeDiagnostics, compileIn } from '../support/fixture.ts'
import { demo, type ProjectFiles } from '../support/demo.ts'
import fs from 'node:fs'
import path from 'node:path'

const ZAP = defineHarness({
  id: 'zap',
  nativeTools: { names: ['run'] },
  schema: {},
  layout: { agent: (name) => `modes/${name}.md` },
})

/** What is told of a project without a map of its own, built for a harness of its own. */
function tell(files: ProjectFiles): string[] {
  const root = demo({
    'agents/plan/zap/frontmatter.json': '{"description": "x", "tools": ["run"]}',
    ...files,
  })
  fs.rmSync(path.join(root, 'token-map.json'))
  const compilation = compileIn(root, { harnesses: ['claude', ZAP] })
  return describeDiagnostics(compilation, 'warning')
}

describe('S-2, lesson 20: a harness of which the built-in map knows nothing', () => {
  const HINT = 'write a token-map.json that gives it one'

  test('a canonical tool in a list has no column there', () => {
    expect(
      tell({ 'agents/plan/zap/frontmatter.json': '{"description": "x", "tools": ["run", "bash"]}' }),
    ).toEqual([
      `error map-column-missing agents/plan/zap/frontmatter.json:1:39-45 [zap] the built-in map has no column for zap at "bash" -- ${HINT}`,
    ])
  })

  test('nor has one that a token names, in an agent or a skill', () => {
    const files = {
      'agents/plan/agent.md': 'Use {{TOOL:bash}}.\n',
      'skills/plan/SKILL.md': '---\nname: plan\ndescription: x\n---\nUse {{TOOL:view}}.\n',
    }
    expect(tell(files)).toEqual([
      `error map-column-missing agents/plan/agent.md:1:5-18 [zap] the built-in map has no column for zap at "bash" -- ${HINT}`,
      `error map-column-missing skills/plan/SKILL.md:5:5-18 [zap] the built-in map has no column for zap at "view" -- ${HINT}`,
    ])
  })

  test('nor has a path', () => {
    expect(tell({ 'agents/plan/agent.md': '{{PATH:skills_dir}}\n' })).toEqual([
      'error map-column-missing agents/plan/agent.md:1:1-20 [zap] the map gives no "skills_dir" in "paths" for this harness -- write a token-map.json that has the column',
    ])
  })

  test('its own names serve', () => {
    expect(tell({})).toEqual([])
  })
})
