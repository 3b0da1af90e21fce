import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { checkout, REPOSITORY } from '../support/checkout.ts'
import { put } from '../support/trees.ts'

type Json = Record<string, unknown>

const read = (root: string, file: string): string => fs.readFileSync(path.join(root, file), 'utf8')
const json = (root: string, file: string): Json => JSON.parse(read(root, file)) as Json

/** Where the version stands: for npm, for Copilot CLI from the root, for Claude's tree, and in the committed one. */
const VERSIONED = ['package.json', 'plugin.json', 'claude-extras/package.json', 'dist/copilot/plugin.json']

test('all that is committed has one version', () => {
  const versions = VERSIONED.map((file) => json(REPOSITORY, file)['version'])
  expect(new Set(versions).size).toBe(1)
})

test('release:version raises all of them in one step, and tells of it', { timeout: 60_000 }, () => {
  const root = checkout()
  const before = json(root, 'package.json')['version']
  put(root, { '.changeset/told.md': "---\n'agent-cortex': patch\n---\n\nTold to users\n" })
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.example']
  const run = (program: string, ...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, encoding: 'utf8' })
    expect(status, `${stdout}${stderr}`).toBe(0)
    return stdout
  }
  run('git', 'init', '--quiet', '--initial-branch=main')
  run('git', 'add', '--all')
  run('git', ...identity, 'commit', '--quiet', '--message', 'start')
  run('npm', 'run', 'release:version')

  const versions = new Set(VERSIONED.map((file) => json(root, file)['version']))
  expect(versions.size).toBe(1)
  const [version] = versions
  expect(version).not.toBe(before)
  const changes = read(root, 'CHANGELOG.md')
  // pi shows users the sections of a changelog by such headings.
  expect(changes).toMatch(
    new RegExp(`^## ${String(version)}$[^]*Told to users[^]*^## ${String(before)}$`, 'm'),
  )
  expect(fs.readdirSync(path.join(root, '.changeset')).filter((name) => name.endsWith('.md'))).toEqual([])
  const changed = run('git', 'status', '--porcelain', '--', 'agents', 'skills', 'src', 'token-map.json')
  expect(changed).toBe('')
})

test('the release workflow runs scripts that there are, and publishes with provenance', () => {
  const text = read(REPOSITORY, '.github/workflows/release.yml')
  const { permissions } = parse(text) as { permissions: Json }
  expect(permissions['id-token']).toBe('write')
  expect(text).toContain('npm publish --provenance')
  const scripts = json(REPOSITORY, 'package.json')['scripts'] as Json
  const called = [...text.matchAll(/pnpm@10 ([\w:]+)/g)].map(([, name]) => name!)
  expect(called).toEqual(['install', 'release:version'])
  expect(Object.keys(scripts)).toContain('release:version')
})
