import { expect, test } from 'vitest'
import { compile, Compiler } from '../../../src/compiler/index.ts'
import { describeDiagnostics, treeFiles } from '../../support/fixture.ts'
import { project } from '../../support/project.ts'
import { put } from '../../support/trees.ts'

const HEAD = '---\nname: Desk\ndescription: Keeps the desk of a small shop.\n---\n'

/** A skill of which nothing is to be said. */
function skill(name: string, body: string): string {
  return `---\nname: ${name}\ndescription: Does ${name} whenever a task asks for it.\n---\n\n${body}\n`
}

const DESK = {
  'harnesses/desk/HARNESS.md': `${HEAD}\nYou keep the desk.\n\n- \`sales/report/\` — the week\n- \`house/\` — how we write\n`,
  'harnesses/desk/.leaf-detectors': 'skill=SKILL.md\n',
  'harnesses/desk/sales/SALES.md':
    '---\ndescription: Figures of what was sold.\n---\n\nLook here for turnover.\n',
  'harnesses/desk/sales/report/SKILL.md': skill('report', 'See `house/style.md`.'),
  'harnesses/desk/house/HOUSE.md':
    '---\ndescription: Rules of style for the shop.\n---\n\nRead before writing.\n',
  'harnesses/desk/house/style.md': '---\ndescription: Words as this shop writes them.\n---\n\nShort ones.\n',
}

const FLAT = { agentHarnesses: { desk: 'flat' } } as const

function flat(more: Record<string, string> = {}): { told: string[]; claude: Record<string, string> } {
  const compilation = compile({ root: project({ ...DESK, ...more }), ...FLAT })
  const tree = compilation.trees.get('claude')
  return {
    told: describeDiagnostics(compilation, 'warning'),
    claude: tree === undefined ? {} : treeFiles(tree),
  }
}

test('the agent is led to skills by where they went', () => {
  const { told, claude } = flat()
  expect(told).toEqual([])
  expect(claude['agents/desk.md']).toContain('- `${CLAUDE_PLUGIN_ROOT}/skills/report/` — the week\n')
  expect(claude['agents/desk.md']).toContain('under these names: `report`. What else')
  expect(claude['skills/report/SKILL.md']).toContain(
    'See `${CLAUDE_PLUGIN_ROOT}/harnesses/desk/house/style.md`.',
  )
})

test('a skill of the project keeps its name', () => {
  const { told, claude } = flat({ 'skills/report/SKILL.md': skill('report', 'Our own.') })
  expect(told).toEqual([
    'warning skill-renamed harnesses/desk/sales/report/SKILL.md:2:7-13 another skill is named "report": this one is written as "sales-report" -- rename the directory harnesses/desk/sales/report, or the other',
  ])
  expect(claude['skills/report/SKILL.md']).toContain('Our own.')
  expect(claude['skills/sales-report/SKILL.md']).toContain('name: "sales-report"\n')
})

test('a primary file that lies deeper becomes the SKILL.md, and its own paths lead to the skill', () => {
  const { told, claude } = flat({
    'harnesses/desk/.leaf-detectors': 'skill=meta/GUIDE.md\n',
    'harnesses/desk/sales/report/SKILL.md': '',
    'harnesses/desk/audit/meta/GUIDE.md': skill('audit', 'See [how](how.md) and `../data/x.csv`.'),
    'harnesses/desk/audit/meta/how.md': 'So.\n',
    'harnesses/desk/audit/data/x.csv': '1\n',
  })
  // The other skill is none, now that nothing declares it.
  expect(told.filter((line) => line.includes('/audit/'))).toEqual([])
  const lines = claude['skills/audit/SKILL.md']!.split('\n')
  expect(lines.at(-2)).toBe(
    'See [how](${CLAUDE_PLUGIN_ROOT}/skills/audit/meta/how.md) and `${CLAUDE_PLUGIN_ROOT}/skills/audit/data/x.csv`.',
  )
  expect(Object.keys(claude).filter((file) => file.startsWith('skills/audit/'))).toEqual([
    'skills/audit/SKILL.md',
    'skills/audit/data/x.csv',
    'skills/audit/meta/how.md',
  ])
})

test('a link of a skill that leads nowhere is told', () => {
  const { told } = flat({
    'harnesses/desk/sales/report/SKILL.md': skill(
      'report',
      'See [it](gone.md), [that](https://x.y/z) and `a/b`.',
    ),
  })
  expect(told).toEqual([
    'warning dead-link harnesses/desk/sales/report/SKILL.md:6:10-17 there is no "gone.md" -- paths are relative to the file, to its skill, or to the root of the harness',
  ])
})

test('while watching, what is taken apart for clients stays whole where it goes whole', () => {
  const root = project(DESK)
  const compiler = new Compiler({ root, ...FLAT, agentHarness: true })
  const run = (): Record<string, string> => {
    compiler.begin()
    const { trees } = compiler.finish()
    return Object.fromEntries(
      [...trees].flatMap(([id, tree]) =>
        Object.entries(treeFiles(tree)).map(([file, text]) => [`${id}/${file}`, text]),
      ),
    )
  }
  const first = run()
  expect(run()).toEqual(first)
  expect(first['agent-harness/harnesses/desk/sales/report/SKILL.md']).toBe(
    DESK['harnesses/desk/sales/report/SKILL.md'],
  )

  put(root, { 'harnesses/desk/house/style.md': `${DESK['harnesses/desk/house/style.md']}\nAnd dry.\n` })
  const second = run()
  expect(Object.keys(second).filter((file) => second[file] !== first[file])).toEqual([
    'copilot/harnesses/desk/house/style.md',
    'claude/harnesses/desk/house/style.md',
    'pi/harnesses/desk/house/style.md',
    'agent-harness/harnesses/desk/house/style.md',
  ])

  // A file that moves changes the texts that name it, which are as they were.
  put(root, { 'harnesses/desk/sales/report/house/style.md': 'Its own.\n' })
  expect(run()['claude/skills/report/SKILL.md']).toContain('See `house/style.md`.')
})
