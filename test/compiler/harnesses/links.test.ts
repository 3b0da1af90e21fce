import { describe, expect, test } from 'vitest'
import { LinkResolver, mentionsIn, movedLinks } from '../../../src/compiler/harnesses/links.ts'

function paths(text: string): string[] {
  return mentionsIn(text, 0).map(({ path, start, isLink }) => {
    expect(text.slice(start, start + path.length)).toBe(path)
    return isLink ? `[${path}]` : path
  })
}

describe('mentionsIn', () => {
  test.each([
    ['[a](house/style.md)', ['[house/style.md]']],
    ['[a](<house/style.md> "Title") and [b](x.md#y)', ['[house/style.md]', '[x.md#y]']],
    ['[a]: house/style.md', ['[house/style.md]']],
    ['See `house/style.md`.', ['house/style.md']],
    ['Run `cat house/style.md data/x.csv | wc`.', ['house/style.md', 'data/x.csv']],
    ['``a `b/c` d``', ['b/c']],
    ['```sh\npython tools/x.py\n```\nand `y/z`', ['tools/x.py', 'y/z']],
    ['~~~\na/b\n~~~', ['a/b']],
    // A word with no slash may be anything, and prose is no path.
    ['`style.md` and/or house/style.md', []],
    ['[`a/b`](c/d)', ['a/b', '[c/d]']],
  ])('%j', (text, expected) => {
    expect(paths(text)).toEqual(expected)
  })
})

describe('what a path in a skill means', () => {
  const files = [
    'HARNESS.md',
    'house',
    'house/style.md',
    's',
    's/r',
    's/r/SKILL.md',
    's/r/ref',
    's/r/ref/x.md',
  ]
  const resolver = new LinkResolver(new Set(files))

  test.each([
    ['ref/x.md', 's/r/SKILL.md', 's/r/ref/x.md'],
    ['../SKILL.md', 's/r/ref/x.md', 's/r/SKILL.md'],
    // Of a file deeper down, Agent Skills means the skill.
    ['ref/x.md', 's/r/ref/x.md', 's/r/ref/x.md'],
    ['house/style.md', 's/r/SKILL.md', 'house/style.md'],
    ['../../house/style.md', 's/r/SKILL.md', 'house/style.md'],
    ['./house', 's/r/SKILL.md', 'house'],
    ['house/sty%6ce.md', 's/r/SKILL.md', 'house/style.md'],
    ['../../../x.md', 's/r/SKILL.md', undefined],
    ['gone.md', 's/r/SKILL.md', undefined],
  ])('%s in %s', (path, file, expected) => {
    expect(resolver.resolve(path, file, 's/r')).toBe(expected)
  })
})

test('only paths of a harness are touched', () => {
  const text =
    '[a](https://x.y/house) [b](/house) [c](#house) [d](~/house) `${X}/house/` `house/*.md` [e](house/#f) `house/`'
  const tokens = movedLinks(text, 0, {
    resolve: (path) => (path === 'house' ? 'house' : undefined),
    moved: (target) => `harnesses/d/${target}`,
  })
  expect(tokens.map(({ start, end }) => text.slice(start - 1, end + 1))).toEqual(['(house/', '`house/'])
  expect(new Set(tokens.map(({ type, name }) => `${type}:${name}`))).toEqual(
    new Set(['PATH:harnesses/d/house']),
  )
})
