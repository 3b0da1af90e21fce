import { describe, expect, test } from 'vitest'
import { composeBody, type Given } from '../support/compose.ts'

const PLAN = '---\nname: plan\ndescription: Plans\n---\n\nPlan.\n'

const GIVEN: Given = {
  skills: {
    'workflow/plan': { 'SKILL.md': PLAN, 'references/deep/notes.md': 'x', 'scripts/run.sh': '' },
    tdd: { 'SKILL.md': PLAN },
  },
  agents: ['ralph'],
  extras: {
    'claude-extras//hooks/hooks.json': 'hooks/hooks.json',
    'claude-extras//x.json': 'x.json',
    'shared//templates/a.txt': 'assets/templates/a.txt',
    'shared/more//deep/b.txt': 'more/deep/b.txt',
    'notes/deep/one.txt': 'kept/notes/deep/one.txt',
    'LICENSE.txt': 'legal/LICENSE',
  },
  map: {
    paths: {
      plugin_root: { copilot: '~/.copilot/demo', claude: '${CLAUDE_PLUGIN_ROOT}', pi: '/pi/demo' },
      skills_dir: {
        copilot: { base: 'plugin_root', relative: 'skills' },
        claude: { base: 'plugin_root', relative: 'skills' },
        pi: { base: 'plugin_root', relative: 'skills' },
      },
      plan_dir: {
        copilot: { base: 'skills_dir', relative: 'workflow/plan' },
        claude: { base: 'skills_dir', relative: 'plan' },
        pi: { base: 'skills_dir', relative: 'workflow/plan' },
      },
      home: { copilot: '~', claude: '${HOME}/', pi: 'C:\\pi' },
      'odd key': { copilot: '$& $1', claude: '$& $1', pi: '$& $1' },
      only_pi: { pi: '/x' },
    },
  },
}

/** What a PATH becomes on a harness, and what is told. */
function path(name: string, harness: string, given: Given = {}): [string, string[]] {
  const { body, told } = composeBody(`a {{PATH:${name}}} b\n`, { ...GIVEN, ...given, harness })
  return [body.slice(2, -3), told]
}

function mistake(name: string, harness = 'claude'): string {
  const [value, told] = path(name, harness)
  expect(value).toBe('')
  expect(told).toHaveLength(1)
  const place = `agents/plan/agent.md:1:3-${3 + `{{PATH:${name}}}`.length} [${harness}] `
  expect(told[0]).toContain(place)
  return told[0]!.replace(place, '')
}

describe('T-5: named paths', () => {
  test.each([
    ['plugin_root', '~/.copilot/demo', '${CLAUDE_PLUGIN_ROOT}', '/pi/demo'],
    ['skills_dir', '~/.copilot/demo/skills', '${CLAUDE_PLUGIN_ROOT}/skills', '/pi/demo/skills'],
    [
      'plan_dir',
      '~/.copilot/demo/skills/workflow/plan',
      '${CLAUDE_PLUGIN_ROOT}/skills/plan',
      '/pi/demo/skills/workflow/plan',
    ],
    ['home', '~', '${HOME}/', 'C:\\pi'],
    ['odd key', '$& $1', '$& $1', '$& $1'],
  ])('%s', (name, copilot, claude, pi) => {
    expect(path(name, 'copilot')).toEqual([copilot, []])
    expect(path(name, 'claude')).toEqual([claude, []])
    expect(path(name, 'pi')).toEqual([pi, []])
  })

  test.each(['${HOME}', '${HOME}/x', '${CLAUDE_PLUGIN_ROOT}/../x', '${A}${B}\\c', '${X}//', '${A}:b c'])(
    '%s is written verbatim, unchecked',
    (name) => {
      expect(path(name, 'claude')).toEqual([name, []])
    },
  )

  test('a row without the column of the harness', () => {
    expect(mistake('only_pi')).toBe(
      'error map-column-missing the map gives no "only_pi" in "paths" for this harness -- add the column to token-map.json',
    )
    expect(path('only_pi', 'pi')).toEqual(['/x', []])
  })

  test('the slash between base and relative stands once', () => {
    const paths = { r: { claude: '/r/' }, x: { claude: { base: 'r', relative: 'x' } } }
    expect(path('x', 'claude', { map: { paths } })[0]).toBe('/r/x')
  })
})

describe('T-6, lesson 7: paths of the project', () => {
  test.each([
    ['skills/workflow/plan/SKILL.md', 'skills/workflow/plan/SKILL.md', 'skills/plan/SKILL.md'],
    ['skills/workflow/plan', 'skills/workflow/plan', 'skills/plan'],
    ['skills/workflow/plan/', 'skills/workflow/plan/', 'skills/plan/'],
    ['skills/workflow/plan/references', 'skills/workflow/plan/references', 'skills/plan/references'],
    [
      'skills/workflow/plan/references/deep/',
      'skills/workflow/plan/references/deep/',
      'skills/plan/references/deep/',
    ],
    [
      'skills/workflow/plan/references/deep/notes.md',
      'skills/workflow/plan/references/deep/notes.md',
      'skills/plan/references/deep/notes.md',
    ],
    [
      'skills/workflow/plan/scripts/run.sh',
      'skills/workflow/plan/scripts/run.sh',
      'skills/plan/scripts/run.sh',
    ],
    ['skills/tdd/SKILL.md', 'skills/tdd/SKILL.md', 'skills/tdd/SKILL.md'],
    ['agents/plan/agent.md', 'agents/plan.agent.md', 'agents/plan.md'],
    ['agents/ralph/agent.md', 'agents/ralph.agent.md', 'agents/ralph.md'],
    ['skills', 'skills', 'skills'],
    ['agents/', 'agents/', 'agents/'],
    ['claude-extras/x.json', 'x.json', 'x.json'],
    ['claude-extras/hooks/hooks.json', 'hooks/hooks.json', 'hooks/hooks.json'],
    ['claude-extras/hooks', 'hooks', 'hooks'],
    ['shared/templates', 'assets/templates', 'assets/templates'],
    ['shared', 'assets', 'assets'],
    ['shared/more', 'more', 'more'],
    ['shared/more/deep', 'more/deep', 'more/deep'],
    ['notes/deep/one.txt', 'kept/notes/deep/one.txt', 'kept/notes/deep/one.txt'],
    ['LICENSE.txt', 'legal/LICENSE', 'legal/LICENSE'],
    // Paths of the tree.
    ['legal/LICENSE', 'legal/LICENSE', 'legal/LICENSE'],
    ['x.json', 'x.json', 'x.json'],
    ['hooks', 'hooks', 'hooks'],
    // What lies below an environment variable is not known.
    ['skills/tdd/${FILE}', 'skills/tdd/${FILE}', 'skills/tdd/${FILE}'],
    ['skills/workflow/plan/${DIR}/x.md', 'skills/workflow/plan/${DIR}/x.md', 'skills/plan/${DIR}/x.md'],
  ])('%s', (name, elsewhere, claude) => {
    expect(path(name, 'copilot')).toEqual([`~/.copilot/demo/${elsewhere}`, []])
    expect(path(name, 'claude')).toEqual([`\${CLAUDE_PLUGIN_ROOT}/${claude}`, []])
    expect(path(name, 'pi')).toEqual([`/pi/demo/${elsewhere.replace('.agent.md', '.md')}`, []])
  })

  test('paths of one harness’s tree', () => {
    expect(path('.claude-plugin/plugin.json', 'claude')[0]).toBe(
      '${CLAUDE_PLUGIN_ROOT}/.claude-plugin/plugin.json',
    )
    expect(path('plugin.json', 'copilot')[0]).toBe('~/.copilot/demo/plugin.json')
    expect(path('agents/plan.agent.md', 'copilot')[0]).toBe('~/.copilot/demo/agents/plan.agent.md')
    expect(path('skills/plan/SKILL.md', 'claude')[0]).toBe('${CLAUDE_PLUGIN_ROOT}/skills/plan/SKILL.md')
    // A group has no directory where the tree is flat.
    expect(path('skills/workflow', 'pi')[0]).toBe('/pi/demo/skills/workflow')
    expect(mistake('skills/workflow')).toContain('error path-missing the tree holds no "skills/workflow"')
  })

  test.each([
    // What is not there, with the source path that is meant.
    ['skills/plan/SKILL.md', 'pi', 'did you mean "skills/workflow/plan/SKILL.md"?'],
    ['skills/group/workflow/plan/SKILL.md', 'claude', 'did you mean "skills/workflow/plan/SKILL.md"?'],
    ['workflow/plan/SKILL.md', 'claude', 'did you mean "skills/workflow/plan/SKILL.md"?'],
    [
      'skills/plan/references/deep/notes.md',
      'pi',
      'did you mean "skills/workflow/plan/references/deep/notes.md"?',
    ],
    ['notes.md', 'claude', 'did you mean "skills/workflow/plan/references/deep/notes.md"?'],
    ['skills/workflow/pln/SKILL.md', 'claude', 'did you mean "skills/workflow/plan/SKILL.md"?'],
    ['skills/tdt/SKILL.md', 'claude', 'did you mean "skills/tdd/SKILL.md"?'],
    ['skills/tdt/', 'claude', 'did you mean "skills/tdd"?'],
    ['agents/plan.md', 'copilot', 'did you mean "agents/plan/agent.md"?'],
    ['agents/plan.agent.md', 'pi', 'did you mean "agents/plan/agent.md"?'],
    ['agents/ralph', 'claude', 'did you mean "agents/ralph/agent.md"?'],
    ['agents/ralf/agent.md', 'claude', 'did you mean "agents/ralph/agent.md" or "agents/plan/agent.md"?'],
    ['hooks.json', 'claude', 'did you mean "claude-extras/hooks/hooks.json"?'],
    // Nothing lies below a file.
    ['skills/tdd/SKILL.md/', 'claude', 'did you mean "skills/tdd/SKILL.md"?'],
    ['skills/tdd/SKILL.md/${X}', 'claude', 'did you mean "skills/tdd/SKILL.md"?'],
    ['agents/plan/agent.md/', 'pi', 'did you mean "agents/plan/agent.md"?'],
    ['skills/tdd/SKILLS.md/${X}', 'claude', 'did you mean "skills/tdd/SKILL.md"?'],
  ])('%s on %s', (name, harness, hint) => {
    expect(mistake(name, harness)).toBe(`error path-missing the tree holds no "${name}" -- ${hint}`)
  })

  test.each(['notes', 'notes/deep'])('a directory of which one file was copied is not there: %s', (name) => {
    expect(mistake(name)).toContain('error path-missing ')
  })

  test('nothing near: no hint', () => {
    expect(mistake('docs/architecture/overview.html')).toBe(
      'error path-missing the tree holds no "docs/architecture/overview.html"',
    )
  })

  test.each([
    ['skill_dir', ' -- did you mean "skills_dir"?'],
    ['Plugin_Root', ' -- did you mean "plugin_root"?'],
    ['constructor', ' -- keys of "paths": plugin_root, skills_dir, plan_dir, home, odd key, only_pi'],
    ['toString', ' -- keys of "paths": plugin_root, skills_dir, plan_dir, home, odd key, only_pi'],
    ['__proto__', ' -- keys of "paths": plugin_root, skills_dir, plan_dir, home, odd key, only_pi'],
  ])('lesson 6: a word that names nothing is a misspelt key: %s', (name, hint) => {
    expect(mistake(name)).toBe(
      `error path-missing "${name}" is neither a key of "paths" nor a path of the tree${hint}`,
    )
  })

  test.each([
    ['/etc/passwd', 'it is absolute'],
    ['~/x', 'it is absolute'],
    ['../x', 'it holds . or .. as a part'],
    ['skills/../../x', 'it holds . or .. as a part'],
    ['skills/tdd/..', 'it holds . or .. as a part'],
    ['./skills/tdd', 'it holds . or .. as a part'],
    ['skills\\tdd\\SKILL.md', 'its separator is /'],
    ['https://example.com/x', 'it is a URL or has a drive'],
    ['C:/x', 'it is a URL or has a drive'],
    ['file:x', 'it is a URL or has a drive'],
    ['skills//tdd', 'it has an empty part'],
    ['skills/tdd//', 'it has an empty part'],
    ['/', 'it is absolute'],
  ])('%s is no path of a project: %s', (name, why) => {
    expect(mistake(name)).toBe(
      `error path-invalid ${JSON.stringify(name)} is no path of the project: ${why} -- name a source path, such as skills/plan/SKILL.md`,
    )
  })

  test.each(['..', '../${X}', '/${X}', 'skills/../${X}', 'skills\\${X}', 'https://${HOST}/x'])(
    'nor does an environment variable make it one: %s',
    (name) => {
      expect(mistake(name)).toContain('error path-invalid ')
    },
  )

  test('a path in a section is told where it stands', () => {
    const { told } = composeBody('{{SECTION:s}}\n', { ...GIVEN, sections: { s: 'a\n  see {{PATH:x/y}}' } })
    expect(told).toEqual(['error path-missing agents/plan/s.md:2:7-19 [claude] the tree holds no "x/y"'])
  })

  test('a thousand unknown paths among thousands take little time', () => {
    const skills = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [
        `group-${index % 9}/skill-${index}`,
        { 'SKILL.md': PLAN, 'notes.md': 'x' },
      ]),
    )
    const lines = Array.from(
      { length: 1000 },
      (_, index) => `{{PATH:skills/grop-${index % 9}/skil-${index}/SKIL.md}}`,
    )
    const start = performance.now()
    const { told } = composeBody(`${lines.join('\n')}\n`, { skills })
    expect(told).toHaveLength(1000)
    expect(told[0]).toContain('did you mean "skills/group-0/skill-0/SKILL.md"')
    expect(performance.now() - start).toBeLessThan(10_000)
  })
})

describe('T-7: pluginRoot', () => {
  const given = { pluginRoot: '/opt/demo/' }

  test('replaces the value of plugin_root, also where others rest on it', () => {
    expect(path('plugin_root', 'claude', given)[0]).toBe('/opt/demo/')
    expect(path('plan_dir', 'claude', given)[0]).toBe('/opt/demo/skills/plan')
    expect(path('skills/tdd/SKILL.md', 'claude', given)[0]).toBe('/opt/demo/skills/tdd/SKILL.md')
    expect(path('home', 'claude', given)[0]).toBe('${HOME}/')
  })

  test('serves a map that has none', () => {
    const none = { ...given, map: { paths: {} } }
    expect(path('skills/tdd', 'claude', none)).toEqual(['/opt/demo/skills/tdd', []])
    expect(path('plugin_root', 'claude', none)).toEqual(['/opt/demo/', []])
    const paths = { x: { claude: { base: 'plugin_root', relative: 'x' } } }
    expect(path('x', 'claude', { ...given, map: { paths } })).toEqual(['/opt/demo/x', []])
  })

  test('without either there is nothing that a path could begin with', () => {
    const { told } = composeBody('a {{PATH:skills/tdd}}\n', { ...GIVEN, map: { paths: {} } })
    expect(told).toEqual([
      'error map-column-missing agents/plan/agent.md:1:3-22 [claude] the map gives no "plugin_root" in "paths" for this harness -- add the column to token-map.json',
    ])
  })
})
