import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/diagnostics/index.ts'
import { Reader } from '../../src/workspace/reader.ts'
import { build, demo, skill } from '../support/demo.ts'
import { scratch } from '../support/trees.ts'

const isPosix = process.platform !== 'win32'

describe.runIf(isPosix)('special files', () => {
  test('a named pipe or a socket is an error, and is not waited for', () => {
    const root = demo({ 'skills/plan/SKILL.md': skill('plan'), 'agents/test/claude/frontmatter.json': '{}' })
    for (const file of ['agents/test/agent.md', 'skills/plan/pipe', 'skills/pipe'])
      execFileSync('mkfifo', [path.join(root, file)])
    fs.symlinkSync('pipe', path.join(root, 'skills/plan/link'))
    fs.rmSync(path.join(root, 'token-map.json'))
    execFileSync('mkfifo', [path.join(root, 'token-map.json')])
    const { told } = build(root)
    expect(told.filter((line) => line.includes('not-a-file'))).toEqual([
      'error not-a-file agents/test/agent.md this is no regular file',
      'error not-a-file skills/pipe this is no regular file',
      'error not-a-file skills/plan/link this is no regular file',
      'error not-a-file skills/plan/pipe this is no regular file',
      'error not-a-file token-map.json this is no regular file; a file is expected here',
    ])
  })

  test('a file that changes while it is read is an error, never half a text', async () => {
    const root = scratch()
    const file = path.join(root, 'a.md')
    fs.writeFileSync(file, 'a'.repeat(8_000_000))
    const script = `const fs = require('fs'), f = ${JSON.stringify(file)}; process.stdout.write('.');
      for (;;) { fs.appendFileSync(f, 'a'.repeat(1000)); if (fs.statSync(f).size > 12e6) fs.truncateSync(f, 8e6) }`
    const writer = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await new Promise((resolve) => writer.stdout.once('data', resolve))
    const reports: Report[] = []
    const reader = new Reader(root)
    for (const end = Date.now() + 10_000; reports.length === 0 && Date.now() < end;)
      reader.text('a.md', (report) => reports.push(report))
    writer.kill('SIGKILL')
    expect(reports).toEqual([
      {
        code: 'file-changed',
        message: 'this file changed while it was read',
        hint: 'build again when nothing writes to it',
        at: { file: 'a.md' },
      },
    ])
  })
})

const isRoot = isPosix && process.getuid?.() === 0
if (!isRoot)
  console.warn('SKIPPED: unreadable files; run as root to have them built by a user who may not read them')

/** Builds as a user who owns nothing. */
function buildAsNobody(root: string): string[] {
  process.seteuid!(65_534)
  try {
    return build(root).told
  } finally {
    process.seteuid!(0)
  }
}

describe.runIf(isRoot)('what may not be read', () => {
  test('files and directories are errors that say so, each', () => {
    const root = demo({
      'agents/test/agent.md': 'x',
      'agents/test/claude/frontmatter.json': '{}',
      'skills/plan/SKILL.md': skill('plan'),
      'skills/plan/data': 'x',
      'skills/shut/SKILL.md': skill('shut'),
      'agents/locked/agent.md': 'x',
    })
    fs.chmodSync(root, 0o755)
    for (const file of [
      'agents/plan/agent.md',
      'skills/plan/data',
      'agents/test/claude/frontmatter.json',
      'skills/shut',
    ])
      fs.chmodSync(path.join(root, file), 0)
    // Its entries can be listed and not opened.
    fs.chmodSync(path.join(root, 'agents/locked'), 0o444)
    expect(buildAsNobody(root)).toEqual([
      'error frontmatter-missing agents/locked/agent.md locked ships to no harness: it has no <harness>/frontmatter.json -- write agents/locked/claude/frontmatter.json; {} takes all from agents/locked/frontmatter.json',
      'error unreadable agents/locked/agent.md this cannot be read: permission denied',
      'error unreadable agents/plan/agent.md this cannot be read: permission denied',
      'error unreadable agents/test/claude/frontmatter.json this cannot be read: permission denied',
      'error unreadable skills/plan/data this cannot be read: permission denied',
      'error unreadable skills/shut this directory cannot be read: permission denied',
    ])
  })
})
