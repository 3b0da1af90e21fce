import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { builtInHarnesses, claude, copilot, defineHarness, pi } from '../../src/harness/index.ts'

const define = (definition: unknown) => () => defineHarness(definition as never)

describe('defineHarness', () => {
  it('needs an id and tool names, and fills in the common form', () => {
    const opencode = defineHarness({ id: 'opencode', nativeTools: { names: ['bash'] } })
    expect(opencode.layout.agent('plan')).toBe('agents/plan.md')
    expect(opencode.layout.skill(['workflow', 'plan'])).toBe('skills/workflow/plan')
    expect(opencode.frontmatter.tools).toBe('comma')
    expect(opencode.frontmatter.allTools).toBe('omit')
    expect(opencode.frontmatter.order).toEqual(['name', 'description', 'tools', 'model', 'argumentHint'])
    expect(opencode.nativeTools.ignoreCase).toBe(false)
    expect(opencode.schema).toEqual({})
    expect(opencode.manifest({} as never)).toEqual([])
    expect(opencode.fileCheck).toBeUndefined()
  })

  it('returns a frozen harness that a later change of the argument does not reach', () => {
    const names = ['bash']
    const harness = defineHarness({ id: 'x', nativeTools: { names } })
    names.push('read')
    expect(harness.nativeTools.names).toEqual(['bash'])
    expect(() => (harness.nativeTools.names as string[]).push('edit')).toThrow(TypeError)
    expect(() => Object.assign(harness, { id: 'y' })).toThrow(TypeError)
  })

  it('anchors patterns, so that they match whole names only', () => {
    const { nativeTools } = defineHarness({ id: 'x', nativeTools: { names: ['a'], patterns: [/b|c/i] } })
    expect(['b', 'C', 'ab', 'cd'].filter((name) => nativeTools.patterns[0]!.test(name))).toEqual(['b', 'C'])
  })

  it.each([
    [undefined, 'the argument must be an object'],
    [{ nativeTools: { names: ['a'] } }, '"id" must be a string'],
    [{ id: 'x' }, '"nativeTools" must be an object'],
    [{ id: 'X y', nativeTools: { names: ['a'] } }, '"id" must begin with a small letter'],
    [{ id: 'x', nativeTools: { names: [] } }, '"nativeTools.names" must not be empty'],
    [
      { id: 'x', nativeTools: { names: ['a'], patterns: ['a'] } },
      '"nativeTools.patterns[0]" must be a regular expression',
    ],
    [{ id: 'x', nativeTools: { names: ['a'], patterns: [/a/g] } }, 'must not have the flag g or y'],
    [
      { id: 'x', nativeTools: { names: ['a'] }, manifst: () => [] },
      'unknown key "manifst", did you mean "manifest"?',
    ],
    [
      { id: 'x', nativeTools: { names: ['a'], name: [] } },
      'unknown key "nativeTools.name", did you mean "names"?',
    ],
    [
      { id: 'x', nativeTools: { names: ['a'] }, layout: { agent: 'agents' } },
      '"layout.agent" must be a function',
    ],
    [
      { id: 'x', nativeTools: { names: ['a'] }, schema: { colour: { schema: 'red' } } },
      '"schema.colour.schema" must be a zod schema',
    ],
    [
      { id: 'x', nativeTools: { names: ['a'] }, schema: { tools: { schema: z.string() } } },
      '"schema" cannot define "tools"',
    ],
    [{ id: 'x', nativeTools: { names: ['a'] }, limits: { body: 0 } }, '"limits.body" must be at least 1'],
  ])('throws a TypeError for %o', (definition, message) => {
    expect(define(definition)).toThrow(TypeError)
    expect(define(definition)).toThrow(message)
  })
})

describe('the built-in harnesses', () => {
  it('pi parses no JSON file of the tree but its manifest', () => {
    expect(builtInHarnesses.map(({ fileCheck }) => fileCheck !== undefined)).toEqual([true, true, false])
  })

  it('are copilot, claude and pi, each with the version its facts are from', () => {
    expect(builtInHarnesses.map(({ id }) => id)).toEqual(['copilot', 'claude', 'pi'])
    for (const { client } of builtInHarnesses) {
      expect(client.version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(client.checked).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
  })

  it('S-7: lay out agents and skills as the client finds them', () => {
    expect(builtInHarnesses.map(({ layout }) => layout.agent('plan'))).toEqual([
      'agents/plan.agent.md',
      'agents/plan.md',
      'agents/plan.md',
    ])
    expect(builtInHarnesses.map(({ layout }) => layout.skill(['workflow', 'plan']))).toEqual([
      'skills/workflow/plan',
      'skills/plan',
      'skills/workflow/plan',
    ])
  })

  it('F-5: write tools as a list for copilot, on one line for claude and pi; all tools as contract §2 says', () => {
    expect(builtInHarnesses.map(({ frontmatter }) => [frontmatter.tools, frontmatter.allTools])).toEqual([
      ['list', 'star'],
      ['comma', 'omit'],
      ['comma', 'omit'],
    ])
  })

  it('F-1, F-4: rename or tell of the fields that differ', () => {
    expect(copilot.frontmatter.rename).toEqual({ displayName: 'name', argumentHint: 'argument-hint' })
    expect(Object.keys(copilot.frontmatter.unsupported!)).toEqual([])
    expect(Object.keys(claude.frontmatter.unsupported!)).toEqual(['argumentHint'])
    expect(Object.keys(pi.frontmatter.unsupported!)).toEqual(['argumentHint'])
  })

  it('F-4: know the limits of a copilot agent', () => {
    expect(copilot.limits.body).toBe(30_000)
    expect(copilot.limits.description).toBe(1_024)
    expect(claude.limits.body).toBeUndefined()
  })

  it('pi wants a provider before the model', () => {
    expect(pi.limits.model!('anthropic/claude-sonnet-4-5')).toBeUndefined()
    expect(pi.limits.model!('claude-sonnet-4-5')?.hint).toContain('"provider/claude-sonnet-4-5"')
  })
})
