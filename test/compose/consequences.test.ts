import { describe, expect, test } from 'vitest'
import { build, demo, type ProjectFiles, skill } from '../support/demo.ts'

/** Bytes that are not UTF-8. */
const BAD = Buffer.from('caf\xe9\n', 'latin1')

const notUtf8 = (file: string): string =>
  `error not-utf8 ${file} this file is not UTF-8 from byte 3 on -- save it as UTF-8`

function tell(files: ProjectFiles): string[] {
  return build(demo(files)).told
}

describe('O-3, lesson 3: a mistake hides no other', () => {
  test('a base that is no JSON leaves the harness’s own file to be checked', () => {
    const files = {
      'agents/plan/frontmatter.json': '{',
      'agents/plan/claude/frontmatter.json':
        '{"name": "other", "tools": ["bsh"],\n "colour": "red", "model": 5}',
    }
    const told = tell(files).map((line) => line.split(' ').slice(1, 3).join(' '))
    expect(told.slice(0, -1)).toEqual([
      'name-slug agents/plan/claude/frontmatter.json:1:10-17',
      'tool-unknown agents/plan/claude/frontmatter.json:1:29-34',
      'frontmatter-key-unknown agents/plan/claude/frontmatter.json:2:2-10',
      'frontmatter-value agents/plan/claude/frontmatter.json:2:28-29',
    ])
    expect(told.at(-1)).toMatch(/^frontmatter-json agents\/plan\/frontmatter\.json:/)
  })

  test('an agent whose text cannot be read has its frontmatter checked', () => {
    const files = {
      'agents/test/agent.md': BAD,
      'agents/test/frontmatter.json': '{"descripton": "x"}',
      'agents/test/claude/frontmatter.json': '{"tools": ["bsh"]}',
    }
    expect(tell(files).map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual([
      'not-utf8 agents/test/agent.md',
      'frontmatter-value agents/test/claude/frontmatter.json:1:1-1',
      'tool-unknown agents/test/claude/frontmatter.json:1:12-17',
      'frontmatter-key-unknown agents/test/frontmatter.json:1:2-14',
    ])
  })

  test('a skill without a description has its other fields checked', () => {
    const text = '---\nname: Other\nargument-hint: [x]\nlicence: MIT\n---\nText.\n'
    const files = {
      'skills/plan/SKILL.md': text,
      'token-map.json': '{"version": 1, "harnesses": ["copilot"]}',
    }
    const told = tell(files).filter((line) => line.includes('SKILL.md'))
    expect(told.map((line) => line.split(' [')[0])).toEqual([
      'error skill-frontmatter skills/plan/SKILL.md:2:1-1',
      'warning skill-name skills/plan/SKILL.md:2:7-12',
      'warning skill-name skills/plan/SKILL.md:2:7-12',
      'error skill-frontmatter skills/plan/SKILL.md:3:16-19',
      'info skill-key skills/plan/SKILL.md:4:10-13',
    ])
  })
})

describe('O-3: a mistake brings no others', () => {
  test.each([
    ['{{TOOL:bsh}}', 'tool-unknown'],
    ['{{PATH:skills/gone}}', 'path-missing'],
    ['{{SECTION:x}}', 'section-in-skill'],
  ])('S-10: a value that is empty for %s', (token, code) => {
    for (const value of [token, `"${token}"`, `>\n  ${token}`]) {
      const told = tell({ 'skills/plan/SKILL.md': `---\nname: plan\ndescription: ${value}\n---\nText.\n` })
      expect(told.map((line) => line.split(' ')[1])).toEqual([code])
    }
    const name = tell({ 'skills/plan/SKILL.md': `---\nname: ${token}\ndescription: x\n---\nText.\n` })
    expect(name.map((line) => line.split(' ')[1])).toEqual([code])
    const yaml = tell({
      'skills/plan/SKILL.md': `---\nname: plan\ndescription: x\ntags: [${token}, x]\n---\n`,
    })
    expect(yaml.map((line) => line.split(' ')[1])).toEqual([code])
  })

  test('S-10: a mistake in the text hides none in the frontmatter', () => {
    const told = tell({ 'skills/plan/SKILL.md': '---\nname: plan\ndescription: ""\n---\n{{TOOL:bsh}}\n' })
    expect(told.map((line) => line.split(' ')[1])).toEqual(['skill-frontmatter', 'tool-unknown'])
  })

  test('S-10: nor does a token that stands for nothing', () => {
    const told = tell({
      'skills/plan/SKILL.md': '---\nname: plan\ndescription: {{TOOL:none}}\n---\n',
      'token-map.json': '{"version": 1, "harnesses": ["claude"], "tools": {"none": {"claude": null}}}',
    })
    expect(told.map((line) => line.split(' ')[1])).toEqual(['skill-frontmatter', 'tool-null'])
  })

  test('T-11: an agent whose text cannot be read may name any section', () => {
    const files = {
      'agents/test/agent.md': BAD,
      'agents/test/own.md': 'Own.\n',
      'agents/test/claude/frontmatter.json': '{"description": "x", "tools": ["*"]}',
      'agents/_sections/shared.md': 'Shared.\n',
    }
    expect(tell(files)).toEqual([notUtf8('agents/test/agent.md')])
  })

  test('T-11, S-6: a section that cannot be read is not missing, and may name any other', () => {
    const files = {
      'agents/plan/agent.md': '{{SECTION:own}}\n{{SECTION:shared}}\n',
      'agents/plan/own.md': BAD,
      'agents/plan/more.md': 'More.\n',
      'agents/_sections/shared.md': BAD,
      'agents/_sections/other.md': 'Other.\n',
    }
    expect(tell(files)).toEqual([notUtf8('agents/_sections/shared.md'), notUtf8('agents/plan/own.md')])
  })

  test('the map may defer an agent whose text cannot be read', () => {
    const files = {
      'agents/ralph/agent.md': BAD,
      'agents/ralph/claude/frontmatter.json': '{"description": "x", "tools": ["*"]}',
      'agents-native/ralph.md': '---\nname: ralph\ndescription: Loops\n---\n\nLoop.\n',
      'token-map.json':
        '{"version": 1, "harnesses": ["claude"], "agents": {"deferred": {"ralph": ["claude"]}}}',
    }
    expect(tell(files)).toEqual([notUtf8('agents/ralph/agent.md')])
  })

  test('T-6: what cannot be read is there', () => {
    const files = {
      'agents/plan/agent.md':
        '{{PATH:agents/test/agent.md}} {{PATH:skills/plan/more.md}} {{PATH:skills/plan/deep}}\n',
      'agents/test/agent.md': BAD,
      'agents/test/claude/frontmatter.json': '{"description": "x", "tools": ["*"]}',
      'skills/plan/SKILL.md': skill('plan'),
      'skills/plan/more.md': BAD,
      'skills/plan/deep/more.md': BAD,
      'token-map.json':
        '{"version": 1, "harnesses": ["claude"], "paths": {"plugin_root": {"claude": "${CLAUDE_PLUGIN_ROOT}"}}}',
    }
    expect(tell(files)).toEqual([
      notUtf8('agents/test/agent.md'),
      notUtf8('skills/plan/deep/more.md'),
      notUtf8('skills/plan/more.md'),
    ])
  })

  test.each([
    ['{{SECTION:shared.md}}', 'section-missing'],
    ['{{SECTION:shred}}', 'section-missing'],
    ['{{SECTION:_sections/shared}}', 'section-name'],
    ['{{ SECTION:shared }}', 'token-malformed'],
    ['{{SECTION:shared}', 'token-malformed'],
    ['{{section:shared}}', 'token-malformed'],
    ['{{SECTIONS: shared.md}}', 'token-malformed'],
  ])('T-11: a section that a wrong token means is not unused: %s', (token, code) => {
    for (const file of ['agents/_sections/shared.md', 'agents/plan/shared.md']) {
      const told = tell({ 'agents/plan/agent.md': `Plan.\n${token}\n`, [file]: 'Shared.\n' })
      expect(told.map((line) => line.split(' ')[1])).toEqual([code])
    }
  })

  test('contract §4: plugin_root serves every PATH, so it is never an unused row', () => {
    const map = {
      version: 1,
      harnesses: ['claude'],
      tools: { bash: { claude: 'Bash' } },
      paths: { plugin_root: { claude: '/x' }, other: { claude: '/y' } },
    }
    expect(
      tell({ 'token-map.json': JSON.stringify(map) }).map((line) => line.split(' no source ')[1]),
    ).toEqual(['names "bash"', 'names "other"'])
  })
})
