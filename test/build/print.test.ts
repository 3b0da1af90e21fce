import { expect, test } from 'vitest'
import { Builder } from '../../src/build/build.ts'
import { printOutcome } from '../../src/build/print.ts'
import { Telling } from '../../src/plugin/telling.ts'
import { project } from '../support/project.ts'

const outcome = new Builder({ root: project(), options: {}, flags: {} }, false).check()

test.each([
  [false, 'nothing was written'],
  [true, 'writing is not finished; the next run finishes it'],
])('O-7: a run that failed says what became of the outputs; broken off: %s', (unfinished, words) => {
  let told = ''
  const printer = {
    out: () => {},
    error: (text: string) => (told += text),
    colors: { out: false, error: false },
  }
  printOutcome({ ...outcome, unfinished }, {}, printer)
  expect(told).toBe(`${words}\n`)
  const telling = new Telling({ onOutcome: () => {} })
  expect(telling.failure({ ...outcome, unfinished }, undefined!).message).toBe(`0 errors; ${words}`)
})
