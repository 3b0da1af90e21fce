import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import type { Place } from '../diagnostics/index.ts'
import type { Skill } from '../workspace/sources.ts'
import type { Context } from './context.ts'
import { type OriginTable, originAt, type Text } from './origins.ts'
import { parseSimpleFrontmatter } from './simple-frontmatter.ts'
import { checkSkillSpec } from './skill-standard.ts'

const BLOCK_RE = /^---[^\S\n]*\n([\s\S]*?\n)?---[^\S\n]*(?:\n|$)/
const FIRST_LINE_RE = /^---[^\S\n]*\n/
const LATE_BLOCK_RE = /^\s+---[^\S\n]*\n/
/** A plain value with a colon in it, the usual mistake. */
const COLON_LINE_RE = /^([\w-]+):[^\S\n]+[^"'\s].*:(?:\s.*)?$/

/** Rule S-10: what the frontmatter of a composed `SKILL.md` says, and what the client makes of it. */
export function checkSkillFrontmatter(
  context: Context,
  skill: Skill,
  text: Text,
  origins: OriginTable,
): void {
  const { harness, report } = context
  /** Where an offset of the composed text stands in the sources. */
  const place =
    (start: number, end = start): Place =>
    () => {
      const from = originAt(text.runs, start)
      const to = originAt(text.runs, Math.max(start, end - 1))
      const source = origins.sources[from?.source ?? 0]!
      const until = to?.source === from?.source ? (to?.start ?? 0) + (end > start ? 1 : 0) : 0
      return source.span(from?.start ?? 0, Math.max(from?.start ?? 0, until))
    }
  const problem = (message: string, at: Place, hint?: string): void =>
    report({ code: 'skill-frontmatter', message, hint, harness: harness.id, at })

  const block = BLOCK_RE.exec(text.text)
  if (block === null) {
    const [message, hint] = absence(text.text)
    problem(message, place(0), hint)
    return
  }
  const yaml = block[1] ?? ''
  const offset = block[0].indexOf('\n') + 1
  const parsed = parseFrontmatter(yaml)
  if ('problem' in parsed) {
    const { message, position, hint } = parsed.problem
    problem(message, place(offset + position), hint)
    return
  }
  const { value, ranges } = parsed
  const at = (key: string): Place => {
    const range = ranges.get(key)
    return range === undefined ? place(offset) : place(offset + range[0], offset + range[1])
  }
  let sound = true
  for (const key of ['name', 'description']) {
    const found = value[key]
    if (typeof found === 'string' && found.trim() !== '') continue
    sound = false
    const quotedKey = JSON.stringify(key)
    if (!Object.hasOwn(value, key)) problem(`${quotedKey} is missing`, at(key))
    else if (found === null || typeof found === 'string') problem(`${quotedKey} must not be empty`, at(key))
    else problem(`${quotedKey} must be a string`, at(key), 'put the value in quotes')
  }
  if (!sound) return
  const losses = harness.limits.skill?.(value) ?? []
  for (const { key, message, hint } of losses) problem(message, at(key), hint)
  for (const { key, code, kind, message, hint } of checkSkillSpec(value, skill.path.at(-1)!)) {
    if (losses.some((loss) => loss.key === key)) continue
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

interface Parsed {
  value: Record<string, unknown>
  /** Key → its value's place in the YAML text; of a value that is empty, the key's. */
  ranges: ReadonlyMap<string, readonly [number, number]>
}

/** A node of a parsed document. */
type Ranged = { range?: readonly [number, number, number] | null } | null

interface Failed {
  problem: { message: string; position: number; hint?: string }
}

/** The three harnesses mostly read the same text. */
let last: { yaml: string; result: Parsed | Failed } | undefined

function parseFrontmatter(yaml: string): Parsed | Failed {
  if (last?.yaml !== yaml) last = { yaml, result: parse(yaml) }
  return last.result
}

function parse(yaml: string): Parsed | Failed {
  const simple = parseSimpleFrontmatter(yaml)
  if (simple !== undefined) return simple
  const lineCounter = new LineCounter()
  const document = parseDocument(yaml, {
    version: '1.2',
    prettyErrors: false,
    logLevel: 'silent',
    lineCounter,
  })
  const error = document.errors[0]
  if (error !== undefined) {
    const { line } = lineCounter.linePos(error.pos[0])
    const hint = quoteHint(yaml.split('\n')[line - 1] ?? '')
    return {
      problem: {
        message: `this is not YAML: ${sentence(error.message)}`,
        position: error.pos[0],
        ...(hint && { hint }),
      },
    }
  }
  if (!isMap(document.contents))
    return { problem: { message: 'the frontmatter must be a mapping of keys to values', position: 0 } }
  const ranges = new Map<string, readonly [number, number]>()
  for (const { key, value } of document.contents.items) {
    const [start, end] = (value as Ranged)?.range ?? [0, 0]
    const [keyStart, keyEnd] = (key as Ranged)?.range ?? [0, 0]
    if (isScalar(key)) ranges.set(String(key.value), start === end ? [keyStart, keyEnd] : [start, end])
  }
  try {
    return { value: document.toJS() as Record<string, unknown>, ranges }
  } catch (thrown) {
    // Aliases that multiply beyond all bounds.
    return { problem: { message: `this is not YAML: ${sentence((thrown as Error).message)}`, position: 0 } }
  }
}

function sentence(message: string): string {
  return message.slice(0, 1).toLowerCase() + message.slice(1)
}

function quoteHint(line: string): string | undefined {
  const key = COLON_LINE_RE.exec(line)?.[1]
  return key === undefined ? undefined : `put the value of ${JSON.stringify(key)} in quotes: it holds a colon`
}
