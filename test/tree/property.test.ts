import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, isClean, plan } from '../../src/tree/index.ts'
import { clocks, disk, type Files, list, MEMORY, put, scratch, tree, write } from '../support/trees.ts'

// Few names, so that files and directories of the old tree, the new one and the user meet often.
const segment = fc.constantFrom('a', 'b', 'c', 'd.md', '.e', 'é', 'a.orig')
const file = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'))
const content = fc.constantFrom('', 'x', 'y\n', 'é', 'x'.repeat(5000))

/** Files none of which lies in another. */
const files = fc.dictionary(file, content, { maxKeys: 8, noNullPrototype: true }).map((all) => {
  const paths = Object.keys(all)
  return Object.fromEntries(
    Object.entries(all).filter(([one]) => !paths.some((other) => other.startsWith(`${one}/`))),
  )
})

/** Whether one file stands at, above or below another. */
function meets(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

function without(from: Files, others: Files): Record<string, string> {
  const kept = Object.entries(from).filter(([one]) => !Object.keys(others).some((other) => meets(one, other)))
  return Object.fromEntries(kept) as Record<string, string>
}

test('O-2: whatever stood there, the disk holds the new tree and what is the user’s, and no more', () => {
  const root = scratch(MEMORY)
  let count = 0
  fc.assert(
    fc.property(files, files, files, (old, now, mine) => {
      const dir = path.join(root, `${count++}`)
      expect(write(tree(old), dir).reports).toEqual([])
      const user = without(without(mine, old), now)
      put(dir, user)
      const before = clocks(dir)
      const planned = plan(tree(now), dir)
      expect(write(tree(now), dir).reports).toEqual([])
      expect(disk(dir)).toEqual({ ...now, ...user })
      const after = clocks(dir)
      for (const kept of [...Object.keys(user), ...planned.unchanged])
        expect(after.get(kept)).toBe(before.get(kept))
      expect(planned.unchanged).toEqual(planned.unchanged.filter((one) => old[one] === now[one]))
      expect(isClean(plan(tree(now), dir))).toBe(true)
      expect(differences(plan(tree(now), dir)).filter(({ kind }) => kind !== 'extra')).toEqual([])
    }),
    { numRuns: 150 },
  )
})

test('O-2: where the user stands in the way, nothing changes; with --force no byte of theirs is lost', () => {
  const root = scratch(MEMORY)
  let count = 0
  fc.assert(
    fc.property(files, files, files, (old, now, mine) => {
      const dir = path.join(root, `${count++}`)
      write(tree(old), dir)
      const user = without(mine, old)
      put(dir, user)
      const before = disk(dir)
      const clash = plan(tree(now), dir).foreign.length > 0
      const result = write(tree(now), dir)
      expect(result.ok).toBe(!clash)
      if (clash) expect(disk(dir)).toEqual(before)
      expect(write(tree(now), dir, { force: true }).reports).toEqual([])
      const found = disk(dir)
      expect(found).toMatchObject(now)
      // Each of the user's texts is somewhere: where it was, moved aside, or equal to what was built.
      for (const [one, text] of Object.entries(user)) {
        const places = Object.entries(found).filter(
          ([place]) => place.replaceAll(/\.orig(\.\d+)?/g, '') === one.replaceAll(/\.orig/g, ''),
        )
        expect(places.map(([, held]) => held)).toContain(text)
      }
      expect(isClean(plan(tree(now), dir))).toBe(true)
    }),
    { numRuns: 150 },
  )
})

test('O-1: the order of files does not show', () => {
  const root = scratch(MEMORY)
  let count = 0
  fc.assert(
    fc.property(files, (all) => {
      const [one, other] = [path.join(root, `${count}a`), path.join(root, `${count++}b`)]
      write(tree(all), one)
      write(tree(Object.fromEntries(Object.entries(all).toReversed())), other)
      expect(list(other)).toBe(list(one))
    }),
    { numRuns: 50 },
  )
})
