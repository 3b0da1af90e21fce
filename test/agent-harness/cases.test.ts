import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { inputs } from '../support/inputs.ts'
import { load } from '../support/harness.ts'
import { scratch } from '../support/trees.ts'

interface Case {
  case: string
  tree: { path: string; text?: string; base64?: string; link?: string; dir?: boolean }[]
  reference: {
    validate_exit: number
    crash: string | null
    errors: string[] | null
    warnings: string[] | null
    detectors: Record<string, string> | null
  }
}

const file = inputs === undefined ? undefined : path.join(inputs, 'agent-harness-cases.json')
const cases = file === undefined ? [] : (JSON.parse(fs.readFileSync(file, 'utf8')) as Case[])

/** Where we decide otherwise than the reference, and by which rule. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'c04-bom': 'V-4: a byte order mark is a warning',
  'c13-list-description': 'H-4: a list is no description',
  'c15-flow-list': 'flow style is YAML',
  'd08-detector-relative-path': 'D-10: a rule may name a file in a subdirectory',
  'd11-detector-absolute': 'D-12: an absolute path is an error',
  'd14-detector-empty-type': 'D-7: a rule without a type is an error',
  'd17-detector-two-types-one-path': 'D-9: two types cannot share a path',
  'd20-harnessleaf-typed': 'T-3: .harnessleaf holds a type, and a skill is checked',
}

/** The reference looks outside of the harness, where these files are not. */
const LOOKS_OUTSIDE = 'd11-detector-absolute'

function write({ tree }: Case, root: string): void {
  for (const { path: name, text, base64, link, dir } of tree) {
    const at = path.join(root, name)
    fs.mkdirSync(path.dirname(at), { recursive: true })
    if (dir) fs.mkdirSync(at, { recursive: true })
    else if (link !== undefined) fs.symlinkSync(link, at)
    else fs.writeFileSync(at, base64 === undefined ? (text ?? '') : Buffer.from(base64, 'base64'))
  }
}

describe.skipIf(cases.length === 0)('the 58 trees', () => {
  const base = scratch()
  for (const one of cases) write(one, path.join(base, one.case))

  test('all of them are here', () => expect(cases).toHaveLength(58))

  test.each(cases)('$case', ({ case: name, reference }) => {
    const root = path.join(base, name)
    const start = performance.now()
    const ours = load(root).diagnostics
    const compat = load(root, { compat: true })
    expect(performance.now() - start).toBeLessThan(1000)
    const differs = Number(ours.hasErrors) !== reference.validate_exit
    expect(differs).toBe(name in OTHERWISE)
    if (reference.crash !== null) return
    const { diagnostics } = compat
    expect(Number(diagnostics.hasErrors)).toBe(reference.validate_exit)
    const rules = compat.harness.detectors.rules.map(({ type, path }) => [type, path] as const)
    expect(Object.fromEntries(rules)).toEqual(reference.detectors)
    if (reference.errors!.length > 0 || name === LOOKS_OUTSIDE) return
    const warned = diagnostics.list().map(({ file }) => file)
    const expected = reference.warnings!.map((line) => /^\$H\/([^:]+):/.exec(line)![1])
    expect(warned.toSorted()).toEqual(expected.toSorted())
  })
})
