import { describe, expect, test } from 'vitest'
import type { AgentCortexOptions } from '../../src/compiler/index.ts'
import { givenOptions } from '../../src/compiler/options-schema.ts'
import { claude, defineHarness, type HarnessDefinition } from '../../src/harness/index.ts'
import { build, demo } from '../support/demo.ts'

/** What is told of options that no type checker has seen. */
function told(options: unknown): string[] {
  return build(demo(), options as AgentCortexOptions).told
}

describe('O-3: what is wrong with options is told where it is', () => {
  test.each([
    [
      { plugin: { author: { name: 'A', emial: 'x' } } },
      ['error option-unknown there is no option "plugin.author.emial" -- did you mean "email"?'],
    ],
    [
      { marketplace: { owner: { nmae: 'x' } } },
      [
        'error option-unknown there is no option "marketplace.owner.nmae" -- did you mean "name"?',
        'error option-value option "marketplace.owner.name" must be a string',
      ],
    ],
    [{ plugin: { author: 5 } }, ['error option-value option "plugin.author" must be a string or an object']],
    [
      { skills: { claude: { exlude: [] } } },
      ['error option-unknown there is no option "skills.claude.exlude" -- did you mean "exclude"?'],
    ],
    [
      { plugin: { licence: 'MIT' } },
      ['error option-unknown there is no option "plugin.licence" -- did you mean "license"?'],
    ],
    [
      { pluginRoot: { claude: 'a\nb' } },
      ['error option-value option "pluginRoot.claude" must stand on one line and hold no {{'],
    ],
    [
      { agentHarness: 'yes' as unknown as boolean },
      ['error option-value option "agentHarness" must be true or false'],
    ],
    [{ agentHarness: false }, []],
  ])('%j', (options, expected) => {
    expect(told(options)).toEqual(expected)
  })
})

describe('a harness that defineHarness did not make is refused, not run into', () => {
  const definition: HarnessDefinition = { id: 'zap', nativeTools: { names: ['run'] } }
  const refused =
    'error option-value option "harnesses[0]" must be the id of a harness, or what defineHarness returned: wrap it in defineHarness(…)'

  test.each([
    ['a definition', definition],
    ['a copy of one that was made', { ...claude, id: 'zap' }],
    ['an object with an id', { id: 5 }],
    ['null', null],
    ['a number', 5],
  ])('%s', (_, harness) => {
    expect(told({ harnesses: [harness] })).toEqual([refused])
  })

  test('wrapped, it serves', () => {
    const { told } = build(
      demo({ 'agents/plan/zap/frontmatter.json': '{"description": "x", "tools": ["run"]}' }),
      {
        harnesses: ['claude', defineHarness(definition)],
      },
    )
    expect(told).toEqual([])
    expect(defineHarness({ ...claude, id: 'zap' }).id).toBe('zap')
  })
})

describe('O-3: options that are no object are an error, not nothing', () => {
  class Settings {
    strict = true
  }

  test.each([
    [null],
    [5],
    [true],
    [false],
    ['x'],
    [[]],
    [() => ({})],
    [new Map()],
    [new Settings()],
    [Object.create({ strict: true })],
  ])('%o', (given: unknown) => {
    expect(told(givenOptions(given))).toEqual(['error option-value the options must be an object'])
  })

  test('a promise is to be awaited; its rejection ends nothing', async () => {
    const error = 'error option-value the options must be an object -- await it first'
    expect(told(givenOptions(Promise.resolve({})))).toEqual([error])
    // Unhandled, it would fail the test run.
    expect(told(givenOptions(Promise.reject(new Error('no'))))).toEqual([error])
    await new Promise((resolve) => setTimeout(resolve, 10))
  })

  test('objects without a prototype, as modules are, serve', () => {
    expect(told(givenOptions(Object.assign(Object.create(null), { strict: true })))).toEqual([])
    const options = { out: 'trees' }
    expect(givenOptions(options)).toBe(options)
  })
})
