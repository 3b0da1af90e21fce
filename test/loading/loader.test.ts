import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { REPOSITORY } from '../support/checkout.ts'
import { put, scratch } from '../support/trees.ts'

/** The package as it is installed, with as much of it as a build takes, and a project that uses it. */
let project: string
let modules: string

beforeEach(() => {
  project = scratch()
  modules = path.join(project, 'node_modules')
  const installed = path.join(modules, 'agent-cortex')
  for (const part of ['bin', 'lib/bundle', 'package.json'])
    fs.cpSync(path.join(REPOSITORY, part), path.join(installed, part), { recursive: true })
  put(project, {
    'package.json': '{ "name": "notes", "description": "Notes", "version": "1.0.0" }\n',
    'skills/tidy/SKILL.md': '---\nname: tidy\ndescription: Tidies up\n---\n\nTidy up.\n',
  })
})

function run(
  words: readonly string[],
  env: Record<string, string> = {},
): { code: number | null; out: string } {
  fs.rmSync(path.join(project, 'dist'), { recursive: true, force: true })
  const bin = path.join(modules, 'agent-cortex/bin/agent-cortex.mjs')
  const { status, stdout } = spawnSync(process.execPath, [bin, ...words], {
    cwd: project,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return { code: status, out: stdout }
}

const cache = (): string => path.join(modules, '.cache/agent-cortex')

function kept(): string[] {
  return fs.existsSync(cache()) ? fs.readdirSync(cache()) : []
}

function build(env: Record<string, string> = {}): string {
  const { code, out } = run(['build'], env)
  expect(code).toBe(0)
  expect(out).toContain('1 skill ')
  const skill = fs.readFileSync(path.join(project, 'dist/claude/skills/tidy/SKILL.md'), 'utf8')
  expect(skill).toMatch(/Tidy up\.\n$/)
  return out
}

describe('compiled code', () => {
  test('is kept by the first build, and used by the next', () => {
    expect(run(['--help']).code).toBe(0)
    expect(kept()).toEqual([])
    build()
    const [name] = kept()
    expect(kept()).toHaveLength(1)
    const written = fs.statSync(path.join(cache(), name!))
    // Most of a megabyte of source has become code.
    expect(written.size).toBeGreaterThan(300_000)
    build()
    expect(kept()).toEqual([name])
    expect(fs.statSync(path.join(cache(), name!)).mtimeMs).toBe(written.mtimeMs)
  })

  test('is made anew where the program has changed, and the old goes', () => {
    build()
    const [before] = kept()
    const bundle = path.join(modules, 'agent-cortex/lib/bundle', before!.split('-')[0]!)
    const text = fs.readFileSync(bundle, 'utf8')
    // Of the same length, which is all that the engine looks at.
    fs.writeFileSync(bundle, text.replaceAll('"written"', '"WRITTEN"'))
    fs.utimesSync(bundle, 1e9, 1e9)
    expect(build()).toContain('3 WRITTEN')
    expect(kept()).toHaveLength(1)
    expect(kept()).not.toEqual([before])
  })

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1)],
    ['overwritten', (bytes: Buffer) => Buffer.from(bytes).fill(0x5a, bytes.length >> 1)],
    ['empty', () => Buffer.alloc(0)],
  ])('that is %s is not used, but made again', (_, damage) => {
    build()
    const file = path.join(cache(), kept()[0]!)
    const whole = fs.readFileSync(file)
    fs.writeFileSync(file, damage(whole))
    build()
    expect(fs.statSync(file).size).toBeGreaterThan(whole.length * 0.9)
  })

  test('is not kept where it cannot be, and nothing is said', () => {
    put(modules, { '.cache': 'a file\n' })
    build()
    expect(fs.readFileSync(path.join(modules, '.cache'), 'utf8')).toBe('a file\n')
  })

  test('is not kept where Node is told to keep none', () => {
    build({ NODE_DISABLE_COMPILE_CACHE: '1' })
    expect(kept()).toEqual([])
  })
})
