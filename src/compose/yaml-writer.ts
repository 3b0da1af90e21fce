import { order } from '../diagnostics/index.ts'
import { marker } from '../workspace/marker.ts'
import type { Frontmatter } from './frontmatter.ts'
import type { Harness } from './harness.ts'

// Legal in JSON, but line breaks or not printable for YAML 1.1 readers.
const UNPRINTABLE_RE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g
/** What YAML 1.1, YAML 1.2 and line-wise readers all take for the same string without quotes: no `: `, no ` #`. */
const PLAIN_RE = /^[A-Za-z](?:[^\s\p{C}:]|:(?=\S)| (?=[^\s#]))*$/u
/** Unless it is one of the words that stand for something else. */
const RESERVED_RE = /^(?:true|false|yes|no|on|off|y|n|null)$/i

/**
 * One line of text that every reader takes for the same string (rule F-5): what the `yaml` package writes with
 * `QUOTE_DOUBLE` and `doubleQuotedAsJSON`, and with the escapes that YAML 1.1 needs besides.
 */
export function quoted(text: string): string {
  return JSON.stringify(text).replace(
    UNPRINTABLE_RE,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const BARE_EXPONENT_RE = /^(-?\d+)e/

/** A value in YAML's flow style, on one line. */
export function flow(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`
  // YAML 1.1 knows no exponent without a decimal point.
  if (typeof value === 'number') return JSON.stringify(value).replace(BARE_EXPONENT_RE, '$1.0e')
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([key, item]) => `${quoted(key)}: ${flow(item)}`)
    .join(', ')}}`
}

/** Rules F-4 … F-6: the frontmatter block of an agent, from `---` to the blank line after the closing `---`. */
export function writeFrontmatter(harness: Harness, frontmatter: Frontmatter, directory: string): string {
  let text = `---\n${marker(directory)}\n`
  for (const [key, value] of written(harness, frontmatter)) text += `${key}: ${value}\n`
  return `${text}---\n\n`
}

function written(harness: Harness, { name, description, tools, fields }: Frontmatter): [string, string][] {
  const format = harness.frontmatter
  const lines = new Map<string, string>([
    ['name', quoted(name)],
    ['description', quoted(description)],
  ])
  const list = writeTools(harness, tools)
  if (list !== undefined) lines.set('tools', list)
  for (const [key, value] of fields) lines.set(format.rename?.[key] ?? key, flow(value))
  const ordered: [string, string][] = []
  for (const key of format.order) {
    const line = lines.get(key)
    if (line !== undefined && lines.delete(key)) ordered.push([key, line])
  }
  return lines.size === 0 ? ordered : [...ordered, ...[...lines].toSorted(([a], [b]) => order(a, b))]
}

function writeTools({ frontmatter }: Harness, tools: readonly string[]): string | undefined {
  if (tools.length === 1 && tools[0] === '*' && frontmatter.allTools === 'omit') return undefined
  if (frontmatter.tools === 'list') return flow(tools)
  const line = tools.join(', ')
  return PLAIN_RE.test(line) && !RESERVED_RE.test(line) ? line : quoted(line)
}
