import { expect, test } from 'vitest'
import { compile, type CompileOptions } from '../../../src/compiler/index.ts'
import { describeDiagnostics, treeFiles } from '../../support/fixture.ts'
import { project } from '../../support/project.ts'
import { put, scratch } from '../../support/trees.ts'

const HARNESS = '---\nname: Desk\ndescription: Keeps the desk of a small shop.\n---\n\nYou keep the desk.\n'

function built(
  files: Record<string, string>,
  options: CompileOptions = {},
): { told: string[]; claude: Record<string, string> } {
  const compilation = compile({ root: project(files), ...options })
  const tree = compilation.trees.get('claude')
  return {
    told: describeDiagnostics(compilation, 'warning'),
    claude: tree === undefined ? {} : treeFiles(tree),
  }
}

function scratchOf(files: Record<string, string>): string {
  const root = scratch()
  put(root, files)
  return root
}

/** What is told of a project beside which nothing is built. */
function refused(files: Record<string, string>, options: CompileOptions = {}): string[] {
  const { told, claude } = built(files, options)
  expect(claude).toEqual({})
  return told
}

test('a harness is an agent with all tools, unless a frontmatter.json says otherwise', () => {
  const { claude } = built({
    'harnesses/desk/HARNESS.md': HARNESS,
    'harnesses/shop/HARNESS.md': HARNESS.replace('Desk', 'Shop'),
    'harnesses/shop/frontmatter.json': '{ "description": "Sells.", "tools": ["bash"], "model": "opus" }',
  })
  expect(claude['agents/desk.md']!.split('\n').slice(0, 5)).toEqual([
    '---',
    '# Generated from harnesses/desk/ by agent-cortex. Do not edit.',
    'name: "desk"',
    'description: "Keeps the desk of a small shop."',
    '---',
  ])
  expect(claude['agents/shop.md']!.split('\n').slice(2, 7)).toEqual([
    'name: "shop"',
    'description: "Sells."',
    'tools: Bash',
    'model: "opus"',
    '---',
  ])
  expect(Object.keys(claude)).not.toContain('harnesses/shop/frontmatter.json')
})

test('mistakes are told where they stand, all in one run', () => {
  expect(
    refused({
      'harnesses/desk/HARNESS.md': `${HARNESS}\nUse {{TOOL:bsh}} and {{SECTION:gone}}.\n\n- \`house/\` — how we write\n`,
      'harnesses/desk/house/HOUSE.md':
        '---\ndescription: Rules of style for the shop.\n---\n\nSee {{PATH:hause/x.md}}.\n',
      'harnesses/desk/frontmatter.json': '{ "tools": ["bsh"] }',
      'harnesses/shop/notes/a.md': 'Text.\n',
    }),
  ).toEqual([
    'error tool-unknown harnesses/desk/HARNESS.md:8:5-17 [copilot, claude, pi] unknown tool "bsh" -- did you mean "bash"?',
    'error section-missing harnesses/desk/HARNESS.md:8:22-38 [copilot, claude, pi] there is no section "gone" -- write agents/_sections/gone.md',
    'error tool-unknown harnesses/desk/frontmatter.json:1:13-18 [copilot, claude, pi] unknown tool "bsh" -- for copilot, pi: did you mean "bash"? / for claude: did you mean "Bash" or "bash"?',
    'error path-missing harnesses/desk/house/HOUSE.md:5:5-24 [copilot, claude, pi] the tree holds no "hause/x.md"',
    'error harness-missing harnesses/shop there is no HARNESS.md here: this is no Agent Harness -- agent-cortex harness init writes one',
    'warning content-no-description harnesses/shop/notes/a.md:1:1-1 this file has no description: there is no frontmatter -- begin the file with ---, its fields, and --- again',
  ])
})

test('shared sections serve, and are then named', () => {
  const { told, claude } = built({
    'harnesses/desk/HARNESS.md': `${HARNESS}\n{{SECTION:tone}}\n`,
    'agents/_sections/claude/tone.md': 'Be brief.\n',
    'agents/_sections/tone.md': 'Be kind.\n',
  })
  expect(told).toEqual([])
  expect(claude['agents/desk.md']).toContain('\nBe brief.\n')
})

test.each([
  [
    'Plan',
    'plan',
    'error name-collision harnesses/desk [copilot] harnesses/desk and agents/plan would both be agents/plan.agent.md -- rename one of the two, also where they differ only in case',
  ],
  ['東京', 'desk', undefined],
])('an agent is named after the harness %s, else after its directory', (name, slug, error) => {
  const { told, claude } = built({ 'harnesses/desk/HARNESS.md': HARNESS.replace('Desk', name) })
  if (error === undefined) expect(Object.keys(claude)).toContain(`agents/${slug}.md`)
  else expect(told).toContain(error)
})

test('one of which no name can be made is an error', () => {
  expect(refused({ 'harnesses/東/HARNESS.md': HARNESS.replace('Desk', '京') })).toEqual([
    'error name-slug harnesses/東/HARNESS.md:2:7-8 no name of an agent can be made of "京" -- use letters and digits in the name of the harness, or of its directory',
  ])
})

test('forms are those of harnesses that are there', () => {
  const files = { 'harnesses/desk/HARNESS.md': HARNESS }
  expect(refused(files, { agentHarnesses: { dsk: 'flat' } })).toEqual([
    'error option-value option "agentHarnesses": there is no harnesses/dsk -- did you mean "desk"?',
  ])
  const form = 'flt' as 'flat'
  expect(refused(files, { agentHarnesses: { desk: form } })).toEqual([
    'error option-value option "agentHarnesses.desk" must be "tree" or "flat"',
  ])
})

test('its settings hold in a build, and go nowhere', () => {
  const files = {
    'harnesses/desk/HARNESS.md': HARNESS,
    'harnesses/desk/house/HOUSE.md': '---\ndescription: TODO\n---\n\nAbout.\n',
  }
  expect(built(files).told).toEqual([
    'warning description-placeholder harnesses/desk/house/HOUSE.md:2:14-18 the description is a placeholder -- say when an agent should look here',
  ])
  const { told, claude } = built({
    ...files,
    'harnesses/desk/.agent-harness.json': '{ "severity": { "description-placeholder": "off" } }',
  })
  expect(told).toEqual([])
  expect(Object.keys(claude).filter((file) => file.startsWith('harnesses/'))).toEqual([
    'harnesses/desk/HARNESS.md',
    'harnesses/desk/house/HOUSE.md',
  ])
})

test('what is none of ours in harnesses/ is left alone', () => {
  const { told, claude } = built({
    'harnesses/README.md': 'About.\n',
    'harnesses/_old/notes.md': 'Old.\n',
    'harnesses/desk/HARNESS.md': HARNESS,
  })
  expect(told).toEqual([])
  expect(Object.keys(claude).filter((file) => file.startsWith('harnesses/'))).toEqual([
    'harnesses/desk/HARNESS.md',
  ])
})

test('V-1: what is hidden is left out and told, but for what says what a directory is', () => {
  const files = {
    'harnesses/desk/HARNESS.md': HARNESS,
    'harnesses/desk/.env': 'KEY=1\n',
    'harnesses/desk/.leaf-detectors': 'plugin=.meta/plugin.json\n',
    'harnesses/desk/t/T.md': '---\ndescription: When to look for tables in here.\n---\n\nTables.\n',
    'harnesses/desk/t/.old/a.md': 'Old.\n',
    'harnesses/desk/t/.old/b.md': 'Old.\n',
    'harnesses/desk/t/one/.meta/plugin.json': '{}\n',
    'harnesses/desk/t/two/.harnessleaf': '',
  }
  const compilation = compile({ root: project(files) })
  const left = describeDiagnostics(compilation).filter((line) => line.includes('not shipped'))
  expect(left).toEqual([
    'info file-ignored harnesses/desk/.env this is not shipped: what is hidden is no part of a harness',
    'info file-ignored harnesses/desk/t/.old this is not shipped: what is hidden is no part of a harness',
  ])
  const paths = Object.keys(treeFiles(compilation.trees.get('claude')!))
  expect(paths.filter((file) => file.startsWith('harnesses/'))).toEqual([
    'harnesses/desk/.leaf-detectors',
    'harnesses/desk/HARNESS.md',
    'harnesses/desk/t/T.md',
    'harnesses/desk/t/one/.meta/plugin.json',
    'harnesses/desk/t/two/.harnessleaf',
  ])
})

test('where a harness goes whole too, the names of its skills are told also if it is taken apart', () => {
  const files = {
    'harnesses/desk/HARNESS.md': HARNESS,
    'harnesses/desk/.leaf-detectors': 'skill=SKILL.md\n',
    'harnesses/desk/report/SKILL.md':
      '---\nname: Weekly Report\ndescription: Writes the report when the week is over.\n---\n\nDo it.\n',
  }
  const told = (agentHarness: boolean): boolean =>
    built(files, { agentHarnesses: { desk: 'flat' }, agentHarness }).told.some((line) =>
      line.includes(' skill-name harnesses/desk/report/SKILL.md:2:7'),
    )
  expect([told(false), told(true)]).toEqual([false, true])
})

test('a project that is a harness itself is told where harnesses lie', () => {
  const told = describeDiagnostics(compile({ root: scratchOf({ 'HARNESS.md': HARNESS }) }), 'warning')
  expect(told).toContain(
    'error no-sources there is no agent and no skill here -- a HARNESS.md is built where it lies in harnesses/<name>/: move the harness there',
  )
})

test.each([
  [
    'tree',
    [
      'harnesses/support/HARNESS.md',
      'harnesses/support/mail/MAIL.md',
      'harnesses/support/mail/reply/SKILL.md',
    ],
  ],
  ['flat', ['harnesses/support/mail/MAIL.md', 'skills/reply/SKILL.md']],
] as const)('a path names a harness elsewhere in the project, in the form %s', (form, expected) => {
  const files = {
    'docs/support/HARNESS.md': HARNESS,
    'docs/support/.leaf-detectors': 'skill=SKILL.md\n',
    'docs/support/mail/MAIL.md':
      '---\ndescription: What customers write to the shop, and how it is answered.\n---\n\nAnswer them: {{TOOL:bash}}.\n',
    'docs/support/mail/reply/SKILL.md': '---\nname: reply\ndescription: Answers a mail.\n---\n\nAnswer.\n',
  }
  const { claude, told } = built(files, { agentHarnesses: { './docs/support/': form } })
  expect(told).toEqual([])
  expect(claude['agents/desk.md']).toContain('# Generated from docs/support/ by agent-cortex.')
  expect(claude['agents/desk.md']).toContain('${CLAUDE_PLUGIN_ROOT}/harnesses/support')
  expect(claude['harnesses/support/mail/MAIL.md']).toContain('Answer them: Bash.')
  const made = Object.keys(claude).filter(
    (file) => /^(?:harnesses|skills\/reply)\//.test(file) && file.endsWith('.md'),
  )
  expect(made.toSorted()).toEqual(expected)
})

test.each([['docs/gone'], ['../outside'], ['/etc']])('a path without a harness is told: %s', (key) => {
  expect(refused({}, { agentHarnesses: { [key]: 'tree' } })).toEqual([
    `error option-value option "agentHarnesses": there is no directory ${JSON.stringify(key)} in this project`,
  ])
})
