import { describe, expect, test } from 'vitest'
import { checkMap } from '../../src/compose/map-check.ts'
import { resolveNamedPaths } from '../../src/compose/paths.ts'
import { Diagnostics } from '../../src/diagnostics/index.ts'
import { builtInHarnesses } from '../../src/harness/index.ts'
import { builtInMap } from '../../src/workspace/built-in-map.ts'
import { mapSchema } from '../../src/workspace/map-schema.ts'
import { builtInTokenMap } from '../../src/workspace/token-map.ts'
import { mapOf } from '../support/compose.ts'
import { describeDiagnostic } from '../support/fixture.ts'

/** What is told of a map's file, by the reader and by the checks for the built harnesses. */
function tell(text: string): string[] {
  const diagnostics = new Diagnostics()
  const map = mapOf(text, diagnostics)
  const built = map.harnesses.length > 0 ? map.harnesses : ['copilot', 'claude', 'pi']
  const harnesses = builtInHarnesses.filter(({ id }) => built.includes(id))
  for (const { id } of harnesses) resolveNamedPaths(map, id, undefined, diagnostics.report)
  checkMap(map, harnesses, diagnostics.report)
  return diagnostics.list().map(describeDiagnostic)
}

/** Takes the marks `«»` out of a text; with the place of what stood between each pair. */
function marked(text: string): { text: string; places: string[] } {
  const places: string[] = []
  const parts = text.split(/[«»]/)
  let plain = ''
  for (const [index, part] of parts.entries()) {
    const before = plain.split('\n')
    const [line, column] = [before.length, before.at(-1)!.length + 1]
    if (index % 2 === 1) places.push(`token-map.json:${line}:${column}-${column + part.length}`)
    plain += part
  }
  return { text: plain, places }
}

/** A line without its place, checked to be the marked one. */
function oneTold(source: string): string {
  const { text, places } = marked(source)
  const lines = tell(text)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(` ${places[0]} `)
  return lines[0]!.replace(` ${places[0]}`, '')
}

const KNOWN = builtInHarnesses.map(({ id }) => id).join(', ')

describe('a sound map', () => {
  test('nothing is told', () => {
    expect(tell('{"version": 1}')).toEqual([])
    const whole = {
      $schema: './map.schema.json',
      name: 'demo',
      description: 'A map',
      version: 1,
      contract: { version: 1, substitution_order: ['SECTION', 'TOOL', 'PATH'], anything: { goes: [1] } },
      token_format: '{{TYPE:NAME}}',
      notes: ['{{TOOL:x}}', null],
      harnesses: ['copilot', 'claude', 'pi'],
      tools: { bash: { copilot: 'bash', claude: 'Bash', pi: 'bash' } },
      paths: { plugin_root: { copilot: '~/x', claude: '${CLAUDE_PLUGIN_ROOT}', pi: '/x' } },
      agents: { prefix: { copilot: 'demo-', pi: '' }, deferred: {}, sources: { any: 'thing' } },
      provides: { pi: { task: 'extensions/subagents' } },
    }
    expect(tell(JSON.stringify(whole, null, 2))).toEqual([])
    // The schema that is shipped agrees.
    expect(mapSchema.safeParse(whole).success).toBe(true)
  })

  test.each(['5', 'null', '{"a": [1]}', '["x"]', '"{{TOOL:x}}"'])(
    'contract §4: documentation passes, whatever it is: %s',
    (value) => {
      const keys = ['name', 'description', 'token_format', 'notes']
      const documentation = keys.map((key) => `"${key}": ${value}`).join(', ')
      expect(tell(`{"version": 1, ${documentation}, "agents": {"sources": ${value}}}`)).toEqual([])
    },
  )

  test('what it says is read', () => {
    const map = mapOf({
      version: 1,
      harnesses: ['pi', 'claude'],
      tools: { task: { pi: 'task', claude: null } },
      paths: { x: { pi: '/x', claude: { base: 'y', relative: 'z' } } },
      agents: { prefix: { pi: 'demo-' }, deferred: { ralph: ['claude'] } },
      provides: { pi: { task: 'extensions/subagents' } },
    })
    expect(map).toMatchObject({
      broken: false,
      harnesses: ['pi', 'claude'],
      tools: new Map([
        [
          'task',
          new Map([
            ['pi', 'task'],
            ['claude', null],
          ]),
        ],
      ]),
      paths: new Map([
        [
          'x',
          new Map<string, unknown>([
            ['pi', '/x'],
            ['claude', { base: 'y', relative: 'z' }],
          ]),
        ],
      ]),
      prefix: new Map([['pi', 'demo-']]),
      deferred: new Map([['ralph', ['claude']]]),
      provides: new Map([['pi', new Map([['task', 'extensions/subagents']])]]),
    })
  })

  test.each(['__proto__', 'constructor'])('%s is a key as any other', (key) => {
    const text = `{"version": 1, "harnesses": ["claude"], "tools": {"${key}": {"claude": "Bash"}}, "paths": {"${key}": {"claude": "/x"}}}`
    const map = mapOf(text)
    expect(tell(text)).toEqual([])
    expect(map.tools.get(key)).toEqual(new Map([['claude', 'Bash']]))
    expect(map.paths.get(key)).toEqual(new Map([['claude', '/x']]))
    expect(mapOf('{"version": 1}').tools.get(key)).toBeUndefined()
  })

  test('the built-in one is sound as well', () => {
    expect(tell(JSON.stringify(builtInMap('demo'), null, 2))).toEqual([])
    const map = builtInTokenMap(builtInMap('demo'), false)
    expect(resolveNamedPaths(map, 'claude', undefined, () => {})).toEqual(
      new Map([
        ['plugin_root', '${CLAUDE_PLUGIN_ROOT}'],
        ['agents_dir', '${CLAUDE_PLUGIN_ROOT}/agents'],
        ['skills_dir', '${CLAUDE_PLUGIN_ROOT}/skills'],
      ]),
    )
  })
})

describe('version and contract', () => {
  test.each([
    ['«0»', '0'],
    ['«2»', '2'],
    ['«1.5»', '1.5'],
    ['«-1»', '-1'],
    ['«"1"»', '"1"'],
    ['«null»', 'null'],
    ['«[1]»', '[1]'],
    ['«true»', 'true'],
  ])('version %s: an error that names both', (value, shown) => {
    expect(oneTold(`{\n  "version": ${value}\n}`)).toBe(
      `error map-version the map's version is ${shown}; this agent-cortex implements version 1 -- "version": 1`,
    )
  })

  test('none', () => {
    expect(oneTold('«»{"tools": {}}')).toBe(
      'error map-version the map has no version; this agent-cortex implements version 1 -- "version": 1',
    )
  })

  test('the contract’s version, where it is present', () => {
    expect(oneTold('{"version": 1, "contract": {"version": «2»}}')).toBe(
      `error map-version the contract's version is 2; this agent-cortex implements version 1`,
    )
  })

  test.each([
    '«["TOOL", "SECTION", "PATH"]»',
    '«["SECTION", "TOOL"]»',
    '«"SECTION, TOOL, PATH"»',
    '«null»',
    '«[]»',
  ])('another order: %s', (order) => {
    expect(oneTold(`{"version": 1, "contract": {"substitution_order": ${order}}}`)).toBe(
      'error map-contract this order is not implemented: tokens are substituted in the order SECTION, TOOL, PATH',
    )
  })
})

describe('wrong types, each at its value', () => {
  test.each([
    ['{"version": 1, "harnesses": «"claude"»}', '"harnesses" must be a list'],
    ['{"version": 1, "harnesses": «[]»}', '"harnesses" must not be empty'],
    ['{"version": 1, "harnesses": ["claude", «5»]}', '"harnesses[1]" must be a string'],
    ['{"version": 1, "harnesses": «null»}', '"harnesses" must be a list'],
    ['{"version": 1, "tools": «[]»}', '"tools" must be an object'],
    ['{"version": 1, "tools": {"x": «"bash"»}}', '"tools.x" must be an object'],
    [
      '{"version": 1, "harnesses": ["pi"], "tools": {"x": {"pi": «5»}}}',
      '"tools.x.pi" must be a string or null',
    ],
    ['{"version": 1, "harnesses": ["pi"], "tools": {"x": {"pi": «""»}}}', '"tools.x.pi" must not be empty'],
    [
      '{"version": 1, "harnesses": ["pi"], "tools": {"x": {"pi": «["a"]»}}}',
      '"tools.x.pi" must be a string or null',
    ],
    ['{"version": 1, "paths": «5»}', '"paths" must be an object'],
    ['{"version": 1, "paths": {"x": «"/x"»}}', '"paths.x" must be an object'],
    ['{"version": 1, "paths": {"x": {"pi": «null»}}}', '"paths.x.pi" must be a string or an object'],
    ['{"version": 1, "paths": {"x": {"pi": «""»}}}', '"paths.x.pi" must not be empty'],
    [
      '{"version": 1, "paths": {"x": {"pi": {"base": «5», "relative": "x"}}}}',
      '"paths.x.pi.base" must be a string',
    ],
    [
      '{"version": 1, "paths": {"x": {"pi": «{"base": "x"}»}}}',
      '"paths.x.pi.relative" is missing; it must be a string',
    ],
    [
      '{"version": 1, "paths": {"b": {"pi": "/b"}, "x": {"pi": {"base": "b", "relative": «""»}}}}',
      '"paths.x.pi.relative" must not be empty',
    ],
    ['{"version": 1, "agents": «[]»}', '"agents" must be an object'],
    ['{"version": 1, "agents": {"prefix": «"demo-"»}}', '"agents.prefix" must be an object'],
    ['{"version": 1, "agents": {"prefix": {"pi": «null»}}}', '"agents.prefix.pi" must be a string'],
    ['{"version": 1, "agents": {"deferred": {"x": «"pi"»}}}', '"agents.deferred.x" must be a list'],
    ['{"version": 1, "agents": {"deferred": {"x": [«5»]}}}', '"agents.deferred.x[0]" must be a string'],
    ['{"version": 1, "provides": {"pi": «"task"»}}', '"provides.pi" must be an object'],
    ['{"version": 1, "provides": {"pi": {"task": «true»}}}', '"provides.pi.task" must be a string'],
    ['{"version": 1, "contract": «"1"»}', '"contract" must be an object'],
    ['«[]»', 'the file must be an object'],
    ['«"x"»', 'the file must be an object'],
    ['«null»', 'the file must be an object'],
  ])('%s', (text, message) => {
    expect(oneTold(text)).toBe(`error map-value ${message}`)
  })

  test('a row of which one cell is wrong serves the other harnesses', () => {
    const map = mapOf('{"version": 1, "tools": {"x": {"pi": 5, "claude": "Bash"}}}')
    expect(map.tools.get('x')).toEqual(new Map([['claude', 'Bash']]))
  })

  test('all mistakes are told at once', () => {
    const { text, places } = marked(
      '{\n  "version": «3»,\n  «"tols"»: {},\n  "tools": {"x": {«"cladue"»: "Bash"}},\n  "paths": «[]»,\n  "harnesses": [«"copilt"»]\n}',
    )
    const codes = ['map-version', 'map-key-unknown', 'map-key-unknown', 'map-value', 'harness-unknown']
    expect(tell(text).map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual(
      codes.map((code, index) => `${code} ${places[index]}`),
    )
  })
})

describe('keys that nothing reads', () => {
  test('at the top: a warning', () => {
    expect(oneTold('{"version": 1, «"tols"»: {}}')).toBe(
      'warning map-key-unknown nothing reads the key "tols" -- did you mean "tools"?',
    )
    expect(oneTold('{"version": 1, «"x-internal-remarks"»: {}}')).toBe(
      'warning map-key-unknown nothing reads the key "x-internal-remarks"',
    )
  })

  test.each([
    [
      '{"version": 1, "harnesses": ["claude"], "tools": {"x": {"claude": "Bash", «"cluade"»: "Bash"}}}',
      '"cluade" is no harness -- did you mean "claude"?',
    ],
    ['{"version": 1, "paths": {"x": {«"zed"»: "/x"}}}', `"zed" is no harness -- known: ${KNOWN}`],
    [
      '{"version": 1, "agents": {"prefix": {«"copilt"»: "x-"}}}',
      '"copilt" is no harness -- did you mean "copilot"?',
    ],
    ['{"version": 1, "provides": {«"py"»: {}}}', '"py" is no harness -- did you mean "pi"?'],
    ['{"version": 1, "agents": {«"defered"»: {}}}', 'unknown key "defered" -- did you mean "deferred"?'],
    [
      '{"version": 1, "paths": {"x": {"pi": {"base": "x", "relative": "y", «"relativ"»: "z"}}}}',
      'unknown key "relativ" -- did you mean "relative"?',
    ],
  ])('in a row: an error: %s', (text, message) => {
    const lines = tell(marked(text).text).filter((line) => line.includes('map-key-unknown'))
    expect(lines).toEqual([`error map-key-unknown ${marked(text).places[0]} ${message}`])
  })

  test.each([
    ['{"version": 1, "harnesses": ["claude", «"copilt"»]}', 'did you mean "copilot"?'],
    ['{"version": 1, "agents": {"deferred": {"ralph": [«"Claude"»]}}}', 'did you mean "claude"?'],
    ['{"version": 1, "harnesses": [«"__proto__"»]}', `known: ${KNOWN}`],
    ['{"version": 1, "harnesses": [«"constructor"»]}', `known: ${KNOWN}`],
  ])('an id without an adapter: %s', (text, hint) => {
    const id = /«(.*)»/.exec(text)![1]
    expect(oneTold(text)).toBe(`error harness-unknown ${id} is no harness -- ${hint}`)
  })

  test('__proto__ is no harness in a row either', () => {
    expect(oneTold('{"version": 1, "paths": {"x": {«"__proto__"»: "/x"}}}')).toBe(
      `error map-key-unknown "__proto__" is no harness -- known: ${KNOWN}`,
    )
  })
})

describe('values', () => {
  test.each([
    '{"version": 1, "harnesses": ["pi"], "provides": {"pi": {"{{TOOL:y}}": "x"}}, "tools": {"x": {"pi": «"{{TOOL:y}}"»}}}',
    '{"version": 1, "paths": {"x": {"pi": «"/a/{{PATH:y}}"»}}}',
    '{"version": 1, "paths": {"b": {"pi": "/b"}, "x": {"pi": {"base": "b", "relative": «"{{"»}}}}',
  ])('T-12: no token comes in by a value: %s', (text) => {
    expect(oneTold(text)).toBe(
      'error map-value a value of the map holds no {{: it is written as it stands, not substituted',
    )
  })

  test('a value stands on one line', () => {
    expect(oneTold(String.raw`{"version": 1, "paths": {"x": {"pi": «"/a\nb"»}}}`)).toBe(
      'error map-value a value of the map stands on one line',
    )
  })

  test('a row that lacks the column of a built harness is an error, per harness', () => {
    const { text, places } = marked('{"version": 1, "tools": {«"x"»: {"claude": "Bash"}}}')
    const hint = 'null says that the harness has no such tool'
    expect(tell(text)).toEqual([
      `error map-column-missing ${places[0]} [copilot] "x" has no column for copilot -- ${hint}`,
      `error map-column-missing ${places[0]} [pi] "x" has no column for pi -- ${hint}`,
    ])
    expect(tell(text.replace('"version": 1', '"version": 1, "harnesses": ["claude"]'))).toEqual([])
  })

  test('lesson 26: a value that the client does not have is a warning', () => {
    expect(oneTold('{"version": 1, "harnesses": ["claude"], "tools": {"x": {"claude": «"bash"»}}}')).toMatch(
      /^warning tool-not-native \[claude\] Claude Code \S+ has no tool "bash" -- did you mean "Bash"/,
    )
    expect(oneTold('{"version": 1, "harnesses": ["pi"], "tools": {"x": {"pi": «"delegate_work"»}}}')).toMatch(
      /^warning tool-not-native \[pi\] pi coding agent \S+ has no tool "delegate_work" -- write null, or what brings it: "provides": \{"pi": \{"delegate_work": "…"\}\}$/,
    )
  })

  test('unless something provides it, for that harness', () => {
    const map =
      '{"version": 1, "harnesses": ["pi"], "tools": {"x": {"pi": "task"}}, "provides": {"pi": {"task": "extensions/subagents"}}}'
    expect(tell(map)).toEqual([])
    expect(tell(map.replace('"provides": {"pi"', '"provides": {"claude"'))).toHaveLength(1)
  })
})

function resting(base: string): string {
  return `{"pi": {"base": ${base}, "relative": "x"}}`
}

describe('T-5: the map’s paths', () => {
  test('an unknown base', () => {
    expect(
      oneTold(
        '{"version": 1, "paths": {"skills_dir": {"pi": {"base": «"plugin_rot"», "relative": "x"}}, "plugin_root": {"pi": "/x"}}}',
      ),
    ).toBe(
      'error path-base-unknown [pi] the base "plugin_rot" is no key of "paths" -- did you mean "plugin_root"?',
    )
  })

  test.each(['constructor', '__proto__'])('own keys only: %s', (base) => {
    expect(oneTold(`{"version": 1, "paths": {"x": {"pi": {"base": «"${base}"», "relative": "x"}}}}`)).toBe(
      `error path-base-unknown [pi] the base "${base}" is no key of "paths"`,
    )
  })

  test('a base without the column', () => {
    expect(
      oneTold(
        '{"version": 1, "paths": {"x": {"pi": {"base": «"b"», "relative": "x"}}, "b": {"claude": "/b"}}}',
      ),
    ).toBe('error map-column-missing [pi] the base "b" has no column for this harness')
    // A wrong one is told where it stands, and only there.
    expect(
      oneTold('{"version": 1, "paths": {"x": {"pi": {"base": "b", "relative": "x"}}, "b": {"pi": «5»}}}'),
    ).toBe('error map-value "paths.b.pi" must be a string or an object')
  })

  test('a cycle prints its chain, once', () => {
    expect(oneTold(`{"version": 1, "paths": {"a": ${resting('«"a"»')}}}`)).toBe(
      'error path-cycle [pi] these paths rest on each other: a → a',
    )
    expect(
      oneTold(
        `{"version": 1, "paths": {"a": ${resting('"b"')}, "b": ${resting('"c"')}, "c": ${resting('«"a"»')}}}`,
      ),
    ).toBe('error path-cycle [pi] these paths rest on each other: a → b → c → a')
  })

  test('a path that rests on a cycle is none of it', () => {
    const rows = `"d": ${resting('"a"')}, "a": ${resting('"b"')}, "b": ${resting('«"a"»')}`
    expect(oneTold(`{"version": 1, "paths": {${rows}}}`)).toBe(
      'error path-cycle [pi] these paths rest on each other: a → b → a',
    )
  })

  test('a long chain', () => {
    const rows = Array.from({ length: 5000 }, (_, index) => [
      `p${index}`,
      { pi: { base: `p${index + 1}`, relative: 'x' } },
    ])
    const paths = { ...Object.fromEntries(rows), p5000: { pi: '/root' } }
    const named = resolveNamedPaths(mapOf({ version: 1, paths }), 'pi', undefined, () => {})
    expect(named.get('p0')).toBe(`/root${'/x'.repeat(5000)}`)
  })
})
