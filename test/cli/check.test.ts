import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { run } from '../support/cli.ts'
import { project } from '../support/project.ts'
import { disk, put } from '../support/trees.ts'

test('O-6: what is up to date is told in one line', () => {
  const root = project()
  run(root, ['build'])
  expect(run(root, ['check'])).toEqual({
    code: 0,
    stdout: 'up to date: dist/copilot, dist/claude, dist/pi\n',
    stderr: '',
  })
})

test('after a checkout there are no trees to compare, and none are made', () => {
  const root = project()
  expect(run(root, ['check'])).toEqual({
    code: 0,
    stdout: 'nothing to compare: there is no dist, and no copies are committed\n',
    stderr: '',
  })
  expect(fs.existsSync(path.join(root, 'dist'))).toBe(false)
})

const SKILL_DIFF = `\
--- dist/pi/skills/tidy/SKILL.md
+++ dist/pi/skills/tidy/SKILL.md
@@ -3,4 +3,4 @@
 description: Tidies.
 ---
 
-Tidy down.
+Tidy up.
`

/** A tree with a changed, a missing and an extra file. */
function drifted(): string {
  const root = project()
  run(root, ['build'])
  const skill = path.join(root, 'dist/pi/skills/tidy/SKILL.md')
  fs.writeFileSync(skill, fs.readFileSync(skill, 'utf8').replace('Tidy up.', 'Tidy down.'))
  fs.rmSync(path.join(root, 'dist/copilot/skills/tidy/SKILL.md'))
  put(root, { 'dist/claude/agents/extra.md': 'Extra.\n' })
  return root
}

test('O-6, lesson 29: a changed, a missing and an extra file fail, with a diff on stdout', () => {
  const root = drifted()
  const before = disk(root)
  const { code, stdout, stderr } = run(root, ['check'])
  expect(code).toBe(1)
  expect(stdout).toBe(`\
--- /dev/null
+++ dist/copilot/skills/tidy/SKILL.md
@@ -0,0 +1,6 @@
+---
+name: tidy
+description: Tidies.
+---
+
+Tidy up.
Only on disk: dist/claude/agents/extra.md
${SKILL_DIFF}`)
  expect(stderr).toBe(`\
dist/claude/agents/extra.md: error: "dist/claude/agents/extra.md" was not made by a build (output-differs) [claude]
  hint: move it away; files of your own go into <harness>-extras/

dist/copilot/skills/tidy/SKILL.md: error: "dist/copilot/skills/tidy/SKILL.md" is missing (output-differs) [copilot]
  hint: run agent-cortex build

dist/pi/skills/tidy/SKILL.md: error: "dist/pi/skills/tidy/SKILL.md" differs from what would be built (output-differs) [pi]
  hint: run agent-cortex build; an edit belongs in the sources

3 errors
`)
  expect(disk(root)).toEqual(before)
})

test('with --format json stdout is one object, and the diff goes to stderr', () => {
  const root = drifted()
  const { code, stdout, stderr } = run(root, ['check', '--format', 'json', '--harness', 'pi'])
  expect(code).toBe(1)
  expect(stderr).toBe(SKILL_DIFF)
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    ok: false,
    diagnostics: [
      {
        code: 'output-differs',
        severity: 'error',
        message: '"dist/pi/skills/tidy/SKILL.md" differs from what would be built',
        hint: 'run agent-cortex build; an edit belongs in the sources',
        file: 'dist/pi/skills/tidy/SKILL.md',
        harnesses: ['pi'],
      },
    ],
    outputs: { pi: { dir: 'dist/pi', files: 3, added: 0, changed: 1, removed: 0, unchanged: 2 } },
  })
})

test('an error in the sources is told as such, and nothing is compared', () => {
  const root = drifted()
  fs.appendFileSync(path.join(root, 'agents/plan/agent.md'), '{{TOOL:bsh}}\n')
  const { code, stdout, stderr } = run(root, ['check'])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('unknown tool "bsh"')
  expect(stderr).not.toContain('output-differs')
})
