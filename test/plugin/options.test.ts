import { expect, test } from 'vitest'
import { createBuilder, createLogger } from 'vite'
import { agentCortex } from '../../src/plugin/index.ts'
import { demo } from '../support/demo.ts'

/** What Vite prints of a build that fails. */
async function printed(given: unknown): Promise<string> {
  const plugins = agentCortex(given as never)
  const lines: string[] = []
  const note = (line: string): void => void lines.push(line)
  const customLogger = { ...createLogger('info'), error: note, warn: note, info: note }
  const builder = await createBuilder({ root: demo(), configFile: false, customLogger, plugins })
  await expect(builder.buildApp()).rejects.toThrow('1 error; nothing was written')
  return lines.join('\n')
}

test('O-3: options that are no object fail the build', async () => {
  expect(await printed(null)).toContain('the options must be an object')
  expect(await printed(Promise.reject(new Error('no')))).toContain('await it first')
})
