import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { build, demo, HEAD, skill } from '../support/demo.ts'

describe('names', () => {
  test('F-1: quotes and line breaks in the name of an agent', () => {
    const root = demo({
      [`agents/it's "x"/agent.md`]: 'x',
      [`agents/it's "x"/claude/frontmatter.json`]: '{"description": "x", "tools": ["*"]}',
      'agents/a\nb/agent.md': 'x',
      'skills/a\rb/SKILL.md': skill('x'),
    })
    expect(build(root).told).toEqual([
      'error file-name agents a file name cannot hold a line break: "a\\nb" -- rename it',
      `error name-slug agents/it's "x" [claude] the directory name "it's \\"x\\"" is no agent name -- use lower-case letters, digits and single hyphens`,
      'error file-name skills a file name cannot hold a line break: "a\\rb" -- rename it',
    ])
  })

  test.runIf(process.platform === 'linux')('S-9: bytes that are not UTF-8 in the name of a file', () => {
    const root = demo({ 'skills/plan/SKILL.md': skill('plan'), 'skills/plan/a\ufffdb': 'a legal name' })
    fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/skills/plan/caf`), Buffer.from([0xe9])]), 'x')
    expect(build(root).told).toEqual([
      'error file-name skills/plan a file name must be UTF-8: "caf\ufffd" -- rename it',
    ])
  })

  test("S-7: a skill's files may have any other name", () => {
    const names = [
      '👩‍👩‍👧 a.txt',
      `it's "q".txt`,
      'back\\slash',
      'a:b',
      '$&',
      '{{TOOL:x}}',
      '-x',
      '*x',
      ' ',
      '#x#',
      '.hidden',
      '__proto__',
      'dir [x]/{a,b}/!(c)/**d',
      'back\\dir/x',
      '😀/😀',
    ]
    const files = Object.fromEntries(names.map((name) => [`skills/plan/${name}`, name]))
    const all = { 'skills/plan/SKILL.md': skill('plan'), ...files }
    expect(build(demo(all))).toEqual({ told: [], files: { 'agents/plan.md': `${HEAD}Plan.\n`, ...all } })
  })

  test('lesson 6: names of Object.prototype are names like any other', () => {
    const root = demo({
      'token-map.json': `{"version": 1, "harnesses": ["claude"],
        "tools": {"__proto__": {"claude": "Bash"}, "constructor": {"claude": "Read"}}}`,
      'agents/constructor/agent.md': '{{TOOL:__proto__}} {{SECTION:toString}} {{TOOL:constructor}}',
      'agents/constructor/toString.md': 'section',
      'agents/constructor/claude/frontmatter.json':
        '{"description": "x", "tools": ["__proto__", "constructor"]}',
      'skills/__proto__/SKILL.md': skill('__proto__'),
      'skills/constructor/SKILL.md': skill('constructor'),
    })
    const { told, files } = build(root)
    expect(told.filter((line) => !line.includes('skills/__proto__/SKILL.md'))).toEqual([])
    expect(files['agents/constructor.md']).toBe(
      HEAD.replaceAll('plan', 'constructor')
        .replace('Plans', 'x')
        .replace('"x"\n', '"x"\ntools: Bash, Read\n') + 'Bash section Read\n',
    )
    expect(Object.keys(files)).toEqual([
      'agents/constructor.md',
      'agents/plan.md',
      'skills/__proto__/SKILL.md',
      'skills/constructor/SKILL.md',
    ])
  })

  test('S-5: __proto__ in frontmatter is an unknown key', () => {
    const root = demo({
      'agents/plan/claude/frontmatter.json':
        '{"__proto__": {"description": "x"}, "tools": ["*"], "toString": 1}',
    })
    expect(build(root).told.map((line) => line.split(' -- ')[0])).toEqual([
      'error frontmatter-value agents/plan/claude/frontmatter.json:1:1-1 [claude] "description" is missing',
      'error frontmatter-key-unknown agents/plan/claude/frontmatter.json:1:2-13 [claude] unknown key "__proto__"',
      'error frontmatter-key-unknown agents/plan/claude/frontmatter.json:1:53-63 [claude] unknown key "toString"',
    ])
  })
})
