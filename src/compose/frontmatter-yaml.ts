import { type Document, isMap, isScalar, parseDocument, visit } from 'yaml'
import { parseSimpleFrontmatter } from './simple-frontmatter.ts'

export interface Parsed {
  value: Record<string, unknown>
  /** Key → its value's place in the YAML text; of a value that is empty, the key's. */
  ranges: ReadonlyMap<string, readonly [number, number]>
}

/** The first mistake; those after it are mostly its consequences. */
export interface Failed {
  problem: { message: string; position: number; hint?: string }
}

/** A node of a parsed document. */
type Ranged = { range?: readonly [number, number, number] | null } | null

/** The three harnesses mostly read the same text. */
let last: { yaml: string; result: Parsed | Failed } | undefined

/** Reads frontmatter, YAML 1.2 that must be a mapping. */
export function parseFrontmatter(yaml: string): Parsed | Failed {
  if (last?.yaml !== yaml) last = { yaml, result: parseSimpleFrontmatter(yaml) ?? parseSafely(yaml) }
  return last.result
}

/** Nothing is thrown at collections nested by the thousand, or aliases that multiply beyond all bounds. */
function parseSafely(yaml: string): Parsed | Failed {
  try {
    return parse(yaml)
  } catch (thrown) {
    if (thrown instanceof RangeError) return TOO_DEEP
    return failed((thrown as Error).message, 0)
  }
}

const TOO_DEEP: Failed = { problem: { message: 'this YAML is nested too deeply to be read', position: 0 } }

function parse(yaml: string): Parsed | Failed {
  const document = parseDocument(yaml, { version: '1.2', prettyErrors: false, logLevel: 'silent' })
  // A tag that nobody knows is only a warning here; other parsers stop at it.
  const error = document.errors[0] ?? document.warnings[0]
  if (error?.code === 'RESOURCE_EXHAUSTION') return TOO_DEEP
  if (error !== undefined)
    return failed(error.message, error.pos[0], mend(error.code, lineAt(yaml, error.pos[0])))
  if (!isMap(document.contents))
    return { problem: { message: 'the frontmatter must be a mapping of keys to values', position: 0 } }
  const alias = unresolvedAlias(document)
  if (alias !== undefined)
    return failed('there is no anchor for this alias', alias, mend('BAD_ALIAS', lineAt(yaml, alias)))
  const ranges = new Map<string, readonly [number, number]>()
  for (const { key, value } of document.contents.items) {
    const [start, end] = (value as Ranged)?.range ?? [0, 0]
    const [keyStart, keyEnd] = (key as Ranged)?.range ?? [0, 0]
    if (isScalar(key)) ranges.set(String(key.value), start === end ? [keyStart, keyEnd] : [start, end])
  }
  return { value: document.toJS() as Record<string, unknown>, ranges }
}

function failed(message: string, position: number, hint?: string): Failed {
  const sentence = message.slice(0, 1).toLowerCase() + message.slice(1)
  return { problem: { message: `this is not YAML: ${sentence}`, position, ...(hint && { hint }) } }
}

function unresolvedAlias(document: Document.Parsed): number | undefined {
  let found: number | undefined
  visit(document, {
    Alias(_, alias) {
      if (alias.resolve(document) !== undefined) return undefined
      found = alias.range?.[0] ?? 0
      return visit.BREAK
    },
  })
  return found
}

function lineAt(text: string, offset: number): string {
  const end = text.indexOf('\n', offset)
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, end === -1 ? text.length : end)
}

/** Mistakes that come of prose which was not meant as YAML. */
const PROSE: ReadonlySet<string> = new Set([
  'BAD_ALIAS',
  'BAD_SCALAR_START',
  'BLOCK_AS_IMPLICIT_KEY',
  'TAG_RESOLVE_FAILED',
  'UNEXPECTED_TOKEN',
])

const KEY_LINE_RE = /^([\w-]+):[^\S\n]+(.+)$/

/** What to do about the line of a mistake. */
function mend(code: string, line: string): string | undefined {
  const [, key, value] = KEY_LINE_RE.exec(line) ?? []
  if (key === undefined || value === undefined || !PROSE.has(code)) return undefined
  if (value.startsWith("'")) return "write '' for a ' inside single quotes"
  if (value.startsWith('"')) return 'write \\" for a " inside double quotes'
  const why = code === 'BLOCK_AS_IMPLICIT_KEY' && value.includes(':') ? ': it holds a colon' : ''
  return `put the value of ${JSON.stringify(key)} in quotes${why}`
}
