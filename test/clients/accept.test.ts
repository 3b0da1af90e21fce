import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Compilation, compile } from '../../src/compiler/index.ts'
import { apply, plan } from '../../src/tree/index.ts'
import { copyInput, INPUT_OPTIONS, inputs, mendInput } from '../support/inputs.ts'

/*
 * Loads whole trees in the real clients, offline. AGENT_CORTEX_ACCEPT names a directory with claude.mjs, copilot.mjs
 * and pi.mjs, each of which takes a tree, prints `ok` and `FAIL` lines and exits 1 on any problem; CLAUDE_BIN,
 * COPILOT_BIN, NODE24, PI_SDK and SKILLS_REF name the clients.
 */
const { AGENT_CORTEX_ACCEPT: accept, CLAUDE_BIN, COPILOT_BIN, NODE24, PI_SDK, SKILLS_REF } = process.env
const ready = [accept, CLAUDE_BIN, COPILOT_BIN, NODE24, PI_SDK, SKILLS_REF].every((value) => value)
if (!ready)
  console.warn(
    'SKIPPED: no real clients (AGENT_CORTEX_ACCEPT, CLAUDE_BIN, COPILOT_BIN, NODE24, PI_SDK, SKILLS_REF)',
  )

const MINUTES = 60_000

function failures(script: string, node: string, tree: string): string[] {
  const { stdout, stderr, status } = spawnSync(node, [path.join(accept!, script), tree], { encoding: 'utf8' })
  const failed = stdout.split('\n').filter((line) => line.startsWith('FAIL'))
  if (!stdout.includes('ok ')) failed.push(`nothing was checked: ${stdout}${stderr}`)
  if (status !== 0 && failed.length === 0) failed.push(`exit ${status}: ${stderr}`)
  return failed
}

function write(compilation: Compilation, out: string): void {
  // Copilot's check copies the tree into a directory of the same name, which must not be one that it uses itself.
  const plans = [...compilation.trees].map(([harness, tree]) => plan(tree, path.join(out, `${harness}-tree`)))
  expect(apply(plans).ok).toBe(true)
}

/** Breaches of the Agent Skills standard, by the standard's own validator, that we have not told of. */
function untoldBreaches(compilation: Compilation, out: string): string[] {
  const told = new Set(
    compilation.diagnostics
      .list()
      .filter(({ code }) => code.startsWith('skill-'))
      .map(({ file }) => path.basename(path.dirname(file ?? ''))),
  )
  const untold: string[] = []
  for (const [harness, tree] of compilation.trees) {
    for (const file of tree.files.keys()) {
      if (!file.endsWith('/SKILL.md')) continue
      const skill = path.join(out, `${harness}-tree`, path.dirname(file))
      const { status, stdout, stderr } = spawnSync(SKILLS_REF!, ['validate', skill], { encoding: 'utf8' })
      if (status !== 0 && !told.has(path.basename(skill)))
        untold.push(`${harness}/${file}: ${stdout}${stderr}`)
    }
  }
  return untold
}

const PROJECTS = [
  {
    name: "this project's own",
    make: () => path.resolve(import.meta.dirname, '../..'),
    options: {},
    lost: [] as string[],
  },
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
          // `rg` is no tool of the client with every model; that is a warning of ours.
          lost: ['agent-cortex:ralph', 'agent-cortex:strategy'],
        },
      ]),
]

describe.skipIf(!ready).each(PROJECTS)('$name', ({ make, options, lost }) => {
  let root: string
  let out: string
  let compilation: Compilation
  beforeAll(() => {
    root = make()
    out = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-accept-'))
    compilation = compile({ root, ...options })
    expect(compilation.diagnostics.list('error')).toEqual([])
    write(compilation, out)
  })
  afterAll(() => fs.rmSync(out, { recursive: true }))

  test('Claude Code loads all of it', { timeout: 3 * MINUTES }, () => {
    expect(failures('claude.mjs', process.execPath, path.join(out, 'claude-tree'))).toEqual([])
  })

  test('Copilot CLI loads all of it', { timeout: 3 * MINUTES }, () => {
    const failed = failures('copilot.mjs', process.execPath, path.join(out, 'copilot-tree'))
    expect(failed).toEqual(lost.map((agent) => `FAIL ${agent} declared tools resolve LOST rg`))
    const told = compilation.diagnostics.list().filter(({ code }) => code === 'tool-not-native')
    if (lost.length > 0)
      expect(told.map(({ message }) => message)).toContainEqual(expect.stringContaining('"rg"'))
  })

  test('pi loads all of it', { timeout: 3 * MINUTES }, () => {
    expect(failures('pi.mjs', NODE24!, path.join(out, 'pi-tree'))).toEqual([])
  })

  test('every skill passes the standard, or we have said why not', { timeout: 3 * MINUTES }, () => {
    expect(untoldBreaches(compilation, out)).toEqual([])
  })
})
