import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkSkillSpec } from '../../src/compose/skill-standard.ts'

type Row = [directory: string, frontmatter: Record<string, unknown>, found: string[]]

const skill = (more: Record<string, unknown> = {}) => ({ name: 'plan', description: 'Plans', ...more })

const TABLE: Row[] = [
  ['plan', skill(), []],
  [
    'plan',
    skill({ license: 'MIT', compatibility: 'x', metadata: { a: 'b' }, 'allowed-tools': 'Bash Read' }),
    [],
  ],
  ['a1-b2', skill({ name: 'a1-b2' }), []],
  ['täglich', skill({ name: 'täglich' }), []],
  ['計画', skill({ name: '計画' }), []],
  ['a'.repeat(64), skill({ name: 'a'.repeat(64) }), []],
  ['other', skill(), ['skill-name warning']],
  ['Plan', skill({ name: 'Plan' }), ['skill-name warning']],
  ['-plan', skill({ name: '-plan' }), ['skill-name warning']],
  ['plan-', skill({ name: 'plan-' }), ['skill-name warning']],
  ['a--b', skill({ name: 'a--b' }), ['skill-name warning']],
  ['a_b', skill({ name: 'a_b' }), ['skill-name warning']],
  ['a b', skill({ name: 'a b' }), ['skill-name warning']],
  ['a.b', skill({ name: 'a.b' }), ['skill-name warning']],
  ['a'.repeat(65), skill({ name: 'a'.repeat(65) }), ['skill-name warning']],
  ['plan', skill({ name: '' }), ['skill-name warning']],
  ['plan', skill({ description: 'a'.repeat(1024) }), []],
  ['plan', skill({ description: 'a'.repeat(1025) }), ['skill-value warning']],
  ['plan', skill({ description: ' ' }), ['skill-value warning']],
  ['plan', skill({ compatibility: 'a'.repeat(500) }), []],
  ['plan', skill({ compatibility: 'a'.repeat(501) }), ['skill-value warning']],
  ['plan', skill({ 'argument-hint': 'x' }), ['skill-key info']],
  ['plan', skill({ 'disable-model-invocation': 'true', model: 'x' }), ['skill-key info', 'skill-key info']],
]

const found = (frontmatter: Record<string, unknown>, directory: string) =>
  checkSkillSpec(frontmatter, directory).map(({ code, kind }) => `${code} ${kind}`)

describe('S-10: the Agent Skills standard', () => {
  it.each(TABLE)('%s: %o', (directory, frontmatter, expected) => {
    expect(found(frontmatter, directory)).toEqual(expected)
  })

  it.each([
    ['Change Log', 'change-log'],
    ['-a--B_', 'a-b'],
    ['Täglich!', 'täglich'],
    ['***', undefined],
    ['A'.repeat(65), undefined],
  ])('the mend for the name %j is itself valid: %j', (name, mend) => {
    const hints = checkSkillSpec(skill({ name }), 'other').flatMap(({ message, hint }) =>
      message.includes('directory') ? [] : [hint],
    )
    expect(new Set(hints.filter((hint) => hint !== undefined))).toEqual(
      new Set(mend === undefined ? [] : [`write ${JSON.stringify(mend)}`]),
    )
    if (mend !== undefined) expect(found(skill({ name: mend }), mend)).toEqual([])
  })

  it('types that its validator lets pass are told as info', () => {
    expect(found(skill({ license: 5, metadata: { a: 1 }, 'allowed-tools': ['Bash'] }), 'plan')).toEqual([
      'skill-value info',
      'skill-value info',
      'skill-value info',
    ])
    expect(found(skill({ compatibility: 5 }), 'plan')).toEqual(['skill-value warning'])
  })

  it('leaves a missing or non-string name and description to others', () => {
    expect(found({ name: 5 }, 'plan')).toEqual([])
  })

  it('hints at what is right', () => {
    expect(checkSkillSpec(skill({ licence: 'MIT' }), 'plan')[0]).toMatchObject({
      key: 'licence',
      message: '"licence" is no key of the Agent Skills standard',
      hint: 'did you mean "license"?',
    })
    expect(checkSkillSpec(skill({ name: 'Plan' }), 'Plan')[0]!.hint).toBe('write "plan"')
  })
})

const reference = process.env['SKILLS_REF']
if (reference === undefined)
  console.warn('SKIPPED: agreement with skills-ref; set SKILLS_REF to its command to run it')

describe.skipIf(reference === undefined)('skills-ref validate', () => {
  it('refuses what the table finds fault with, and passes the rest', async () => {
    const root = mkdtempSync(join(tmpdir(), 'skill-spec-'))
    const refused = await Promise.all(
      TABLE.map(async ([directory, frontmatter], index) => {
        const folder = join(root, String(index), directory)
        mkdirSync(folder, { recursive: true })
        const yaml = Object.entries(frontmatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
        writeFileSync(join(folder, 'SKILL.md'), `---\n${yaml.join('')}---\nBody\n`)
        return promisify(execFile)(process.execPath, [reference!, 'validate', folder]).then(
          () => false,
          () => true,
        )
      }),
    )
    rmSync(root, { recursive: true })
    expect(refused).toEqual(TABLE.map(([, , expected]) => expected.length > 0))
  })
})
