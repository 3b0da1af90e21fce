import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { Compiler } from '../../src/compiler/index.ts'
import { defineHarness, type HarnessDefinition } from '../../src/harness/index.ts'
import { treeFiles } from '../support/fixture.ts'
import { project } from '../support/project.ts'
import { put } from '../support/trees.ts'

/** Ids of harnesses, once for each agent that was composed: the length of its `model` is asked once for each. */
let composed: string[] = []
beforeEach(() => {
  composed = []
})

function counting(id: string): HarnessDefinition {
  return {
    id,
    nativeTools: { names: ['bash'] },
    limits: {
      model: (model) => {
        composed.push(`${id}:${model}`)
        return undefined
      },
    },
  }
}

const HARNESSES = ['one', 'two'].map((id) => defineHarness(counting(id)))
const frontmatter = (model: string): string =>
  JSON.stringify({ description: 'Does it.', tools: ['bash'], model })

/** A compiler that has run once over two agents for two harnesses. */
function compiler(): { root: string; run: () => Record<string, string> } {
  const agents = ['a', 'b'].flatMap((name) => [
    [`agents/${name}/agent.md`, `Is ${name}.\n{{SECTION:own}}\n{{SECTION:all}}\n`],
    [`agents/${name}/own.md`, `Own of ${name}.\n`],
    [`agents/${name}/frontmatter.json`, frontmatter(name)],
    ...HARNESSES.map(({ id }) => [`agents/${name}/${id}/frontmatter.json`, '{}']),
  ])
  const root = project({
    ...Object.fromEntries(agents),
    'agents/a/agent.md': 'Is a.\n{{SECTION:own}}\n{{SECTION:all}}\nUse {{TOOL:bash}}.\n',
    'agents/_sections/all.md': 'For all.\n',
    'token-map.json': JSON.stringify({
      version: 1,
      tools: { bash: { copilot: 'bash', claude: 'Bash', pi: 'bash', one: 'bash', two: 'bash' } },
      paths: { plugin_root: { one: '/one', two: '/two' } },
    }),
  })
  fs.rmSync(path.join(root, 'agents/plan'), { recursive: true })
  const kept = new Compiler({ root, harnesses: HARNESSES })
  const run = (): Record<string, string> => {
    kept.begin()
    const { trees, diagnostics } = kept.finish()
    expect(diagnostics.list('error')).toEqual([])
    return Object.fromEntries(
      [...trees].flatMap(([id, tree]) =>
        Object.entries(treeFiles(tree)).map(([file, text]) => [`${id}/${file}`, text]),
      ),
    )
  }
  run()
  expect(composed.toSorted()).toEqual(['one:a', 'one:b', 'two:a', 'two:b'])
  composed = []
  return { root, run }
}

describe('lesson 39: an edit composes anew what it concerns, and nothing else', () => {
  test('no edit: nothing', () => {
    compiler().run()
    expect(composed).toEqual([])
  })

  test('a section of one agent for one harness: that agent for that harness', () => {
    const { root, run } = compiler()
    put(root, { 'agents/a/one/own.md': 'Only for one.\n' })
    expect(run()['one/agents/a.md']).toContain('Only for one.')
    expect(composed).toEqual(['one:a'])
    composed = []
    put(root, { 'agents/a/one/own.md': 'Edited.\n' })
    const files = run()
    expect(files['one/agents/a.md']).toContain('Edited.')
    expect(files['two/agents/a.md']).toContain('Own of a.')
    expect(composed).toEqual(['one:a'])
  })

  test('the body of one agent: that agent', () => {
    const { root, run } = compiler()
    put(root, { 'agents/b/agent.md': 'Is edited.\n{{SECTION:own}}\n{{SECTION:all}}\n' })
    expect(run()['two/agents/b.md']).toContain('Is edited.')
    expect(composed.toSorted()).toEqual(['one:b', 'two:b'])
  })

  test('a shared section: the agents that name it', () => {
    const { root, run } = compiler()
    put(root, { 'agents/b/agent.md': 'Names none.\n{{SECTION:own}}\n' })
    run()
    composed = []
    put(root, { 'agents/_sections/all.md': 'For all who name it.\n' })
    expect(run()['one/agents/a.md']).toContain('For all who name it.')
    expect(composed.toSorted()).toEqual(['one:a', 'two:a'])
  })

  test('a cell of the map: the agents that name its row, for its harness', () => {
    const { root, run } = compiler()
    put(root, {
      'agents/b/frontmatter.json': '{"description": "Does it.", "tools": ["*"], "model": "b"}',
    })
    run()
    composed = []
    const map = fs.readFileSync(path.join(root, 'token-map.json'), 'utf8')
    put(root, { 'token-map.json': map.replace('"two":"bash"', '"two":"shell"') })
    expect(run()['two/agents/a.md']).toContain('Use shell.')
    expect(composed).toEqual(['two:a'])
  })
})
