/** Keys and values of a mapping, with the values' places. */
export interface SimpleFrontmatter {
  value: Record<string, unknown>
  ranges: ReadonlyMap<string, readonly [number, number]>
}

const LINE_RE = /^(?!null:)([a-z][a-z0-9-]*): (.+)$/
/** Words, and signs that mean nothing in YAML within a line; no `: `, no ` #`, nothing at the end that could matter. */
const PLAIN_RE = /^[A-Za-z](?:[\w.,;()/'"“”—–’&*!?%@+=<>|~`-]| (?![#\s])|:(?=[^\s]))*$/
const RESERVED_RE = /^(?:true|false|null)$/i
/** What JSON and YAML's double quotes mean alike. */
const QUOTED_RE =
  /^"(?:[^"\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\\["\\/bfnrt]|\\u(?![dD][89a-fA-F])[0-9a-fA-F]{4})*"$/

/** Characters. On far longer lines the expressions here would run out of stack; no real line comes near. */
const LONGEST_LINE = 20_000

/**
 * Reads frontmatter of the usual simple form, `key: text` on single lines; nothing for any other, which is a YAML
 * parser's. For what it reads, it agrees with YAML 1.2 to the letter, at a fiftieth of the time: with a thousand
 * skills, a third of a build would go into parsing two lines each.
 */
export function parseSimpleFrontmatter(yaml: string): SimpleFrontmatter | undefined {
  const value: Record<string, unknown> = {}
  const ranges = new Map<string, readonly [number, number]>()
  let offset = 0
  for (const line of yaml.split('\n')) {
    if (line.length > LONGEST_LINE) return undefined
    if (line !== '') {
      const [, key, text] = LINE_RE.exec(line) ?? []
      if (key === undefined || text === undefined || ranges.has(key)) return undefined
      const string = readString(text)
      if (string === undefined) return undefined
      value[key] = string
      ranges.set(key, [offset + line.length - text.length, offset + line.length])
    }
    offset += line.length + 1
  }
  return ranges.size === 0 ? undefined : { value, ranges }
}

function readString(text: string): string | undefined {
  if (text.startsWith('"')) return QUOTED_RE.test(text) ? (JSON.parse(text) as string) : undefined
  return PLAIN_RE.test(text) && !RESERVED_RE.test(text) && !text.endsWith(' ') ? text : undefined
}
