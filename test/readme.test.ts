import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { scratch } from './support/trees.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

interface Block {
  language: string
  text: string
}

/** The fenced blocks of a section of the README. */
function blocks(heading: string): Block[] {
  const readme = fs.readFileSync(path.join(ROOT, 'README.md'), 'utf8')
  const section = readme.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))!
  return [...section.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }))
}

interface Finished {
  code: number | null
  stdout: string
  stderr: string
}

function run(script: string, cwd: string): Finished {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return { code: status, stdout, stderr }
}

function timeless(text: string): string {
  return text.replace(/in \d+ ms$/m, 'in … ms')
}

test('the example of the README does what it says', () => {
  const checkout = scratch()
  fs.symlinkSync(path.join(ROOT, 'bin'), path.join(checkout, 'bin'))
  const [first, error, second, summary, copilot, claude] = blocks('An example')
  const demo = path.join(checkout, 'demo')
  expect([first!.language, second!.language]).toEqual(['sh', 'sh'])
  expect(run(first!.text, checkout)).toEqual({ code: 1, stdout: '', stderr: error!.text })
  const built = run(second!.text, demo)
  expect({ ...built, stdout: timeless(built.stdout) }).toEqual({
    code: 0,
    stdout: timeless(summary!.text),
    stderr: '',
  })
  expect(fs.readFileSync(path.join(demo, 'dist/copilot/agents/plan.agent.md'), 'utf8')).toBe(copilot!.text)
  expect(fs.readFileSync(path.join(demo, 'dist/claude/agents/plan.md'), 'utf8')).toBe(claude!.text)
})
