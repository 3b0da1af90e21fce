import type { SkillLoss } from '../../compose/harness.ts'

/** Why pi 1.6.0 would not load a skill: an empty description, nothing else (run 2026-11-30, 17 skills). */
export function skillLosses({ description }: Readonly<Record<string, unknown>>): SkillLoss[] {
  if (typeof description !== 'string' || description.trim() !== '') return []
  return [{ key: 'description', message: 'the skill description is empty; pi drops the skill' }]
}
