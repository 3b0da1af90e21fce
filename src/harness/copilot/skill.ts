import type { SkillLoss } from '../../compose/harness.ts'

/** Copilot CLI 1.0.102 trims first; a name that breaks this is a lost skill (run 2026-11-30). */
const NAME_RE = /^[A-Za-z0-9][A-Za-z0-9 ._:-]*$/
const NAME_LIMIT = 64
/** UTF-16 code units: 500 emoji pass, 513 do not (same run). */
const DESCRIPTION_LIMIT = 1024

/** Why Copilot CLI 1.0.102 would not load a skill (run 2026-11-30: `skills.discover`, 70 skills). */
export function skillLosses(frontmatter: Readonly<Record<string, unknown>>): SkillLoss[] {
  return [
    ...nameLosses(frontmatter['name']),
    ...descriptionLosses(frontmatter['description']),
    ...typeLosses(frontmatter),
  ]
}

function nameLosses(name: unknown): SkillLoss[] {
  if (typeof name !== 'string') return []
  const trimmed = name.trim()
  if (trimmed === '') return [{ key: 'name', message: 'the skill name is empty' }]
  const losses: SkillLoss[] = []
  if (trimmed.length > NAME_LIMIT) {
    losses.push({
      key: 'name',
      message: `the skill name has ${trimmed.length} characters; copilot drops a skill over ${NAME_LIMIT}`,
    })
  }
  if (!NAME_RE.test(trimmed)) {
    const message = `copilot drops the skill for its name ${JSON.stringify(name)}`
    losses.push({
      key: 'name',
      message,
      hint: 'use small letters, digits and hyphens, and begin with a letter or digit',
    })
  }
  return losses
}

function descriptionLosses(description: unknown): SkillLoss[] {
  if (typeof description !== 'string' || description.length <= DESCRIPTION_LIMIT) return []
  const message = `the skill description has ${description.length} characters; copilot drops a skill over ${DESCRIPTION_LIMIT}`
  return [{ key: 'description', message }]
}

function typeLosses(frontmatter: Readonly<Record<string, unknown>>): SkillLoss[] {
  const losses: SkillLoss[] = []
  const hint = frontmatter['argument-hint']
  if (hint !== undefined && hint !== null && typeof hint !== 'string') {
    const mend = Array.isArray(hint) ? 'put it in quotes: a bare [x] is a list in YAML' : 'put it in quotes'
    losses.push({
      key: 'argument-hint',
      message: '"argument-hint" must be a string, or copilot drops the skill',
      hint: mend,
    })
  }
  for (const key of ['user-invocable', 'disable-model-invocation']) {
    if (!Object.hasOwn(frontmatter, key) || typeof frontmatter[key] === 'boolean') continue
    const mend = 'write it without quotes'
    losses.push({
      key,
      message: `${JSON.stringify(key)} must be true or false, or copilot drops the skill`,
      hint: mend,
    })
  }
  const tools = frontmatter['allowed-tools']
  if (Object.hasOwn(frontmatter, 'allowed-tools') && typeof tools !== 'string' && !isStrings(tools)) {
    const message = '"allowed-tools" must be a string or a list of strings, or copilot drops the skill'
    losses.push({ key: 'allowed-tools', message })
  }
  return losses
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
