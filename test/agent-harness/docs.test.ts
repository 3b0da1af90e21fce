import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { memoryFiles } from '../../src/agent-harness/index.ts'
import { readHarnessConfig } from '../../src/agent-harness/config.ts'
import { SKIPPED_NAMES } from '../../src/agent-harness/names.ts'
import { CODES } from '../../src/diagnostics/index.ts'

const text = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/agent-harness.md'), 'utf8')

/** From the first code of harnesses in the list of codes to the last. */
function harnessCodes(): string[] {
  const codes = Object.keys(CODES)
  return codes.slice(codes.indexOf('harness-missing'), codes.indexOf('route-failed') + 1)
}

test('every code is documented', () => {
  expect(harnessCodes().length).toBeGreaterThan(50)
  expect(harnessCodes().filter((code) => !text.includes(`\`${code}\``))).toEqual([])
})

test('the documented configuration is valid, and the skipped names are those', () => {
  const [, config = ''] = /## Configuration[^]*?```json\n([^]*?)```/.exec(text) ?? []
  const files = memoryFiles({ '.agent-harness.json': config })
  const { budget, tokenizer } = readHarnessConfig(files, '', (report) => expect.unreachable(report.message))
  expect(budget.load).toBe(300)
  expect(tokenizer).toBe('o200k_base')
  for (const name of SKIPPED_NAMES) expect(text).toContain(`\`${name}\``)
})
