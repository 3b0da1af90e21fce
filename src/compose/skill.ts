import type { Asset, Skill } from '../workspace/sources.ts'
import type { TokenMap } from '../workspace/token-map.ts'
import { lex } from '../template/lexer.ts'
import { type Reporter, Source } from '../diagnostics/index.ts'
import { Composed, type Trace } from './composed.ts'
import { type Context, silent } from './context.ts'
import { OriginTable } from './origins.ts'
import { checkSkillFrontmatter } from './skill-frontmatter.ts'
import { SectionLookup } from './sections.ts'
import { resolveTokens } from './text.ts'

const SKILL_FILE = 'SKILL.md'
const HARNESS_FILE = 'HARNESS.md'
/** What a token that would have meant something begins with. */
const OPENINGS = ['{{TOOL:', '{{PATH:'].map((text) => new TextEncoder().encode(text))
const BRACE = 0x7b

/**
 * Composes the `.md` files of a skill for one harness, by their path in the skill.
 * @param again the skill once more, for whoever asks later where a text came from; it may have gone by then
 */
export function composeSkill(context: Context, skill: Skill, again: () => Skill): Map<string, Composed> {
  const texts = new Map<string, Composed>()
  for (const [below, source] of skill.texts) {
    const { text: resolved, lost } = resolveTokens(context, source, sectionsOf(context, skill, below))
    const { text } = resolved
    const untouched = text === source.text
    const composed = new Composed(untouched ? source : [text], () => trace(context, again(), below))
    texts.set(below, composed)
    if (below === SKILL_FILE && skill.isSkill !== false)
      checkSkillFrontmatter(context, skill, text, composed, lost)
  }
  return texts
}

/** Of what is composed like a skill, the entry point of an Agent Harness alone has sections: it is an agent's text. */
function sectionsOf(context: Context, skill: Skill, below: string): SectionLookup | undefined {
  if (skill.isSkill !== false || below !== HARNESS_FILE) return undefined
  const { directory } = skill
  const none = { harnesses: new Map(), sections: new Map(), unread: new Set<string>() }
  return new SectionLookup({ directory, ...none, isHarness: true }, context)
}

function trace(context: Context, skill: Skill, below: string): Trace {
  const origins = new OriginTable()
  const source = skill.texts.get(below)
  if (source === undefined) return { runs: new Int32Array(), origins }
  const quiet = silent(context)
  const { text } = resolveTokens(quiet, source, sectionsOf(quiet, skill, below), origins)
  return { runs: new Int32Array(text.runs), origins }
}

/** Rule T-12: files other than `.md` are not substituted; a token that would have meant something is told. */
export function checkAsset(map: TokenMap, asset: Asset, report: Reporter): void {
  if (!mayHoldToken(asset.bytes)) return
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

/** Most files that hold braces hold no token, and some of them are large: text is made only of the others. */
function mayHoldToken(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(BRACE); at !== -1; at = bytes.indexOf(BRACE, at + 1)) {
    if (bytes[at + 1] === BRACE && OPENINGS.some((opening) => startsAt(bytes, at, opening))) return true
  }
  return false
}

function startsAt(bytes: Uint8Array, at: number, opening: Uint8Array): boolean {
  return opening.every((byte, index) => bytes[at + index] === byte)
}
