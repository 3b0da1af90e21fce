import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Compilation, compile } from '../../src/compiler/index.ts'
import { apply, plan } from '../../src/tree/index.ts'
import { hasClients } from '../support/clients.ts'
import { copyInput, INPUT_OPTIONS, inputs, mendInput } from '../support/inputs.ts'
import { scratch } from '../support/trees.ts'
import { User, type Verification } from '../support/verify.ts'

/** Whole projects in the real clients, offline. */
const PROJECTS = [
  ...(['tree', 'flat'] as const).map((form) => ({
    name: `an Agent Harness, ${form}`,
    make: () => path.resolve(import.meta.dirname, '../fixtures/agent-harness-flat'),
    options: { agentHarnesses: { desk: form } },
  })),
  { name: "this project's own", make: () => path.resolve(import.meta.dirname, '../..'), options: {} },
  ...(inputs === undefined
    ? []
    : [
        {
          name: 'the repository that the seeds describe',
          make: () => {
            const root = copyInput('agent-cortex')
            mendInput(root)
            return root
          },
          options: INPUT_OPTIONS,
        },
      ]),
]

const HARNESSES = ['copilot', 'claude', 'pi'] as const
const TIMEOUT = 300_000

describe.skipIf(!hasClients).each(PROJECTS)('$name', ({ make, options }) => {
  let out: string
  let compilation: Compilation
  let found: Verification
  beforeAll(() => {
    const root = make()
    out = scratch()
    compilation = compile({ root, ...options })
    expect(compilation.diagnostics.list('error')).toEqual([])
    const plans = [...compilation.trees].map(([harness, tree]) => plan(tree, path.join(out, harness)))
    expect(apply(plans).ok).toBe(true)
    found = new User().verify(root, ['--out', out]).json
  }, TIMEOUT)

  test.each(HARNESSES)('%s loads all of it', (harness) => {
    const { agents, skills, hooks } = found.clients[harness]!
    const errors = found.diagnostics.filter(
      ({ severity, harnesses }) => severity === 'error' && harnesses.includes(harness),
    )
    // A name that is no tool of the client, and that the map does not say who brings, is a warning of ours.
    const doubtful = compilation.diagnostics
      .list()
      .filter(({ code, harnesses }) => code === 'tool-not-native' && harnesses.includes(harness))
      .map(({ message }) => message)
    const untold = agents
      .flatMap(({ lost }) => lost)
      .filter(({ tool }) => !doubtful.some((message) => message.includes(JSON.stringify(tool))))
    expect(untold).toEqual([])
    expect(errors.filter(({ code }) => code !== 'tool-lost')).toEqual([])
    expect({ agents: agents.length, skills: skills.length }).toEqual(compilation.counts.get(harness))
    expect(hooks).not.toBeNull()
  })

  test('every skill passes the standard, or we have said why not', { timeout: TIMEOUT }, () => {
    expect(untoldBreaches(compilation, out)).toEqual([])
  })
})

/** Breaches of the Agent Skills standard, by the standard's own validator, that we have not told of. */
function untoldBreaches({ trees, diagnostics }: Compilation, out: string): string[] {
  const about = diagnostics.list().filter(({ code }) => code.startsWith('skill-'))
  const told = new Set(about.map(({ file = '' }) => path.basename(path.dirname(file))))
  const texts = new Set<string>()
  return [...trees].flatMap(([harness, tree]) =>
    [...tree.files.keys()].flatMap((file) => {
      if (!file.endsWith('/SKILL.md')) return []
      const skill = path.join(out, harness, path.dirname(file))
      // Most are the same for all.
      const text = fs.readFileSync(path.join(skill, 'SKILL.md'), 'utf8')
      if (texts.has(text) || told.has(path.basename(skill))) return []
      texts.add(text)
      const run = spawnSync(process.env['SKILLS_REF']!, ['validate', skill], { encoding: 'utf8' })
      return run.status === 0 ? [] : [`${harness}/${file}: ${run.stdout}${run.stderr}`]
    }),
  )
}
