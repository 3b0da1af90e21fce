import { afterEach, expect, test, vi } from 'vitest'
import type { PiContext } from '../../src/runtime/pi/host.ts'
import { guarded } from '../../src/runtime/pi/teller.ts'

afterEach(() => void vi.restoreAllMocks())

/** What pi gives a handler whose session has been replaced: whatever it is asked for, it throws. */
const STALE = new Proxy({} as PiContext, {
  get() {
    throw new Error('this context is stale')
  },
})

test.each([
  ['an error', new Error('no such place'), 'agent-cortex failed: no such place\n'],
  ['what has no text', Object.create(null), 'agent-cortex failed: an error without a message\n'],
])('a handler that throws %s ends nothing, also where it cannot be shown', async (_, thrown, told) => {
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  const handler = guarded(() => {
    throw thrown
  })
  await expect(handler(undefined, STALE)).resolves.toBeUndefined()
  expect(lines).toEqual([told])
})
