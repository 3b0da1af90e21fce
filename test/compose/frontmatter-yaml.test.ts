import { describe, expect, test } from 'vitest'
import { parseFrontmatter } from '../../src/compose/frontmatter-yaml.ts'

/** `offset message -- hint` of what follows `description: `, from its first character. */
function told(value: string): string {
  const before = 'name: plan\ndescription: '
  const result = parseFrontmatter(`${before}${value}\n`)
  if (!('problem' in result)) return JSON.stringify(result.value.description)
  const { position, message, hint } = result.problem
  return `${position - before.length} ${message}${hint === undefined ? '' : ` -- ${hint}`}`
}

const NO = 'this is not YAML:'
const QUOTE = 'put the value of "description" in quotes'

describe('S-10, lesson 14: prose that is not YAML, each with its mend', () => {
  test.each([
    ['Plans: x', `0 ${NO} nested mappings are not allowed in compact mappings -- ${QUOTE}: it holds a colon`],
    ['one\n  two: three', `0 ${NO} nested mappings are not allowed in compact mappings -- ${QUOTE}`],
    ['@x', `0 ${NO} plain value cannot start with reserved character @ -- ${QUOTE}`],
    ['`x` it', `0 ${NO} plain value cannot start with reserved character \` -- ${QUOTE}`],
    ['%x', `0 ${NO} plain value cannot start with directive indicator character % -- ${QUOTE}`],
    ['**Bold** text', `9 ${NO} unexpected scalar at node end -- ${QUOTE}`],
    ['*x', `0 ${NO} there is no anchor for this alias -- ${QUOTE}`],
    ['!important do it', `0 ${NO} unresolved tag: !important -- ${QUOTE}`],
    ['[a](b) text', `3 ${NO} unexpected scalar at node end -- ${QUOTE}`],
    ['- a', `0 ${NO} unexpected block-seq-ind on same line with key -- ${QUOTE}`],
    [`'it's x'`, `4 ${NO} unexpected scalar at node end -- write '' for a ' inside single quotes`],
    [`"a" b`, `4 ${NO} unexpected scalar at node end -- write \\" for a " inside double quotes`],
    ['"a', `3 ${NO} missing closing "quote`],
    ['a\nname: b', `2 ${NO} map keys must be unique`],
    ['a\n\tb: c', `2 ${NO} tabs are not allowed as indentation`],
  ])('%s', (value, expected) => {
    expect(told(value)).toBe(expected)
  })
})

describe('S-10: what is YAML 1.2', () => {
  test.each([
    ['yes', '"yes"'],
    ['a:b #c', '"a:b"'],
    ['>-\n  a\n  b', '"a b"'],
    ['|\n  a\n  b', '"a\\nb\\n"'],
    [`'it''s'`, '"it\'s"'],
    ['"\\u00e9"', '"é"'],
    ['&a x\nother: *a', '"x"'],
    ['5', '5'],
    ['012', '12'],
    ['1:30', '"1:30"'],
    ['2020-01-01', '"2020-01-01"'],
    ['~', 'null'],
    ['# a comment', 'null'],
  ])('%s', (value, expected) => {
    expect(told(value)).toBe(expected)
  })

  test('of a value that is empty, the place is that of its key', () => {
    const result = parseFrontmatter('name:\ndescription: [a]\n')
    expect('ranges' in result && Object.fromEntries(result.ranges)).toEqual({
      name: [0, 4],
      description: [19, 22],
    })
  })

  test.each(['', '# nothing', '- a', 'a', '5'])('what is no mapping is told: %j', (yaml) => {
    expect(parseFrontmatter(yaml)).toEqual({
      problem: { message: 'the frontmatter must be a mapping of keys to values', position: 0 },
    })
  })
})

describe('S-10: no frontmatter is too much for it', () => {
  const long = 'word '.repeat(2_000_000).trim()

  test.each([
    ['plain', long, long],
    ['in double quotes', `"${long}"`, long],
    ['in single quotes', `'${long}'`, long],
  ])('a line of 10 MB, %s', (_name, written, expected) => {
    const result = parseFrontmatter(`description: ${written}\n`)
    // Compared here: a failing `toBe` would print it.
    expect('value' in result && result.value.description === expected).toBe(true)
  })

  test.each([
    [`: ${long}`, 'with a colon'],
    [`" ${long}`, 'with a quote'],
  ])('a mistake in a line of 10 MB is told', (tail) => {
    expect(parseFrontmatter(`description: "a${tail}\n`)).toHaveProperty('problem')
  })

  test.each([
    ['lists', '[', ']'],
    ['mappings', '{a: ', '}'],
  ])('%s nested by the thousand are read, or one problem', (_name, open, close) => {
    const deepest = { problem: { message: 'this YAML is nested too deeply to be read', position: 0 } }
    for (const depth of [500, 1000, 1500, 2000, 3000, 5000]) {
      const result = parseFrontmatter(`a: ${open.repeat(depth)}${close.repeat(depth)}\n`)
      if ('problem' in result) expect(result).toEqual(deepest)
    }
    expect(parseFrontmatter(`a: ${open.repeat(20_000)}${close.repeat(20_000)}\n`)).toEqual(deepest)
  })
})
