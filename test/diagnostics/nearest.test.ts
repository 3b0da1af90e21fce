import { expect, test } from 'vitest'
import { didYouMean, nearest } from '../../src/diagnostics/index.ts'

test.each([
  ['tsk', ['task', 'read', 'edit'], ['task']],
  ['taks', ['task', 'read'], ['task']],
  ['Task', ['task'], ['task']],
  ['TodoWrit', ['TodoRead', 'TodoWrite'], ['TodoWrite']],
  ['descripton', ['name', 'description'], ['description']],
  ['tool', ['tools', 'tool'], ['tools']],
  ['a', ['b', 'ab', ''], ['ab']],
  ['zzzz', ['task', 'read'], []],
  ['constructor', [], []],
])('nearest to %j of %j is %j', (name, candidates, expected) => {
  expect(nearest(name, candidates)).toEqual(expected)
})

test('the nearest come first, equal ones by code point, three at most', () => {
  expect(nearest('abcdef', ['abcdxx', 'abcdez', 'abcdey', 'abcdef1', 'abcdez'])).toEqual([
    'abcdef1',
    'abcdey',
    'abcdez',
  ])
})

test('did you mean: one, several, none', () => {
  expect(didYouMean('tsk', ['task'])).toBe('did you mean "task"?')
  expect(didYouMean('tas', ['task', 'tab'])).toBe('did you mean "tab" or "task"?')
  expect(didYouMean('zzz', ['task'])).toBeUndefined()
})

test('a name of ten million characters is answered at once', () => {
  const begin = performance.now()
  expect(nearest('x'.repeat(10_000_000), ['x'.repeat(9_000_000), 'y'])).toEqual([])
  expect(performance.now() - begin).toBeLessThan(1000)
})
