import { describe, expect, test } from 'vitest'
import { isSlug, slugOf, uniqueNames } from '../../../src/compiler/harnesses/names.ts'

test.each([
  ['Front Desk', 'front-desk'],
  ['report', 'report'],
  ['  Café & Sales!  ', 'cafe-sales'],
  ['Straße 7', 'stra-e-7'],
  ['東京', ''],
  ['---', ''],
  ['a'.repeat(70), 'a'.repeat(64)],
  [`${'a'.repeat(63)} b`, 'a'.repeat(63)],
])('the slug of %j is %j', (text, slug) => {
  expect(slugOf(text)).toBe(slug)
})

test.each([
  ['a-b1', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['A', false],
  ['a--b', false],
  ['-a', false],
  ['', false],
])('whether %j is a slug: %j', (text, is) => {
  expect(isSlug(text)).toBe(is)
})

function names(paths: readonly string[], taken: readonly string[]): string[] {
  const items = paths.map((path) => {
    const groups = path.split('/')
    return { slug: groups.pop()!, groups }
  })
  return uniqueNames(items, new Set(taken))
}

describe('uniqueNames', () => {
  test.each([
    ['a name that is nobody else’s stays', ['desk/sales/report', 'desk/ops/audit'], [], ['report', 'audit']],
    [
      'all that share one get what is above them',
      ['d/sales/report', 'd/ops/report'],
      [],
      ['sales-report', 'ops-report'],
    ],
    ['as much of it as it takes', ['d/x/s/r', 'd/y/s/r', 'd/t/r'], [], ['x-s-r', 'y-s-r', 't-r']],
    ['up to the harness', ['d/s/r', 'e/s/r'], [], ['d-s-r', 'e-s-r']],
    ['a name of the project is taken', ['d/s/r', 'd/s/q'], ['r'], ['s-r', 'q']],
    ['a name that arises is another’s', ['d/s/r', 'd/t/r', 'd/s-r'], [], ['d-s-r', 't-r', 'd-s-r']],
    ['a group without a letter adds nothing', ['d/東/r', 'd/s/r'], [], ['r', 's-r']],
  ])('%s', (_, paths, taken, expected) => {
    expect(names(paths, taken)).toEqual(expected)
  })
})
