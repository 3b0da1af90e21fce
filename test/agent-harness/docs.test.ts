import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SKIPPED_NAMES } from '../../src/agent-harness/names.ts'

const text = fs.readFileSync(path.resolve(import.meta.dirname, '../../docs/agent-harness.md'), 'utf8')

test('the documented names that are skipped are those', () => {
  const row = text.split('\n').find((line) => line.startsWith('| `skip` |'))!
  const [, , names] = row.split(' | ')
  expect(names!.match(/[\w.]+/g)).toEqual([...SKIPPED_NAMES])
})
