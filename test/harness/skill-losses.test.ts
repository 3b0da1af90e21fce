import { describe, expect, it } from 'vitest'
import { claude, copilot, pi } from '../../src/harness/index.ts'

const skill = { name: 'plan', description: 'Plans' }
const lost = (harness: typeof copilot, more: Record<string, unknown>) =>
  (harness.limits.skill?.({ ...skill, ...more }) ?? []).map(({ key }) => key)

describe('S-10: what makes copilot drop a skill', () => {
  it.each([
    [{ name: 'a'.repeat(65) }, 'name'],
    [{ name: 'a/b' }, 'name'],
    [{ name: 'ä' }, 'name'],
    [{ name: '-a' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ description: 'a'.repeat(1025) }, 'description'],
    [{ description: '😀'.repeat(513) }, 'description'],
    [{ 'argument-hint': ['x'] }, 'argument-hint'],
    [{ 'argument-hint': 5 }, 'argument-hint'],
    [{ 'user-invocable': 'true' }, 'user-invocable'],
    [{ 'user-invocable': null }, 'user-invocable'],
    [{ 'disable-model-invocation': 'maybe' }, 'disable-model-invocation'],
    [{ 'allowed-tools': null }, 'allowed-tools'],
    [{ 'allowed-tools': [1] }, 'allowed-tools'],
  ])('%o', (more, key) => {
    expect(lost(copilot, more)).toEqual([key])
  })

  it('and what does not', () => {
    const more = {
      name: 'A b:c.d_e',
      description: '😀'.repeat(500),
      'argument-hint': null,
      'user-invocable': false,
      'allowed-tools': 'Bash Read',
      license: 5,
      model: 5,
      zap: 1,
    }
    expect(lost(copilot, more)).toEqual([])
    expect(
      lost(copilot, { name: 'a'.repeat(64), description: 'a'.repeat(1024), 'allowed-tools': [] }),
    ).toEqual([])
  })

  it('a bare [x] is told with its mend', () => {
    expect(copilot.limits.skill!({ ...skill, 'argument-hint': ['x'] })[0]!.hint).toContain('quotes')
  })
})

it('S-10: pi drops a skill without a description, claude drops none', () => {
  expect(lost(pi, { description: ' ' })).toEqual(['description'])
  expect(lost(pi, { name: 'A/b', description: 'a'.repeat(2000), 'argument-hint': ['x'] })).toEqual([])
  expect(lost(claude, { name: '', description: '', 'user-invocable': 5 })).toEqual([])
})
