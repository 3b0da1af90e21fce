import { expect, test } from 'vitest'
import { idleSummary } from '../../src/build/summary.ts'

test('the summary shows what a terminal would obey in the name of a directory', () => {
  const row = { id: 'pi', agents: 1, skills: 0, files: 2, written: 0, unchanged: 2, removed: 0 }
  expect(idleSummary([{ ...row, label: 'a\u001b[2J\u202eb/pi' }], 5, 0, false)).toBe(
    'pi   1 agent   0 skills   2 files   2 unchanged   a\u241b[2J\ufffdb/pi\nbuilt in 5 ms\n',
  )
})
