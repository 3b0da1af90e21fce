import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Compilation, compile } from '../../src/compiler/index.ts'
import { lex } from '../../src/template/lexer.ts'
import { describeDiagnostics } from '../support/fixture.ts'
import { BROKEN_SKILL, copyInput, INPUT_OPTIONS, inputs, mendInput } from '../support/inputs.ts'

describe.skipIf(inputs === undefined)('the repository that the seeds describe', () => {
  let root: string
  beforeAll(() => {
    root = copyInput('agent-cortex')
  })
  afterAll(() => fs.rmSync(root, { recursive: true }))

  test('as it stands, the broken skill is its only error, with line and column, and there is no tree', () => {
    const compilation = compile({ root, ...INPUT_OPTIONS })
    const errors = compilation.diagnostics.list('error')
    expect(
      errors.map(({ file, line, column, code, harnesses }) => ({ file, line, column, code, harnesses })),
    ).toEqual([
      {
        file: BROKEN_SKILL,
        line: 3,
        column: 14,
        code: 'skill-frontmatter',
        harnesses: ['copilot', 'claude', 'pi'],
      },
    ])
    expect(compilation.trees.size).toBe(0)
  })

  describe('with that line quoted', () => {
    let compilation: Compilation
    const read = (harness: string, file: string): string => {
      const content = compilation.trees.get(harness)?.files.get(file)?.content
      return typeof content === 'string' ? content : Buffer.from(content ?? '').toString('utf8')
    }
    beforeAll(() => {
      mendInput(root)
      compilation = compile({ root, ...INPUT_OPTIONS })
    })

    test('it builds: four agents and twelve skills on each harness', () => {
      expect(describeDiagnostics(compilation).filter((line) => line.startsWith('error'))).toEqual([])
      expect(Object.fromEntries(compilation.counts)).toEqual({
        copilot: { agents: 4, skills: 12 },
        claude: { agents: 4, skills: 12 },
        pi: { agents: 4, skills: 12 },
      })
    })

    test("claude's ralph is the native file, byte for byte", () => {
      const native = fs.readFileSync(path.join(root, 'agents-native/ralph.md'))
      expect(
        Buffer.from(compilation.trees.get('claude')!.files.get('agents/ralph.md')!.content as Uint8Array),
      ).toEqual(native)
    })

    test('no token is left in what carries tokens', () => {
      const left: string[] = []
      for (const [harness, tree] of compilation.trees) {
        for (const { path: file, content } of tree.files.values()) {
          if (!file.endsWith('.md') || typeof content !== 'string') continue
          for (const { name } of lex(content).tokens) left.push(`${harness}/${file}: ${name}`)
        }
      }
      expect(left).toEqual([])
    })

    test('T-4: three null tools are dropped, one warning each, and leave tidy sentences', () => {
      const dropped = compilation.diagnostics.list().filter(({ code }) => code === 'tool-null')
      expect(
        dropped.map(
          ({ file, line, column, harnesses }) => `${file}:${line}:${column} ${harnesses.join(', ')}`,
        ),
      ).toEqual([
        'skills/engineering/design-an-interface/SKILL.md:58:37 claude',
        'skills/workflow/ralph/SKILL.md:38:141 copilot, claude',
        'skills/workflow/ralph/SKILL.md:51:43 claude',
      ])
      expect(read('claude', 'skills/design-an-interface/SKILL.md')).toContain(
        "Collect each agent's output with when it finishes.",
      )
      expect(read('claude', 'skills/ralph/SKILL.md')).toContain(
        'PI keeps a call outstanding over every in-flight agent',
      )
      expect(read('copilot', 'skills/workflow/ralph/SKILL.md')).toContain(
        'PI keeps a call outstanding over every in-flight agent',
      )
    })

    test("T-6: claude's PATH to the plan skill names the file where it is", () => {
      expect(read('claude', 'agents/plan.md')).toContain('`${CLAUDE_PLUGIN_ROOT}/skills/plan/SKILL.md`')
      expect(compilation.trees.get('claude')!.files.has('skills/plan/SKILL.md')).toBe(true)
    })

    test('T-12: a token in a shell script is not substituted, and that is told', () => {
      expect(read('pi', 'skills/planning/record-idea/scripts/new-idea.sh')).toContain('{{TOOL:bash}}')
      expect(
        describeDiagnostics(compilation).filter((line) => line.includes('token-not-substituted')),
      ).toEqual([
        'info token-not-substituted skills/planning/record-idea/scripts/new-idea.sh:2:72-85 this token stays as it stands: only .md files of agents and skills carry tokens',
      ])
    })

    test('O-5: hooks that the manifest or an option names go along, with their modes', () => {
      expect(read('copilot', 'hooks.json')).toBe(fs.readFileSync(path.join(root, 'hooks.json'), 'utf8'))
      expect(read('claude', 'hooks/hooks.json')).toBe(
        fs.readFileSync(path.join(root, 'hooks/claude/hooks.json'), 'utf8'),
      )
      expect(compilation.trees.get('claude')!.files.get('scripts/statusline-command.sh')?.executable).toBe(
        true,
      )
    })
  })
})
