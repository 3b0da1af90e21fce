import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { CompileOptions } from '../../src/compiler/index.ts'

const directory = process.env['AGENT_CORTEX_INPUTS']

/** Directory of real inputs, or nothing; then what needs them is skipped, and that is said. */
export const inputs = directory === undefined || directory === '' ? undefined : path.resolve(directory)
if (inputs === undefined)
  console.warn('SKIPPED: AGENT_CORTEX_INPUTS is not set, so nothing is built from real inputs')

/** Options for the repository that the seeds describe: claude's hooks lie where no client looks for them. */
export const INPUT_OPTIONS: CompileOptions = { copy: { claude: { 'hooks/claude': 'hooks' } } }

export const BROKEN_SKILL = 'skills/engineering/grill-with-docs/SKILL.md'

/** A writable copy of an input. */
export function copyInput(name: string): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-input-'))
  fs.cpSync(path.join(inputs!, name), root, { recursive: true })
  makeWritable(root)
  return root
}

function makeWritable(at: string): void {
  const { mode } = fs.statSync(at)
  fs.chmodSync(at, mode | 0o200)
  if (!fs.statSync(at).isDirectory()) return
  for (const name of fs.readdirSync(at)) makeWritable(path.join(at, name))
}

/** Quotes the description that YAML cannot read, the one fault that keeps the input from building. */
export function mendInput(root: string): void {
  const file = path.join(root, BROKEN_SKILL)
  const mended = fs
    .readFileSync(file, 'utf8')
    .replace(/^description: (.*)$/m, (_, text: string) => `description: ${JSON.stringify(text)}`)
  fs.writeFileSync(file, mended)
}
