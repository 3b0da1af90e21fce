import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { budgetOf, budgetTable, checkBudget, estimate, tokenCounter } from '../../src/agent-harness/index.ts'
import { readHarnessConfig } from '../../src/agent-harness/config.ts'
import { Diagnostics } from '../../src/diagnostics/index.ts'
import { DiskFiles } from '../../src/workspace/disk-files.ts'
import { ENTRY, harnessDir, load, told } from '../support/harness.ts'

/** A text of so many characters. */
function sized(length: number, head: string): string {
  return head + 'x'.repeat(length - head.length)
}

const TREE = {
  '.leaf-detectors': 'skill=SKILL.md\n',
  't/T.md': sized(400, '---\ndescription: d\n---\n'),
  't/a/SKILL.md': sized(40, '---\nname: a\ndescription: Does a.\n---\n'),
  't/g/T.md': sized(80, '---\ndescription: d\n---\n'),
  't/g/b/SKILL.md': sized(120, '---\nname: b\ndescription: Does b.\n---\n'),
  't/g/c/.harnessleaf': 'store\n',
  't/g/x.md': sized(200, '---\ndescription: d\n---\n'),
}

test('A1: loading costs the body of HARNESS.md, and nothing else is there', () => {
  const text =
    '---\nname: Writing Assistant\ndescription: Helps draft text.\n---\n\nYou are a writing assistant.\n'
  const { harness } = load(harnessDir({ 'HARNESS.md': text }))
  expect(budgetOf(harness, estimate)).toMatchObject({
    load: 7,
    discovery: { min: 0, median: 0, max: 0 },
    activation: { min: 0, median: 0, max: 0 },
    targets: [],
  })
})

test('the phases: routing files on the way to a leaf, its primary file, everything, and a flat catalogue', () => {
  const { harness } = load(harnessDir(TREE))
  const budget = budgetOf(harness, estimate)
  expect(budget.targets).toEqual([
    { path: 't/a', kind: 'leaf', discovery: 100, activation: 10 },
    { path: 't/g/b', kind: 'leaf', discovery: 120, activation: 30 },
    { path: 't/g/c', kind: 'leaf', discovery: 120, activation: 0 },
    { path: 't/g/x.md', kind: 'file', discovery: 120, activation: 50 },
  ])
  expect(budget).toMatchObject({
    of: 'leaves',
    discovery: { min: 100, median: 120, max: 120 },
    activation: { min: 0, median: 10, max: 30 },
    // a: Does a. and b: Does b.
    catalogue: { skills: 2, tokens: 6 },
    total: Math.ceil(ENTRY.length / 4) + 100 + 10 + 20 + 30 + 50,
  })
  expect(budgetTable(budget)).toContain('tokens, by estimate (characters / 4)')
})

test('the way into a nested harness passes its HARNESS.md', () => {
  const files = {
    'a/A.md': sized(40, '---\ndescription: d\n---\n'),
    'a/in/HARNESS.md': ENTRY,
    'a/in/t/x.md': sized(40, '---\ndescription: d\n---\n'),
  }
  const { harness } = load(harnessDir(files))
  const body = Math.ceil('You help with tests.'.length / 4)
  expect(budgetOf(harness, estimate).targets).toEqual([
    { path: 'a/in/t/x.md', kind: 'file', discovery: 10 + body, activation: 10 },
  ])
})

test('a real tokenizer, bounded on runs that are no prose', async () => {
  const counter = await tokenCounter('o200k_base')
  expect(counter.name).toBe('o200k_base')
  // As published with the encoding: https://platform.openai.com/tokenizer
  expect(counter.count('You are a writing assistant.')).toBe(6)
  expect(counter.count('<|endoftext|>')).toBeGreaterThan(1)
  const start = performance.now()
  for (const run of ['a', ' ', '日', '=-', '\n'])
    expect(counter.count(run.repeat(50_000))).toBeGreaterThan(100)
  expect(performance.now() - start).toBeLessThan(2000)
})

function limitsOf(config: string, files: Record<string, string> = TREE): string[] {
  const root = harnessDir({ ...files, '.agent-harness.json': config })
  const diagnostics = new Diagnostics()
  const { budget, options } = readHarnessConfig(new DiskFiles(root), '', diagnostics.report)
  checkBudget(budgetOf(load(root, options).harness, estimate), budget, diagnostics.report)
  return told(diagnostics.list())
}

test('limits of a configuration', () => {
  expect(limitsOf('{"budget": {"load": 1, "discovery": 110, "activation": 29, "total": 100}}')).toEqual([
    'error budget-exceeded HARNESS.md',
    'error budget-exceeded HARNESS.md',
    'error budget-exceeded t/g/b',
    'error budget-exceeded t/g/b',
    'error budget-exceeded t/g/c',
    'error budget-exceeded t/g/x.md',
    'error budget-exceeded t/g/x.md',
  ])
  expect(limitsOf('{"budget": {"load": 5, "discovery": 120, "activation": 50}}')).toEqual([])
})

test('a configuration that is wrong is told, with places', () => {
  expect(limitsOf('{"budgets": {}, "nested": "maybe", "severity": {"no-such": "off"}}').toSorted()).toEqual([
    'error option-unknown .agent-harness.json:1:2',
    'error option-value .agent-harness.json:1:27',
    'error option-value .agent-harness.json:1:49',
  ])
  expect(limitsOf('{')).toEqual(['error option-value .agent-harness.json:1:2'])
  const root = harnessDir(TREE)
  fs.mkdirSync(path.join(root, '.agent-harness.json'))
  const { options, budget } = readHarnessConfig(new DiskFiles(root), '', () => expect.unreachable())
  expect({ options, budget }).toEqual({ options: {}, budget: {} })
})
