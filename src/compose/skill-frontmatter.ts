import type { Place } from '../diagnostics/index.ts'
import { FRONTMATTER_BLOCK_RE } from '../workspace/frontmatter-block.ts'
import type { Skill } from '../workspace/sources.ts'
import type { Composed } from './composed.ts'
import type { Context } from './context.ts'
import { parseFrontmatter } from './frontmatter-yaml.ts'
import { isLost, isLostOnLine, lostKeys } from './lost-tokens.ts'
import { originAt } from './origins.ts'
import { checkSkillSpec } from './skill-standard.ts'

const FIRST_LINE_RE = /^---[^\S\n]*\n/
const LATE_BLOCK_RE = /^\s+---[^\S\n]*\n/

/**
 * Rule S-10: what the frontmatter of a composed `SKILL.md` says, and what the client makes of it.
 * @param lost where tokens stand that a mistake left without a value: what that leaves is no mistake of its own
 */
export function checkSkillFrontmatter(
  context: Context,
  skill: Skill,
  text: string,
  composed: Composed,
  lost: readonly number[],
): void {
  const { harness, report } = context
  /** Where an offset of the composed text stands in the sources. */
  const place =
    (start: number, end = start): Place =>
    () => {
      const { runs, origins } = composed
      const from = originAt(runs, start)
      const to = originAt(runs, Math.max(start, end - 1))
      const source = origins.sources[from?.source ?? 0]!
      const until = to?.source === from?.source ? (to?.start ?? 0) + (end > start ? 1 : 0) : 0
      return source.span(from?.start ?? 0, Math.max(from?.start ?? 0, until))
    }
  const problem = (message: string, at: Place, hint?: string): void =>
    report({ code: 'skill-frontmatter', message, hint, harness: harness.id, at })

  const block = FRONTMATTER_BLOCK_RE.exec(text)
  if (block === null) {
    if (isLost(composed, lost, 0, 0)) return
    const [message, hint] = absence(text)
    problem(message, place(0), hint)
    return
  }
  const yaml = block[1] ?? ''
  const offset = block[0].indexOf('\n') + 1
  const parsed = parseFrontmatter(yaml)
  if ('problem' in parsed) {
    const { message, position, hint } = parsed.problem
    if (isLostOnLine(composed, lost, block[0], offset + position)) return
    problem(message, place(offset + position), hint)
    return
  }
  const { value, ranges } = parsed
  const at = (key: string): Place => {
    const range = ranges.get(key)
    return range === undefined ? place(offset) : place(offset + range[0], offset + range[1])
  }
  /** Keys of which there is no more to say. */
  const told = new Set(lost.length === 0 ? [] : lostKeys(composed, lost, block[0], offset, ranges))
  for (const key of ['name', 'description']) {
    const found = value[key]
    if (told.has(key) || (typeof found === 'string' && found.trim() !== '')) continue
    told.add(key)
    const quotedKey = JSON.stringify(key)
    if (!Object.hasOwn(value, key)) problem(`${quotedKey} is missing`, at(key))
    else if (found === null || typeof found === 'string') problem(`${quotedKey} must not be empty`, at(key))
    else problem(`${quotedKey} must be a string`, at(key), 'put the value in quotes')
  }
  const losses = (harness.limits.skill?.(value) ?? []).filter(({ key }) => !told.has(key))
  for (const { key, message, hint } of losses) problem(message, at(key), hint)
  for (const { key, code, kind, message, hint } of checkSkillSpec(value, skill.path.at(-1)!)) {
    if (told.has(key) || losses.some((loss) => loss.key === key)) continue
    report({ code, severity: kind, message, hint, harness: harness.id, at: at(key) })
  }
}

/** What is wrong with a text that has no frontmatter, and the mend. */
function absence(text: string): [message: string, hint: string] {
  if (FIRST_LINE_RE.test(text))
    return ['the frontmatter is not closed', 'write --- on a line of its own below it']
  if (LATE_BLOCK_RE.test(text))
    return ['the frontmatter must begin on the first line', 'remove what stands before ---']
  return ['SKILL.md must begin with frontmatter', 'write ---, name and description, and --- again']
}
