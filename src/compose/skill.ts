import type { Asset, Skill } from '../workspace/sources.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import { lex } from '../template/lexer.ts'
import { type Reporter, Source } from '../diagnostics/index.ts'
import { Composed, type Trace } from './composed.ts'
import { type Context, silent } from './context.ts'
import { OriginTable } from './origins.ts'
import { checkSkillFrontmatter } from './skill-frontmatter.ts'
import { resolveTokens } from './text.ts'

const SKILL_FILE = 'SKILL.md'
const BRACE = 0x7b

/** Composes the `.md` files of a skill for one harness, by their path in the skill. */
export function composeSkill(context: Context, skill: Skill): Map<string, Composed> {
  const texts = new Map<string, Composed>()
  for (const [below, source] of skill.texts) {
    const { text } = resolveTokens(context, source, undefined).text
    const composed = new Composed(text, () => trace(context, source))
    texts.set(below, composed)
    if (below === SKILL_FILE) checkSkillFrontmatter(context, skill, text, composed)
  }
  return texts
}

function trace(context: Context, source: Source): Trace {
  const origins = new OriginTable()
  const { text } = resolveTokens(silent(context), source, undefined, origins)
  return { runs: new Int32Array(text.runs), origins }
}

/** Rule T-12: files other than `.md` are not substituted; a token that would have meant something is told. */
export function checkAsset(map: TokenMap, asset: Asset, report: Reporter): void {
  if (!asset.bytes.includes(BRACE)) return
  const source = new Source(asset.file, new TextDecoder().decode(asset.bytes))
  for (const { type, name, start, end } of lex(source.text).tokens) {
    const isKnown =
      (type === 'TOOL' && map.tools.has(name)) ||
      (type === 'PATH' && (map.paths.has(name) || name.includes('/')))
    if (!isKnown) continue
    report({
      code: 'token-not-substituted',
      message: `this token stays as it stands: only .md files of agents and skills carry tokens`,
      at: source.span(start, end),
    })
  }
}
