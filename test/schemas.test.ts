import fs from 'node:fs'
import path from 'node:path'
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { frontmatterSchema } from '../src/compose/frontmatter-schema.ts'
import { builtInHarnesses } from '../src/harness/index.ts'
import { jsonSchemas } from '../src/schemas/index.ts'
import { build, DEMO, demo } from './support/demo.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const DIRECTORY = path.join(ROOT, 'schemas')

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })

function read(file: string): unknown {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

const committed = new Map(
  fs
    .readdirSync(DIRECTORY)
    .map((name) => [name, read(path.join(DIRECTORY, name)) as AnySchema & { $id: string }]),
)

/** Where a value breaks a committed schema: JSON pointers, `/key` and `/a/0`; the key itself where it is unknown. */
function breaches(name: string, value: unknown): string[] {
  const schema = committed.get(name)!
  const validate = ajv.getSchema(schema.$id) ?? ajv.compile(schema)
  validate(value)
  const paths = (validate.errors ?? []).map(({ instancePath, params }) =>
    'additionalProperty' in params ? `${instancePath}/${params['additionalProperty']}` : instancePath,
  )
  return [...new Set(paths)]
}

/** Sources by the schema that they are written to. */
function sources(root: string): { file: string; schema: string }[] {
  const agents = path.join(root, 'agents')
  const below = fs.existsSync(agents) ? fs.readdirSync(agents, { recursive: true, encoding: 'utf8' }) : []
  return ['token-map.json', ...below.map((file) => `agents/${file.split(path.sep).join('/')}`)]
    .filter((file) => fs.existsSync(path.join(root, file)))
    .flatMap((file) => {
      const [, agent, harness] = /^agents\/([^/]+)\/(?:([^/]+)\/)?frontmatter\.json$/.exec(file) ?? []
      if (file === 'token-map.json') return [{ file, schema: 'token-map.schema.json' }]
      if (agent === undefined || agent.startsWith('_')) return []
      return [{ file, schema: `frontmatter.${harness ?? 'base'}.schema.json` }]
    })
    .filter(({ schema }) => jsonSchemas().has(schema))
}

describe('the files', () => {
  test('are what the validator says today; `pnpm schemas` writes them', () => {
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(jsonSchemas()))
  })

  test.each([...jsonSchemas().keys()])('%s describes every field', (name) => {
    const nameless: string[] = []
    const visit = (node: unknown, at: string): void => {
      if (typeof node !== 'object' || node === null) return
      for (const [key, value] of Object.entries(node)) {
        if (key === 'properties') {
          for (const [field, { description }] of Object.entries(value as Record<string, AnyField>)) {
            if (typeof description !== 'string' || description === '') nameless.push(`${at}/${field}`)
          }
        }
        visit(value, `${at}/${key}`)
      }
    }
    visit(read(path.join(DIRECTORY, name)), '')
    expect(nameless).toEqual([])
  })
})

interface AnyField {
  description?: unknown
}

test('this repository names the schemas it is written to, and keeps to them', () => {
  const files = sources(ROOT)
  expect(files.length).toBeGreaterThan(8)
  const named = files.flatMap(({ file, schema }) => {
    const full = path.join(ROOT, file)
    const value = read(full) as { $schema?: string }
    expect(breaches(schema, value), file).toEqual([])
    if (value.$schema === undefined) return []
    expect(path.resolve(path.dirname(full), value.$schema), file).toBe(path.join(DIRECTORY, schema))
    return [file]
  })
  expect(named).toEqual(
    expect.arrayContaining([
      'token-map.json',
      'agents/plan/frontmatter.json',
      'agents/plan/pi/frontmatter.json',
    ]),
  )
})

describe('what a fixture builds from, the schemas accept', () => {
  const FIXTURES = path.join(import.meta.dirname, 'fixtures')
  const built = fs
    .readdirSync(FIXTURES)
    .filter((name) => fs.existsSync(path.join(FIXTURES, name, 'expected')))
  test.each(built)('%s', (name) => {
    const root = path.join(FIXTURES, name)
    for (const { file, schema } of sources(root)) {
      // Nobody reads what a harness has that is not built.
      const [, , harness = 'json'] = file.split('/')
      const isRead = harness.endsWith('json') || fs.existsSync(path.join(root, 'expected', harness))
      if (isRead) expect(breaches(schema, read(path.join(root, file))), file).toEqual([])
    }
  })
})

type Sample = [value: unknown, breaches: string[]]

const FIELDS = { description: 'Plans', tools: ['*'] }
const own = (harness: string, value: object, ...paths: string[]): [string, unknown, string[]] => [
  harness,
  { ...FIELDS, ...value },
  paths,
]

/** Whether a build takes a harness's own file, without a base. */
function builds(harness: string, value: unknown): boolean {
  const root = demo({
    'token-map.json': JSON.stringify({ version: 1, harnesses: [harness], tools: {} }),
    'agents/plan/claude/frontmatter.json': JSON.stringify(FIELDS),
    [`agents/plan/${harness}/frontmatter.json`]: JSON.stringify(value),
  })
  return !build(root).told.some((line) => line.startsWith('error'))
}

describe('frontmatter.json of a harness: schema and build agree', () => {
  test.each([
    own('claude', {}),
    own('claude', { $schema: './x.json', name: 'plan', model: 'opus', argumentHint: 'a wish' }),
    own('claude', { model: null, effort: null, $schema: null }),
    own('claude', { effort: 3, skills: 'a, b', isolation: 'worktree', experimental: {} }),
    own('claude', { mcpServers: [{}], hooks: {}, permissionMode: 'plan' }),
    own('copilot', { displayName: 'Planner', agents: '*', handoffs: [{ label: 'Go', agent: 'ralph' }] }),
    own('copilot', { agents: [], infer: false, metadata: { team: 'core' }, 'mcp-servers': {} }),
    own('pi', { argumentHint: 'a wish', model: 'x/y' }),
    own('claude', { description: '' }, '/description'),
    own('claude', { description: 5 }, '/description'),
    own('claude', { tools: 'Bash' }, '/tools'),
    own('claude', { tools: [] }, '/tools'),
    own('claude', { tools: ['Bash', ''] }, '/tools/1'),
    own('claude', { tools: ['Bash', null] }, '/tools/1'),
    own('claude', { model: ['opus'] }, '/model'),
    own('claude', { effort: 'huge' }, '/effort'),
    own('claude', { maxTurns: 0 }, '/maxTurns'),
    own('claude', { autoCompactWindow: 1000 }, '/autoCompactWindow'),
    own('claude', { background: 'yes' }, '/background'),
    own('claude', { displayName: 'Planner' }, '/displayName'),
    own('claude', { colour: null }, '/colour'),
    own('copilot', { 'model-policy': 'never' }, '/model-policy'),
    own('copilot', { handoffs: [{ label: 'Go' }] }, '/handoffs/0'),
    own('copilot', { handoffs: [{ label: 'Go', agent: 'x', sent: true }] }, '/handoffs/0/sent'),
    own('copilot', { metadata: { team: 1 } }, '/metadata/team'),
    own('copilot', { agents: 'all' }, '/agents'),
    own('pi', { effort: 'high' }, '/effort'),
    own('pi', { $schema: 1 }, '/$schema'),
  ])('%s %j', (harness, value, paths) => {
    const found = breaches(`frontmatter.${harness}.schema.json`, value)
    // A value that may be null is one of two kinds, and the choice itself fails beside what is wrong inside it.
    expect(deepest(found)).toEqual(paths)
    expect(builds(harness, value)).toBe(paths.length === 0)
  })
})

function deepest(paths: string[]): string[] {
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)))
}

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      null,
      true,
      '',
      'x',
      '*',
      'high',
      'project',
      'red',
      'plan',
      'vscode',
      'preferred',
      1,
      1e6,
      0.5,
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('label', 'agent', 'prompt', 'send', 'x'), tie('value'), { maxKeys: 4 }),
  ),
}))

test.each(builtInHarnesses)('what the build accepts of $id, the schema accepts', (harness) => {
  const schema = frontmatterSchema(harness)
  const keys = fc.constantFrom(...Object.keys(schema.shape))
  let accepted = 0
  fc.assert(
    fc.property(fc.dictionary(keys, anyValue, { maxKeys: 3 }), (object) => {
      const given = { ...FIELDS, ...object }
      const left = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null))
      // What is removed of the required fields, a shared file may say.
      if (!schema.safeParse({ ...FIELDS, ...left }).success) return
      accepted++
      expect(breaches(`frontmatter.${harness.id}.schema.json`, given)).toEqual([])
    }),
    { numRuns: 500 },
  )
  expect(accepted).toBeGreaterThan(50)
})

describe('the shared frontmatter.json: schema and build agree', () => {
  test.each<Sample>([
    [{ ...FIELDS, $schema: 'x', name: 'plan', model: 'opus', argumentHint: 'a wish' }, []],
    [{}, []],
    [{ description: null }, ['/description']],
    [{ tools: {} }, ['/tools']],
    [{ effort: 'high' }, ['/effort']],
    [{ model: '' }, ['/model']],
  ])('%j', (value, paths) => {
    expect(breaches('frontmatter.base.schema.json', value)).toEqual(paths)
    // The demo's own file has description and tools, so that those of the base are replaced.
    const { told } = build(demo({ 'agents/plan/frontmatter.json': JSON.stringify(value) }))
    const errors = told.filter((line) => line.startsWith('error'))
    expect(errors.map((line) => line.split(' ')[2]?.split(':')[0])).toEqual(
      paths.map(() => 'agents/plan/frontmatter.json'),
    )
  })
})

const map = (more: object, ...paths: string[]): Sample => [
  { version: 1, harnesses: ['claude'], tools: {}, ...more },
  paths,
]

describe('token-map.json: schema and build agree', () => {
  test.each<Sample>([
    map({ $schema: 'x', name: 1, notes: [], token_format: {}, somethingElse: true }),
    map({ tools: { bash: { claude: 'Bash', pi: null } }, provides: { pi: { task: 'x' } } }),
    map({
      paths: { plugin_root: { claude: '${X}' }, a: { claude: { base: 'plugin_root', relative: 'a' } } },
    }),
    map({ contract: { version: 1, substitution_order: ['SECTION', 'TOOL', 'PATH'], rules: [] } }),
    [{ harnesses: ['claude'] }, ['']],
    map({ version: 2 }, '/version'),
    map({ version: '1' }, '/version'),
    map({ harnesses: [] }, '/harnesses'),
    map({ harnesses: 'claude' }, '/harnesses'),
    map({ tools: [] }, '/tools'),
    map({ tools: { bash: { claude: '' } } }, '/tools/bash/claude'),
    map({ tools: { bash: { claude: 'a\nb' } } }, '/tools/bash/claude'),
    map({ tools: { bash: { claude: '{{TOOL:x}}' } } }, '/tools/bash/claude'),
    map({ paths: { plugin_root: { claude: '{{x}}' } } }, '/paths/plugin_root/claude'),
    map({ paths: { plugin_root: { claude: { base: 'x' } } } }, '/paths/plugin_root/claude'),
    map({ agents: { prefixes: {} } }, '/agents/prefixes'),
    map({ agents: { deferred: { plan: 'claude' } } }, '/agents/deferred/plan'),
    map({ provides: { pi: { task: '' } } }, '/provides/pi/task'),
    map({ contract: [] }, '/contract'),
    map({ contract: { version: 2 } }, '/contract/version'),
    map({ contract: { substitution_order: ['PATH'] } }, '/contract/substitution_order'),
    [[], ['']],
  ])('%j', (value, paths) => {
    expect(deepest(breaches('token-map.schema.json', value))).toEqual(paths)
    const { told } = build(demo({ ...DEMO, 'token-map.json': JSON.stringify(value) }), {
      harnesses: ['claude'],
    })
    expect(told.some((line) => line.startsWith('error map-'))).toBe(paths.length > 0)
  })
})
