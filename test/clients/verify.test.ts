import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { project } from '../support/project.ts'
import { type Client, CLIENTS, hasClients } from '../support/clients.ts'
import { Running, until } from '../support/cli.ts'
import { put, scratch } from '../support/trees.ts'
import { User } from '../support/verify.ts'

/** What hooks and servers of a tree do when they are started, which must not happen. */
const TOUCHED = path.join(scratch(), 'touched')
const TOUCH = `touch ${TOUCHED}`
const SERVERS = { started: { command: '/bin/sh', args: ['-c', `${TOUCH}; sleep 60`] } }

const EXTRAS = {
  'claude-extras/hooks/hooks.json': json({
    hooks: { SessionStart: [{ hooks: [{ type: 'command', command: TOUCH }] }] },
  }),
  'claude-extras/.mcp.json': json({ mcpServers: SERVERS }),
  'copilot-extras/hooks.json': json({
    version: 1,
    hooks: {
      sessionStart: [{ type: 'command', bash: TOUCH }],
      sessionEnd: [{ type: 'command', bash: TOUCH }],
    },
  }),
  'copilot-extras/.mcp.json': json({ mcpServers: SERVERS }),
  'pi-extras/extensions/hello.js':
    'export default (pi) => pi.registerTool(hello)\nconst hello = {\n' +
    "  name: 'hello', label: 'Hello', description: 'Greets.', parameters: { type: 'object', properties: {} },\n" +
    '  execute: async () => ({ content: [], details: {} }),\n}\n',
}

const agent = (frontmatter: string): string => `---\n${frontmatter}\n---\n\nPlan it.\n`
const GOOD = 'name: plan\ndescription: "Plans."'

function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/** A machine that does something else first is no fault. */
const MINUTES = 180_000

let root: string
let user: User

beforeAll(() => {
  if (!hasClients) return
  user = new User()
  root = project(EXTRAS)
  expect(user.run(root, ['build'])).toMatchObject({ code: 0 })
})

describe.skipIf(!hasClients)('verify', { timeout: MINUTES }, () => {
  test('a clean tree: what each client has is what was meant, and nothing is started or left', () => {
    const { code, json: found, stderr } = user.verify(root)
    expect(stderr).toBe('')
    expect(found.diagnostics).toEqual([])
    expect(code).toBe(0)
    expect(found.clients).toEqual({
      copilot: {
        client: 'GitHub Copilot CLI',
        version: '1.0.102',
        dir: 'dist/copilot',
        agents: [
          {
            name: 'demo:plan',
            file: 'agents/plan.agent.md',
            tools: ['bash', 'read_bash', 'stop_bash', 'list_bash', 'skill', 'sql'],
            lost: [],
            told: [],
          },
        ],
        skills: ['tidy'],
        hooks: ['sessionStart', 'sessionEnd'],
      },
      claude: {
        client: 'Claude Code',
        version: '2.1.332',
        dir: 'dist/claude',
        agents: [{ name: 'demo:plan', file: 'agents/plan.md', tools: ['Bash'], lost: [], told: [] }],
        skills: ['demo:tidy'],
        hooks: ['SessionStart'],
      },
      pi: {
        client: 'pi coding agent',
        version: '1.6.0',
        dir: 'dist/pi',
        agents: [{ name: 'demo:plan', file: 'agents/plan.md', tools: ['bash'], lost: [], told: [] }],
        skills: ['tidy'],
        hooks: [],
      },
    })
    expect(fs.existsSync(TOUCHED)).toBe(false)
    expect(fs.readdirSync(user.home)).toEqual([])
  })

  test('tools that go by other names, or are folded into others, are no loss', () => {
    const out = scratch()
    put(out, {
      'claude/.claude-plugin/plugin.json': json({
        name: 'demo',
        version: '1.0.0',
        description: 'x',
        author: { name: 'Ann' },
      }),
      'claude/agents/plan.md': agent(`${GOOD}\ntools: Bash(git *), Grep, Agent, AskUserQuestion`),
      'copilot/plugin.json': json({ name: 'demo', agents: 'agents/' }),
      'copilot/agents/plan.agent.md': agent(`${GOOD}\ntools: ["execute", "Read", "web_fetch"]`),
    })
    const { code, json: found } = user.verify(root, ['--out', out])
    const agents = Object.fromEntries(Object.entries(found.clients).map(([id, one]) => [id, one.agents[0]]))
    expect(agents).toMatchObject({
      claude: {
        tools: expect.arrayContaining(['Bash', 'Task']),
        lost: [],
        told: [
          { tool: 'Grep', why: 'it is there alone, and not beside the others: one of them does its work' },
          { tool: 'Agent', why: 'here it is called Task' },
          { tool: 'AskUserQuestion' },
        ],
      },
      copilot: {
        tools: expect.arrayContaining(['bash', 'view']),
        lost: [],
        told: [
          { tool: 'execute', why: 'here it is called bash, read_bash, stop_bash, list_bash' },
          { tool: 'Read', why: 'here it is called view' },
          { tool: 'web_fetch', why: 'it is not there offline' },
        ],
      },
    })
    expect(found.diagnostics).toEqual([])
    expect(code).toBe(0)
  })

  test('for people', () => {
    const { code, stdout } = user.run(root, ['verify', 'claude'])
    expect(code).toBe(0)
    expect(stdout).toBe(
      `Claude Code 2.1.332   dist/claude
  agent   demo:plan   Bash
  skill   demo:tidy
  hook    SessionStart

nothing is lost: Claude Code
`,
    )
  })

  test('Ctrl-C leaves nothing behind', async () => {
    const tmp = scratch()
    const words = [
      'verify',
      'claude',
      'pi',
      '--client',
      `claude=${CLIENTS.claude}`,
      '--client',
      `pi=${CLIENTS.pi}`,
    ]
    const running = new Running(root, words, ['env', `TMPDIR=${tmp}`])
    await until(
      () => fs.readdirSync(tmp).some((name) => fs.existsSync(path.join(tmp, name, 'pi'))),
      'pi is started',
    )
    expect(await running.interrupt()).toBe(130)
    expect(fs.readdirSync(tmp).filter((name) => name !== 'node-compile-cache')).toEqual([])
  })
})

interface Defect {
  client: Client
  name: string
  /** File of the tree → its new content; nothing: it goes. */
  files: Record<string, string | undefined>
  /** Codes and the file at fault. */
  told: [code: string, file: string][]
  says?: string
  hint?: string
}

const LONG = 'a'.repeat(65)

const DEFECTS: Defect[] = [
  {
    client: 'claude',
    name: 'a frontmatter that is no YAML',
    files: { 'agents/plan.md': agent('name: plan\ndescription: "Plans.') },
    told: [['client-problem', 'agents/plan.md']],
    says: 'YAML frontmatter failed to parse',
  },
  {
    client: 'claude',
    name: 'a tool in the wrong case',
    files: { 'agents/plan.md': agent(`${GOOD}\ntools: bash`) },
    told: [['tool-lost', 'agents/plan.md']],
    says: 'the agent "demo:plan" does not get the tool "bash"',
    hint: 'did you mean "Bash"?',
  },
  {
    client: 'claude',
    name: 'a field that it does not obey',
    files: { 'agents/plan.md': agent(`${GOOD}\npermissionMode: plan`) },
    told: [['client-problem', 'agents/plan.md']],
    says: 'permissionMode',
  },
  {
    client: 'claude',
    name: 'a skill without a description',
    files: { 'skills/tidy/SKILL.md': '---\nname: tidy\n---\n\nTidy up.\n' },
    told: [['client-problem', 'skills/tidy/SKILL.md']],
    says: 'No description in frontmatter',
  },
  {
    client: 'claude',
    name: 'a skill two levels deep',
    files: { 'skills/more/deep/SKILL.md': '---\nname: deep\ndescription: Deep.\n---\n\nDig.\n' },
    told: [['skill-lost', 'skills/more/deep/SKILL.md']],
    says: 'Claude Code does not have the skill "deep"',
  },
  {
    client: 'claude',
    name: 'a manifest that names what is not there',
    files: {
      '.claude-plugin/plugin.json': json({
        name: 'demo',
        version: '1.0.0',
        description: 'A demo.',
        author: { name: 'Ann' },
        agents: ['./agentz/plan.md'],
      }),
    },
    told: [
      ['client-problem', '.claude-plugin/plugin.json'],
      ['agent-lost', 'agents/plan.md'],
    ],
    says: 'Path not found: ./agentz/plan.md',
  },
  {
    client: 'claude',
    name: 'no manifest',
    files: { '.claude-plugin/plugin.json': undefined },
    told: [['client-problem', '']],
    says: 'there is no .claude-plugin/plugin.json',
  },
  {
    client: 'claude',
    name: 'hooks that are no JSON',
    files: { 'hooks/hooks.json': '{"hooks": {' },
    told: [['client-problem', 'hooks/hooks.json']],
    says: 'Invalid JSON syntax',
  },
  {
    client: 'claude',
    name: 'two agents of one name',
    files: { 'agents/other.md': agent(GOOD) },
    told: [['agent-lost', 'agents/plan.md']],
    says: 'agents/other.md has the same name',
  },
  {
    client: 'copilot',
    name: 'a description that YAML takes for a mapping',
    files: { 'agents/plan.agent.md': agent('name: plan\ndescription: Plans: all of it') },
    told: [
      ['client-problem', 'agents/plan.agent.md'],
      ['agent-lost', 'agents/plan.agent.md'],
    ],
    says: 'mapping values are not allowed in this context at line 2 column 19',
  },
  {
    client: 'copilot',
    name: 'an agent without a description',
    files: { 'agents/plan.agent.md': agent('name: plan') },
    told: [
      ['client-problem', 'agents/plan.agent.md'],
      ['agent-lost', 'agents/plan.agent.md'],
    ],
    says: 'description: Required',
  },
  {
    client: 'copilot',
    name: 'a tool that nobody has',
    files: { 'agents/plan.agent.md': agent(`${GOOD}\ntools: ["bash", "vieuw"]`) },
    told: [['tool-lost', 'agents/plan.agent.md']],
    says: 'the agent "demo:plan" does not get the tool "vieuw"',
    hint: 'did you mean "view"?',
  },
  {
    client: 'copilot',
    name: 'a skill whose name is too long',
    files: { 'skills/tidy/SKILL.md': `---\nname: ${LONG}\ndescription: Tidies.\n---\n\nTidy up.\n` },
    told: [
      ['client-problem', 'skills/tidy/SKILL.md'],
      ['skill-lost', 'skills/tidy/SKILL.md'],
    ],
    says: 'Skill name must be at most 64 characters',
  },
  {
    client: 'copilot',
    name: 'an agent outside the folder that the manifest names',
    files: { 'more/build.agent.md': agent('name: build\ndescription: "Builds."') },
    told: [['agent-lost', 'more/build.agent.md']],
    says: 'GitHub Copilot CLI does not have the agent "demo:build"',
  },
  {
    client: 'copilot',
    name: 'a manifest that names a folder that is not there',
    files: { 'plugin.json': json({ name: 'demo', agents: 'agentz/', skills: 'skills/' }) },
    told: [['agent-lost', 'agents/plan.agent.md']],
    says: 'GitHub Copilot CLI does not have the agent "demo:plan"',
  },
  {
    client: 'copilot',
    name: 'no manifest',
    files: { 'plugin.json': undefined },
    told: [['client-refused', '']],
    says: 'No plugin.json found',
  },
  {
    client: 'copilot',
    name: 'hooks of a version that it does not know',
    files: {
      'hooks.json': json({ version: 2, hooks: { sessionStart: [{ type: 'command', bash: 'true' }] } }),
    },
    told: [
      ['client-problem', ''],
      ['hook-lost', ''],
    ],
    says: 'Invalid hook config version',
  },
  {
    client: 'copilot',
    name: 'a hook for no event',
    files: {
      'hooks.json': json({ version: 1, hooks: { sessionStarts: [{ type: 'command', bash: 'true' }] } }),
    },
    told: [['hook-lost', '']],
    says: 'does not have the hook for "sessionStarts"',
  },
  {
    client: 'pi',
    name: 'a description that YAML takes for a mapping',
    files: { 'agents/plan.md': agent('name: plan\ndescription: Plans: all of it') },
    told: [
      ['client-problem', 'agents/plan.md'],
      ['agent-lost', 'agents/plan.md'],
    ],
    says: 'Nested mappings are not allowed',
  },
  {
    client: 'pi',
    name: 'a tool that nobody brings',
    files: { 'agents/plan.md': agent(`${GOOD}\ntools: bash, task`) },
    told: [['tool-lost', 'agents/plan.md']],
    says: 'the agent "plan" does not get the tool "task"',
  },
  {
    client: 'pi',
    name: 'a skill without a description',
    files: { 'skills/tidy/SKILL.md': '---\nname: tidy\n---\n\nTidy up.\n' },
    told: [
      ['client-problem', 'skills/tidy/SKILL.md'],
      ['skill-lost', 'skills/tidy/SKILL.md'],
    ],
    says: 'description is required',
  },
  {
    client: 'pi',
    name: 'a manifest that names a folder that is not there',
    files: { 'package.json': json({ name: 'demo', version: '1.0.0', pi: { skills: ['skillz'] } }) },
    told: [['skill-lost', 'skills/tidy/SKILL.md']],
    says: 'pi coding agent does not have the skill "tidy"',
  },
  {
    client: 'pi',
    name: 'an extension that throws',
    files: { 'extensions/hello.js': 'export default () => { throw new Error("no greeting today") }\n' },
    told: [['client-problem', '']],
    says: 'no greeting today',
  },
]

describe.skipIf(!hasClients)('a tree with one defect', { timeout: MINUTES }, () => {
  test.each(DEFECTS)('$client: $name', ({ client, files, told, says, hint }) => {
    const out = scratch()
    const tree = path.join(out, client)
    fs.cpSync(path.join(root, 'dist', client), tree, { recursive: true })
    for (const [file, content] of Object.entries(files)) {
      if (content === undefined) fs.rmSync(path.join(tree, file))
      else put(tree, { [file]: content })
    }
    const { code, json: found } = user.verify(root, [client, '--out', out])
    const errors = found.diagnostics.filter(({ severity }) => severity === 'error')
    const place = (file = ''): string => path.relative(tree, file)
    expect(errors.map(({ code: one, file }) => [one, place(file)]).toSorted()).toEqual(told.toSorted())
    expect(errors.map(({ message }) => message).join('\n')).toContain(says)
    if (hint !== undefined) expect(errors.map((error) => error.hint)).toContain(hint)
    expect(errors.every(({ harnesses }) => harnesses.join() === client)).toBe(true)
    expect(found.ok).toBe(false)
    expect(code).toBe(1)
    expect(fs.existsSync(TOUCHED)).toBe(false)
  })
})

describe.skipIf(!hasClients)('verify --installed', { timeout: MINUTES }, () => {
  test('looks at what the user has, and changes nothing of it', () => {
    const other = new User()
    expect(other.verify(root, ['--installed']).json.diagnostics.map(({ code }) => code)).toEqual([
      'not-installed',
      'not-installed',
      'not-installed',
      'not-installed',
    ])
    for (const client of Object.keys(CLIENTS)) {
      expect(other.run(root, ['install', client])).toMatchObject({ code: 0 })
    }
    const before = contents(other.home)
    const { code, json: found } = other.verify(root, ['--installed'])
    expect(found.diagnostics).toEqual([])
    expect(code).toBe(0)
    expect(Object.values(found.clients).map(({ agents }) => agents.map(({ name }) => name))).toEqual([
      ['demo:plan'],
      ['demo:plan'],
      ['demo:plan'],
    ])
    expect(contents(other.home)).toEqual(before)
    const { dir } = found.clients['copilot']!
    fs.rmSync(path.join(dir, 'agents/plan.agent.md'))
    const again = other.verify(root, ['copilot', '--installed'])
    expect(again.code).toBe(1)
    expect(again.json.diagnostics).toMatchObject([
      { code: 'agent-lost', file: path.join(dir, 'agents/plan.agent.md') },
    ])
  })

  test('copilot: a direct installation, which its own file tells below two comments, and a damaged copy', () => {
    const other = new User()
    const install = ['plugin', 'install', path.join(root, 'dist/copilot')]
    const { status, stderr } = spawnSync(CLIENTS.copilot, install, { env: other.env, encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({ status: 0 })
    expect(fs.readFileSync(path.join(other.home, '.copilot/config.json'), 'utf8')).toMatch(/^\/\//)
    const whole = other.verify(root, ['copilot', '--installed']).json
    const { dir } = whole.clients['copilot']!
    expect(dir).toContain('.copilot/installed-plugins/')
    expect(whole.diagnostics.filter(({ code }) => code !== 'path-lost')).toEqual([])
    fs.writeFileSync(path.join(dir, 'agents/plan.agent.md'), agent('name: plan'))
    const damaged = other.verify(root, ['copilot', '--installed'])
    expect(damaged.code).toBe(1)
    expect(damaged.json.diagnostics.map(({ code, file }) => [code, file])).toContainEqual([
      'agent-lost',
      path.join(dir, 'agents/plan.agent.md'),
    ])
  })

  test.each(['--force', '--materialise'])("pi, %s: an agent that is gone from pi's own directory", (more) => {
    const other = new User()
    expect(other.run(root, ['install', 'pi', more])).toMatchObject({ code: 0 })
    const whole = other.verify(root, ['pi', '--installed'])
    expect(whole).toMatchObject({ code: 0, json: { diagnostics: [] } })
    expect(whole.json.clients['pi']).toMatchObject({ agents: [{ name: 'demo:plan' }], skills: ['tidy'] })
    const file = path.join(other.home, '.pi/agent/agents/plan.md')
    fs.rmSync(file)
    const { code, json: found } = other.verify(root, ['pi', '--installed'])
    expect(found.diagnostics).toMatchObject([
      { code: 'agent-lost', file, hint: 'run agent-cortex install pi', harnesses: ['pi'] },
    ])
    expect(code).toBe(1)
  })

  test("T-6: paths that name nothing, for pi was given the build's own directory", () => {
    const other = new User()
    const settings = { packages: [path.join(root, 'dist/pi')] }
    put(other.home, { '.pi/agent/settings.json': json(settings) })
    const { code, json: found } = other.verify(root, ['pi', '--installed'])
    expect(found.diagnostics).toMatchObject([
      {
        code: 'path-lost',
        severity: 'error',
        file: 'dist/pi/agents/plan.md',
        line: 8,
        message: `there is no "${other.home}/.pi/demo", which this path begins with`,
        hint: 'run agent-cortex install pi: it composes for where the client reads',
      },
    ])
    expect(code).toBe(1)
    // Where it is to be installed, nobody knows.
    expect(other.verify(root, ['pi'])).toMatchObject({ code: 0, json: { diagnostics: [] } })
  })
})

function contents(dir: string): Record<string, string> {
  const files = fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const file = path.join(parentPath, name)
      return [path.relative(dir, file), fs.readFileSync(file, 'latin1')]
    }),
  )
}
