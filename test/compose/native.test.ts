import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compileIn, describeDiagnostics, project, treeFiles } from '../support/fixture.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-native-'))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

const NATIVE = '---\nname: ralph\ndescription: Loops\ntools: Bash, Read\n---\n\nNative.\n'

let count = 0

/** A project whose agent `ralph` the map defers to claude, unless `files` says otherwise. */
function build(files: Record<string, string | Buffer>, deferred: unknown = { ralph: ['claude'] }) {
  const map = {
    version: 1,
    harnesses: ['copilot', 'claude'],
    tools: { bash: { copilot: 'bash', claude: 'Bash' } },
    agents: { deferred },
  }
  const directory = project(path.join(root, String(count++)), {
    'plugin.json': '{"name": "demo", "version": "1.0.0", "description": "A demo", "author": {"name": "Me"}}',
    'token-map.json': JSON.stringify(map),
    'agents/ralph/agent.md': 'Composed {{TOOL:bash}}.\n',
    'agents/ralph/frontmatter.json': '{"description": "Loops", "tools": ["bash"]}',
    'agents/ralph/copilot/frontmatter.json': '{}',
    'agents/ralph/claude/frontmatter.json': '{}',
    ...files,
  })
  const compilation = compileIn(directory)
  return {
    told: describeDiagnostics(compilation, 'warning'),
    tree: compilation.trees.get('claude'),
    compilation,
    map: JSON.stringify(map),
  }
}

function invalid(native: string, place: string, message: string): void {
  expect(build({ 'agents-native/ralph.md': native }).told).toEqual([
    `error native-invalid agents-native/ralph.md:${place} [claude] ${message}`,
  ])
}

describe('agents.deferred (contract §4, lesson 9)', () => {
  test.each<[string, string | Buffer]>([
    ['as it is', NATIVE],
    ['CRLF', NATIVE.replaceAll('\n', '\r\n')],
    ['a byte order mark', `\ufeff${NATIVE}`],
    ['no newline at its end', NATIVE.trimEnd()],
    ['blanks and blank lines', `${NATIVE}x  \t\n\n\n`],
    ['braces of others, and an escape', `${NATIVE}{{ x }} \\{{TOOL:y}} {{#if}}\n`],
  ])('the native file goes out byte for byte: %s', (_, native) => {
    const { told, tree, compilation } = build({ 'agents-native/ralph.md': native })
    expect(told).toEqual([])
    expect(Buffer.from(tree!.files.get('agents/ralph.md')!.content as Uint8Array).toString('utf8')).toBe(
      native,
    )
    // The other harness gets the composed one.
    expect(treeFiles(compilation.trees.get('copilot')!)['agents/ralph.agent.md']).toContain('Composed bash.')
  })

  test('that of the harness comes before the common one', () => {
    const own = NATIVE.replace('Native', 'Own')
    const { told, tree } = build({ 'agents-native/claude/ralph.md': own, 'agents-native/ralph.md': NATIVE })
    expect(told).toEqual([])
    expect(String(Buffer.from(tree!.files.get('agents/ralph.md')!.content as Uint8Array))).toBe(own)
  })

  test('none: an error at the map’s entry', () => {
    const { told, map } = build({})
    const column = map.indexOf('"claude"]}') + 1
    expect(told).toEqual([
      `error native-missing token-map.json:1:${column}-${column + 8} [claude] "ralph" is deferred to agents-native/, where it is not -- write agents-native/claude/ralph.md, or agents-native/ralph.md`,
    ])
  })

  test('that of another harness does not serve', () => {
    const { told } = build({ 'agents-native/copilot/ralph.md': NATIVE })
    expect(told.map((line) => line.split(' ')[1])).toEqual(['native-undeclared', 'native-missing'])
  })

  test('a file that nothing defers', () => {
    const native = { 'agents-native/ralph.md': NATIVE }
    expect(build({ ...native, 'agents-native/rafl.md': NATIVE }).told).toEqual([
      'error native-undeclared agents-native/rafl.md the token map defers no agent to this file -- add "agents": {"deferred": {"rafl": ["<harness>"]}} to token-map.json',
    ])
    expect(build({ ...native, 'agents-native/copilot/ralph.md': NATIVE }).told).toEqual([
      'error native-undeclared agents-native/copilot/ralph.md the token map defers no agent to this file -- add "agents": {"deferred": {"ralph": ["copilot"]}} to token-map.json',
    ])
  })

  test('an agent that is none', () => {
    const { told, map } = build({ 'agents-native/ralp.md': NATIVE }, { ralp: ['claude'] })
    const column = map.indexOf('"ralp"') + 1
    expect(told).toEqual([
      `error map-value token-map.json:1:${column}-${column + 6} there is no agent "ralp" to defer -- did you mean "ralph"?`,
    ])
  })

  test('the sources are validated all the same', () => {
    const { told } = build({ 'agents-native/ralph.md': NATIVE, 'agents/ralph/agent.md': 'x {{TOOL:bsh}}\n' })
    expect(told).toEqual([
      'error tool-unknown agents/ralph/agent.md:1:3-15 [copilot, claude] unknown tool "bsh" -- did you mean "bash"?',
    ])
  })

  test('it must begin with frontmatter that is a mapping with name and description', () => {
    invalid('# Ralph\n', '1:1-1', 'a native agent must begin with frontmatter')
    invalid(
      '\n---\nname: ralph\ndescription: x\n---\n',
      '1:1-1',
      'a native agent must begin with frontmatter',
    )
    invalid('---\n- a\n---\n', '2:1-1', 'the frontmatter must be a mapping of keys to values')
    invalid('---\ndescription: x\n---\n', '2:1-1', '"name" must be a string that is not empty')
    invalid(
      '---\nname: ralph\ndescription: 5\n---\n',
      '3:14-15',
      '"description" must be a string that is not empty',
    )
    invalid('---\nname: ""\ndescription: x\n---\n', '2:7-9', '"name" must be a string that is not empty')
  })

  test('lesson 20: it must be YAML', () => {
    const { told } = build({
      'agents-native/ralph.md': '---\nname: ralph\ndescription: Loops: and loops\n---\n\nx\n',
    })
    expect(told).toEqual([
      'error native-invalid agents-native/ralph.md:3:14-14 [claude] this is not YAML: nested mappings are not allowed in compact mappings -- put the value of "description" in quotes: it holds a colon',
    ])
    // Aliases that multiply beyond all bounds.
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]', ...'bcdefghi'].map((line, index) =>
      index === 0 ? line : `${line}: &${line} [${`*${'abcdefgh'[index - 1]}, `.repeat(10)}]`,
    )
    const bombed = build({
      'agents-native/ralph.md': `---\nname: ralph\ndescription: x\n${bomb.join('\n')}\n---\n`,
    }).told
    expect(bombed).toHaveLength(1)
    expect(bombed[0]).toContain(
      'error native-invalid agents-native/ralph.md:2:1-1 [claude] this is not YAML: ',
    )
  })

  test('it must hold no token, and no near miss', () => {
    invalid(
      `${NATIVE}Use {{TOOL:bash}}.\n`,
      '8:5-18',
      'a native file is written as it stands: nothing resolves this token',
    )
    invalid(
      NATIVE.replace('Loops', '"{{PATH:x/y}}"'),
      '3:15-27',
      'a native file is written as it stands: nothing resolves this token',
    )
    const near = build({ 'agents-native/ralph.md': `${NATIVE}{{tool:bash}}\n` }).told
    expect(near).toHaveLength(1)
    expect(near[0]).toContain('error native-invalid agents-native/ralph.md:8:1-14 [claude] ')
  })

  test('lesson 25: a tool that the client does not have is a warning', () => {
    const { told } = build({
      'agents-native/ralph.md': NATIVE.replace('Bash, Read', 'bash, Bash(git *), mcp__a__b, Read'),
    })
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(
      /^warning tool-not-native agents-native\/ralph\.md:4:8-\d+ \[claude\] Claude Code \S+ has no tool "bash" -- did you mean "Bash"/,
    )
  })

  test('a tool that something provides is none of those', () => {
    const text = NATIVE.replace('Bash, Read', 'Bash, delegate_work')
    const map = {
      version: 1,
      harnesses: ['claude'],
      tools: { bash: { claude: 'Bash' } },
      agents: { deferred: { ralph: ['claude'] } },
      provides: { claude: { delegate_work: 'an extension' } },
    }
    const files = { 'agents-native/ralph.md': text, 'token-map.json': JSON.stringify(map) }
    expect(build(files).told).toEqual([])
    const other = JSON.stringify({ ...map, provides: { pi: map.provides.claude } })
    expect(build({ ...files, 'token-map.json': other }).told).toHaveLength(1)
  })

  test('T-6: a PATH may name the native file, where it is what is emitted', () => {
    const map = {
      version: 1,
      harnesses: ['copilot', 'claude'],
      tools: { bash: { copilot: 'bash', claude: 'Bash' } },
      agents: { deferred: { ralph: ['claude'] } },
      paths: { plugin_root: { copilot: '~/x', claude: '/x' } },
    }
    const files = {
      'token-map.json': JSON.stringify(map),
      'agents/plan/agent.md': 'See {{PATH:agents-native/claude/ralph.md}}.\n',
      'agents/plan/claude/frontmatter.json': '{"description": "Plans", "tools": ["*"]}',
      'agents-native/claude/ralph.md': NATIVE,
      'agents-native/ralph.md': NATIVE,
    }
    const { told, tree } = build({ ...files, 'agents/ralph/agent.md': 'Loop.\n' })
    expect(told).toEqual([])
    expect(treeFiles(tree!)['agents/plan.md']).toContain('\nSee /x/agents/ralph.md.\n')
    // The common one is not what claude gets.
    const common = build({
      ...files,
      'agents/plan/agent.md': '{{PATH:agents-native/ralph.md}}\n{{PATH:agents-native/claude/ralf.md}}\n',
    }).told
    expect(common).toEqual([
      'error path-missing agents/plan/agent.md:1:1-32 [claude] the tree holds no "agents-native/ralph.md" -- did you mean "agents-native/claude/ralph.md"?',
      'error path-missing agents/plan/agent.md:2:1-38 [claude] the tree holds no "agents-native/claude/ralf.md" -- did you mean "agents-native/claude/ralph.md"?',
    ])
  })
})
