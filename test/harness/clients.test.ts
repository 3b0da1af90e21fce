import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Harness } from '../../src/compose/harness.ts'
import { claude, copilot, pi } from '../../src/harness/index.ts'
import { faults } from '../support/check-json.ts'
import { type Scratch, scratch } from '../support/client.ts'
import { discover } from '../support/copilot-rpc.ts'
import { runManifest } from '../support/manifest-input.ts'

// Each of a dozen installations starts the client, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

// The facts of the adapters, held against the clients themselves.

const { CLAUDE_BIN, COPILOT_BIN, PI_SDK, NODE24 } = process.env
for (const name of ['CLAUDE_BIN', 'COPILOT_BIN', 'PI_SDK', 'NODE24']) {
  if (process.env[name] === undefined)
    console.warn(`SKIPPED: tests against a real client; set ${name} to run them`)
}

let box: Scratch
beforeAll(() => void (box = scratch()))
afterAll(() => box.remove())

const agent = (name: string) => `---\nname: "${name}"\ndescription: "Plans"\n---\n\nPlan.\n`
const skill = (name: string, more = '') => `---\nname: ${name}\ndescription: Plans\n${more}---\n\nPlan.\n`

/** A tree as the build would lay it out: two agents, two skills, what else is given, and the manifest. */
function tree(
  harness: Harness,
  more: Record<string, unknown> = {},
  components: Record<string, unknown> = {},
) {
  const sources = {
    [harness.layout.agent('plan')]: agent('plan'),
    [harness.layout.agent('review')]: agent('review'),
    [`${harness.layout.skill(['workflow', 'plan'])}/SKILL.md`]: skill('plan'),
    [`${harness.layout.skill(['tdd'])}/SKILL.md`]: skill('tdd'),
    ...more,
  }
  const { files, reports } = runManifest(harness.manifest, { files: Object.keys(sources), components })
  expect(reports).toEqual([])
  return { ...sources, ...files }
}

const validate = (directory: string) =>
  box.run([
    CLAUDE_BIN!,
    'plugin',
    'validate',
    '--strict',
    '--json',
    join(directory, '.claude-plugin/plugin.json'),
  ])

describe.skipIf(CLAUDE_BIN === undefined)('Claude Code', () => {
  it('O-5: strictly validates plugin and marketplace, and installs', async () => {
    const directory = box.tree(
      'claude',
      tree(claude, {
        'hooks/hooks.json': { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'echo' }] }] } },
        '.mcp.json': { mcpServers: { docs: { command: 'true' } } },
      }),
    )
    expect(await validate(directory)).toMatchObject({ code: 0 })
    expect(await box.run([CLAUDE_BIN!, 'plugin', 'validate', '--strict', directory])).toMatchObject({
      code: 0,
    })
    expect(await box.run([CLAUDE_BIN!, 'plugin', 'marketplace', 'add', directory])).toMatchObject({ code: 0 })
    expect(await box.run([CLAUDE_BIN!, 'plugin', 'install', 'demo@ada-market'])).toMatchObject({ code: 0 })
    const session = await box.run([
      CLAUDE_BIN!,
      '-p',
      '--plugin-dir',
      directory,
      '--output-format',
      'stream-json',
      '--verbose',
      'hi',
    ])
    const init = session.out.split('\n').find((line) => line.includes('"subtype":"init"'))
    expect(JSON.parse(init ?? '{}')).toMatchObject({
      agents: expect.arrayContaining(['demo:plan', 'demo:review']),
      skills: expect.arrayContaining(['demo:plan', 'demo:tdd']),
    })
  })

  it.each([
    ['fine', { hooks: { Stop: [] } }],
    ['no hooks', {}],
    ['an unknown event', { hooks: { stop: [] } }],
    ['a flat hook', { hooks: { Stop: [{ type: 'command', command: 'x' }] } }],
    ['a faulty guard', { hooks: { PreToolUse: [{ hooks: [{ type: 'zap' }] }] } }],
    [
      'an open root',
      { hooks: { Stop: [{ hooks: [{ type: 'command', command: '$CLAUDE_PLUGIN_ROOT/x' }] }] } },
    ],
  ])('judges hooks as we do: %s', async (name, hooks) => {
    const directory = box.tree(`claude hooks ${name}`, tree(claude, { 'hooks/hooks.json': hooks }))
    const { contents } = JSON.parse((await validate(directory)).out) as Validation
    const theirs = contents.flatMap(({ errors, warnings }) => [
      ...errors.map(() => 'error'),
      ...warnings.map(() => 'warning'),
    ])
    expect(faults(claude, 'hooks/hooks.json', hooks).map((line) => line.split(' ')[0])).toEqual(theirs)
  })
})

interface Validation {
  contents: { errors: unknown[]; warnings: unknown[] }[]
}

async function install(name: string, files: Record<string, unknown>): Promise<void> {
  const directory = box.tree(name, {
    'plugin.json': { name, version: '1.0.0', description: 'x' },
    ...files,
  })
  expect(await box.run([COPILOT_BIN!, 'plugin', 'install', directory])).toMatchObject({ code: 0 })
}

describe.skipIf(COPILOT_BIN === undefined)('Copilot CLI', () => {
  it('O-5: takes the marketplace, installs, and loads agents and skills', async () => {
    const directory = box.tree('copilot', tree(copilot))
    expect(await box.run([COPILOT_BIN!, 'plugin', 'marketplace', 'add', directory])).toMatchObject({
      code: 0,
    })
    expect(await box.run([COPILOT_BIN!, 'plugin', 'install', 'demo@ada-market'])).toMatchObject({ code: 0 })
    expect((await box.run([COPILOT_BIN!, 'plugin', 'list', '--json'])).out).toContain('"demo"')
    // What is live from a marketplace is not told to a client without a project; a copy is.
    expect(await box.run([COPILOT_BIN!, 'plugin', 'install', directory])).toMatchObject({ code: 0 })
    const [agents, skills] = await discover(box, COPILOT_BIN!, ['agents.discover', 'skills.discover'])
    expect(agents!['agents']).toMatchObject([{ id: 'demo:plan' }, { id: 'demo:review' }])
    expect(skills!['skills']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'plan',
          path: expect.stringMatching(/skills\/workflow\/plan\/SKILL\.md$/),
        }),
        expect.objectContaining({ name: 'tdd', path: expect.stringMatching(/skills\/tdd\/SKILL\.md$/) }),
      ]),
    )
  })

  it('S-10, O-5: refuses the hooks and drops the skills that we say it does', async () => {
    const hooks: Record<string, unknown> = {
      'no-version': { hooks: { sessionStart: [{ type: 'prompt', prompt: 'x' }] } },
      'version-2': { version: 2, hooks: {} },
      'bad-type': { hooks: { sessionStart: [{ type: 'zap' }] } },
      'no-command': { hooks: { agentStop: [{ type: 'command' }] } },
      'unknown-event': { hooks: { sessionstart: [] } },
      'late-prompt': { hooks: { agentStop: [{ type: 'prompt', prompt: 'x' }] } },
    }
    const skills: Record<string, string> = {
      fine: '',
      'bare-hint': 'argument-hint: [x]\n',
      'null-hint': 'argument-hint:\n',
      'quoted-boolean': 'user-invocable: "true"\n',
      'tool-numbers': 'allowed-tools: [1]\n',
    }
    for (const [name, value] of Object.entries(hooks)) await install(name, { 'hooks.json': value })
    for (const [name, more] of Object.entries(skills)) {
      await install(name, { [`skills/${name}/SKILL.md`]: skill(name, more) })
    }
    const [hooksFound, skillsFound] = await discover(box, COPILOT_BIN!, ['hooks.discover', 'skills.discover'])
    for (const [name, value] of Object.entries(hooks)) {
      const ours = faults(copilot, 'hooks.json', value).some((line) => line.startsWith('error'))
      expect([name, JSON.stringify(hooksFound!['errors']).includes(`/${name}/`)]).toEqual([name, ours])
    }
    for (const [name, more] of Object.entries(skills)) {
      const lost = JSON.stringify(skillsFound!['errors']).includes(`/${name}/`)
      expect([name, lost]).toEqual([
        name,
        (copilot.limits.skill?.({ name, description: 'Plans', ...VALUES[more] }) ?? []).length > 0,
      ])
    }
  })
})

/** What the YAML above means. */
const VALUES: Record<string, Record<string, unknown>> = {
  'argument-hint: [x]\n': { 'argument-hint': ['x'] },
  'argument-hint:\n': { 'argument-hint': null },
  'user-invocable: "true"\n': { 'user-invocable': 'true' },
  'allowed-tools: [1]\n': { 'allowed-tools': [1] },
}

describe.skipIf(PI_SDK === undefined || NODE24 === undefined)('pi', () => {
  it('O-5: loads all that the package holds', async () => {
    const directory = box.tree(
      'pi',
      tree(pi, {
        'prompts/go.md': '---\ndescription: Goes\n---\nGo.\n',
        'extensions/noop.ts': 'export default function () {}\n',
        [`${pi.layout.skill(['empty'])}/SKILL.md`]: '---\nname: empty\ndescription: ""\n---\n',
      }),
    )
    const script = join(import.meta.dirname, '../support/pi-load.mjs')
    const { out, err } = await box.run([NODE24!, script, PI_SDK!, directory, box.root])
    expect(JSON.parse(out || err)).toEqual({
      skills: ['plan', 'tdd'],
      prompts: ['go'],
      extensions: 1,
      problems: ['description is required'],
    })
  })
})
