import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findClient } from '../../src/clients/find.ts'
import { nodeFault } from '../../src/clients/node-version.ts'

let root: string
beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'agent-cortex-find-'))
})
afterAll(() => fs.rmSync(root, { recursive: true }))

function program(file: string, text: string, mode = 0o755): string {
  const place = path.join(root, file)
  fs.mkdirSync(path.dirname(place), { recursive: true })
  fs.writeFileSync(place, text)
  fs.chmodSync(place, mode)
  return place
}

const searching = (...dirs: string[]): NodeJS.ProcessEnv => ({
  PATH: [...dirs.map((dir) => path.join(root, dir)), '/usr/bin', '/bin'].join(path.delimiter),
})

test('the first on PATH that can be run', async () => {
  program('a/claude', 'no program', 0o644)
  fs.mkdirSync(path.join(root, 'b/claude'), { recursive: true })
  const place = program('c/claude', '#!/bin/sh\necho "2.1.332 (Claude Code)"\n')
  const env = searching('a', 'b', 'c')
  expect(await findClient('claude', { env })).toEqual({
    id: 'claude',
    command: [place],
    path: place,
    version: '2.1.332',
  })
})

test('what is named, wherever it is', async () => {
  const file = program('d/other-name', '#!/bin/sh\necho "GitHub Copilot CLI 1.0.102."\n')
  expect(await findClient('copilot', { file, env: searching() })).toMatchObject({
    path: file,
    version: '1.0.102',
  })
})

test('none', async () => {
  expect(await findClient('pi', { env: { PATH: root } })).toBeNull()
  expect(await findClient('pi', { file: path.join(root, 'none') })).toBeNull()
})

test('a script is run with Node, also behind a link', async () => {
  program('e/package.json', '{"name":"pi","engines":{"node":">=18"}}', 0o644)
  const script = program('e/dist/cli.js', 'console.log("1.6.0")\n', 0o644)
  fs.mkdirSync(path.join(root, 'f'))
  fs.symlinkSync(script, path.join(root, 'f/pi'))
  fs.chmodSync(script, 0o755)
  expect(await findClient('pi', { env: searching('f') })).toMatchObject({
    command: [process.execPath, fs.realpathSync(script)],
    version: '1.6.0',
  })
})

test('a Node that is too old for a script is told; a newer one on PATH is taken', async () => {
  program('g/package.json', '{"name":"pi","engines":{"node":">=999.1.0"}}', 0o644)
  const file = program('g/cli.mjs', 'console.log("1.6.0")\n')
  expect(await findClient('pi', { file, env: searching() })).toMatchObject({
    version: null,
    fault: `needs Node >=999.1.0, and this is ${process.versions.node}`,
  })
  const node = program(
    'h/node',
    `#!/bin/sh\n[ "$1" = --version ] && echo v999.2.0 || exec "${process.execPath}" "$@"\n`,
  )
  const found = await findClient('pi', { file, env: searching('h') })
  expect(found).toMatchObject({ command: [node, fs.realpathSync(file)], version: '1.6.0' })
  expect(found).not.toHaveProperty('fault')
})

test('one that does not start is found, with what it says', async () => {
  const file = program('i/claude', '#!/bin/sh\necho "bad libc" >&2\nexit 1\n')
  expect(await findClient('claude', { file, env: searching() })).toMatchObject({
    version: null,
    fault: 'does not start: bad libc',
  })
})

test('one that never answers is told as that', async () => {
  const file = program('j/claude', '#!/bin/sh\nexec sleep 30\n')
  const env = { PATH: process.env['PATH'] }
  expect(await findClient('claude', { file, env, timeoutMs: 500 })).toMatchObject({
    version: null,
    fault: 'did not answer in 0.5 s',
  })
})

test.each([
  ['22.19.0', '>=22.19.0', true],
  ['22.18.9', '>=22.19.0', false],
  ['24.0.0', '>=22.19.0', true],
  ['20.20.2', '^20.19 || >=22.12', true],
  ['21.7.0', '^20.19 || >=22.12', false],
  ['20.20.2', '20', true],
  ['22.1.0', '20.x', true],
  ['20.20.2', '~20.19.0', false],
])('Node %s and engines %s: %s', (version, range, serves) => {
  expect(nodeFault(version, range) === undefined).toBe(serves)
})
