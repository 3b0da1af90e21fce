import { didYouMean } from '../diagnostics/index.ts'
import { isObject } from '../workspace/json.ts'

/** A breach of the Agent Skills standard that clients forgive. */
export interface SkillSpecFinding {
  code: 'skill-name' | 'skill-key' | 'skill-value'
  kind: 'warning' | 'info'
  /** The frontmatter key. */
  key: string
  message: string
  hint?: string
}

/**
 * The frontmatter of the Agent Skills standard: https://agentskills.io/specification, and `skills-ref validate`
 * 0.1.5 (run 2026-11-30), which refuses each of these but the types of `license`, `metadata` and `allowed-tools`.
 * Lengths in UTF-16 code units.
 */
const SKILL_SPEC = {
  keys: ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'],
  name: 64,
  description: 1024,
  compatibility: 500,
} as const

/** The standard asks for "unicode lowercase alphanumeric characters and hyphens". */
const NAME_RE = /^[\p{L}\p{M}\p{N}-]*$/u

/**
 * Holds a skill's frontmatter against the Agent Skills standard. Missing or non-string `name` and `description`
 * are not its business: those are errors everywhere.
 * @param directory the last segment of the skill's directory
 */
export function checkSkillSpec(
  frontmatter: Readonly<Record<string, unknown>>,
  directory: string,
): SkillSpecFinding[] {
  const { name, description } = frontmatter
  return [
    ...(typeof name === 'string' ? checkName(name, directory) : []),
    ...(typeof description === 'string' ? checkDescription(description) : []),
    ...checkCompatibility(frontmatter['compatibility']),
    ...checkTypes(frontmatter),
    ...checkKeys(frontmatter),
  ]
}

/** What most names are, and nothing can be said against. */
const PLAIN_NAME_RE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

function checkName(written: string, directory: string): SkillSpecFinding[] {
  if (written === directory && written.length <= SKILL_SPEC.name && PLAIN_NAME_RE.test(written)) return []
  const name = written.trim().normalize('NFKC')
  const valid = validName(name)
  const mend = valid === undefined ? undefined : `write ${JSON.stringify(valid)}`
  const breaches: [boolean, string, (string | undefined)?][] = [
    [name === '', 'is empty'],
    [name.length > SKILL_SPEC.name, `has ${name.length} characters; the standard allows ${SKILL_SPEC.name}`],
    [name !== name.toLowerCase(), 'has capital letters', mend],
    [name.startsWith('-') || name.endsWith('-'), 'begins or ends with a hyphen', mend],
    [name.includes('--'), 'has two hyphens in a row', mend],
    [!NAME_RE.test(name), 'may hold only letters, digits and hyphens', mend],
    [
      name !== '' && name !== directory.normalize('NFKC'),
      `differs from its directory ${JSON.stringify(directory)}`,
      'rename one of the two',
    ],
  ]
  return breaches
    .filter(([broken]) => broken)
    .map(([, what, hint]) => ({
      code: 'skill-name',
      kind: 'warning',
      key: 'name',
      message: `skill name ${JSON.stringify(written)} ${what}`,
      ...(hint === undefined ? {} : { hint }),
    }))
}

const FOREIGN_RE = /[^\p{L}\p{M}\p{N}]+/gu
const END_HYPHENS_RE = /^-|-$/g

/** The nearest name that the standard allows, if any of it is left. */
function validName(name: string): string | undefined {
  const valid = name.toLowerCase().replace(FOREIGN_RE, '-').replace(END_HYPHENS_RE, '')
  return valid === '' || valid.length > SKILL_SPEC.name ? undefined : valid
}

function checkDescription(description: string): SkillSpecFinding[] {
  if (description.trim() === '') return [value('description', 'the skill description is empty')]
  return description.length <= SKILL_SPEC.description
    ? []
    : [
        value(
          'description',
          `the skill description has ${description.length} characters; the standard allows ${SKILL_SPEC.description}`,
        ),
      ]
}

function checkCompatibility(compatibility: unknown): SkillSpecFinding[] {
  if (compatibility === undefined) return []
  if (typeof compatibility !== 'string') return [value('compatibility', '"compatibility" must be a string')]
  return compatibility.length <= SKILL_SPEC.compatibility
    ? []
    : [
        value(
          'compatibility',
          `"compatibility" has ${compatibility.length} characters; the standard allows ${SKILL_SPEC.compatibility}`,
        ),
      ]
}

/** What `skills-ref` lets pass and clients read in their own ways: said, no more. */
function checkTypes(frontmatter: Readonly<Record<string, unknown>>): SkillSpecFinding[] {
  const { license, metadata, 'allowed-tools': tools } = frontmatter
  const findings: SkillSpecFinding[] = []
  if (license !== undefined && typeof license !== 'string')
    findings.push(value('license', '"license" must be a string', 'info'))
  if (metadata !== undefined && !isStringMap(metadata)) {
    findings.push(value('metadata', '"metadata" must be a mapping of strings', 'info'))
  }
  if (tools !== undefined && typeof tools !== 'string') {
    findings.push(
      value(
        'allowed-tools',
        'the standard has "allowed-tools" as one string, names separated by blanks',
        'info',
      ),
    )
  }
  return findings
}

function checkKeys(frontmatter: Readonly<Record<string, unknown>>): SkillSpecFinding[] {
  const known: readonly string[] = SKILL_SPEC.keys
  return Object.keys(frontmatter)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const hint = didYouMean(key, known)
      return {
        code: 'skill-key',
        kind: 'info',
        key,
        message: `${JSON.stringify(key)} is no key of the Agent Skills standard`,
        ...(hint === undefined ? {} : { hint }),
      }
    })
}

function value(key: string, message: string, kind: SkillSpecFinding['kind'] = 'warning'): SkillSpecFinding {
  return { code: 'skill-value', kind, key, message }
}

function isStringMap(found: unknown): boolean {
  return isObject(found) && Object.values(found).every((item) => typeof item === 'string')
}
