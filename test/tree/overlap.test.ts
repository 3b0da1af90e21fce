import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { overlaps } from '../../src/tree/index.ts'
import { put, scratch } from '../support/trees.ts'

test('lesson 2: an output that is, contains or lies within the sources', () => {
  const root = scratch()
  put(root, { 'agents/a/agent.md': '', 'skills/x': '', 'agents-more/x': '' })
  const sources = ['agents', 'skills'].map((name) => path.join(root, name))
  const at = (file: string): boolean => overlaps(path.join(root, file), sources)
  expect(['agents', 'agents/', 'agents/a', 'agents/new/deep', '.', '..', 'dist/../skills'].map(at)).toEqual(
    Array.from({ length: 7 }, () => true),
  )
  expect(['dist', 'agents-more', 'agent', 'agents.bak', '..agents', 'dist/agents'].map(at)).toEqual(
    Array.from({ length: 6 }, () => false),
  )
})

test('lesson 2: links are followed, also those that lead nowhere yet', () => {
  const root = scratch()
  put(root, { 'agents/x': '' })
  fs.symlinkSync('agents', path.join(root, 'link'))
  fs.symlinkSync('link/new', path.join(root, 'dangling'))
  fs.symlinkSync('loop', path.join(root, 'loop'))
  fs.symlinkSync(root, path.join(root, 'agents/up'))
  const sources = [path.join(root, 'agents')]
  expect(overlaps(path.join(root, 'link'), sources)).toBe(true)
  expect(overlaps(path.join(root, 'link/deep/er'), sources)).toBe(true)
  expect(overlaps(path.join(root, 'dangling'), sources)).toBe(true)
  expect(overlaps(path.join(root, 'loop'), sources)).toBe(false)
  expect(overlaps(path.join(root, 'agents/up/dist'), sources)).toBe(false)
  expect(overlaps(path.join(root, 'agents'), [path.join(root, 'link')])).toBe(true)
})

test('no sources, no overlap', () => {
  expect(overlaps(scratch(), [])).toBe(false)
})
