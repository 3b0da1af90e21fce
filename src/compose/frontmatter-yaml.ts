import { isMap, isScalar, LineCounter, parseDocument } from 'yaml'
import { parseSimpleFrontmatter } from './simple-frontmatter.ts'

/** A plain value with a colon in it, the usual mistake. */
const COLON_LINE_RE = /^([\w-]+):[^\S\n]+[^"'\s].*:(?:\s.*)?$/

export interface Parsed {
  value: Record<string, unknown>
  /** Key → its value's place in the YAML text; of a value that is empty, the key's. */
  ranges: ReadonlyMap<string, readonly [number, number]>
}

/** A node of a parsed document. */
type Ranged = { range?: readonly [number, number, number] | null } | null

export interface Failed {
  problem: { message: string; position: number; hint?: string }
}

/** The three harnesses mostly read the same text. */
let last: { yaml: string; result: Parsed | Failed } | undefined

export function parseFrontmatter(yaml: string): Parsed | Failed {
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
