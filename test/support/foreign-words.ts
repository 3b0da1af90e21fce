import { builtInHarnesses } from '../../src/harness/index.ts'

/** `tools` of a token map: key to harness to name. */
export type ToolRows = Record<string, Record<string, string | null>>

export interface ForeignWord {
  /** From 1. */
  line: number
  word: string
  /** The harness whose word it is. */
  of: string
}

/** How a client's name looks in prose and in paths; `pi` is short, so it has to stand alone. */
const CLIENT_NAMES: Record<string, RegExp> = {
  copilot: /copilot/gi,
  claude: /claude/gi,
  pi: /(?<![a-z0-9])pi(?![a-z0-9])/gi,
}

/** `AskUserQuestion`, `read_agent`, `web/fetch`: nobody writes these meaning anything else. */
const UNMISTAKABLE_RE = /_|\/|[a-z][A-Z]/
/** In what was built, a token can only be one that was escaped to be shown: its name is a key, whoever reads it. */
const SHOWN_TOKEN_RE = /\{\{[A-Z]+:[^{}\n]*\}\}/g
const CODE_SPAN_RE = /`([^`\n]+)`/g
const SPECIAL_RE = /[.*+?^${}()|[\]\\/]/g

/**
 * Words in one text of `harness` that belong to another client. The rule of what counts:
 * its name, anywhere; a tool name that can mean nothing else, anywhere as a whole word; a tool name that is also a
 * plain word (`read`, `Bash`, `task`), where it is used as a name: alone in a code span, with a rule there
 * (`Bash(git *)`), or before the word "tool"; and one with a capital also after call, use, with, through or via.
 * A name that `harness` has too is nobody else's.
 */
export function foreignWords(harness: string, text: string, rows: ToolRows): ForeignWord[] {
  const found: ForeignWord[] = []
  for (const { id } of builtInHarnesses) {
    if (id === harness) continue
    const others = foreignNames(id, harness, rows)
    for (const [index, line] of text.replaceAll(SHOWN_TOKEN_RE, '').split('\n').entries()) {
      for (const word of [...line.matchAll(CLIENT_NAMES[id]!)]
        .map(([word]) => word)
        .concat(used(line, others)))
        found.push({ line: index + 1, word, of: id })
    }
  }
  return found
}

/** What the map says that `harness` calls its tools. */
function mapped(harness: string, rows: ToolRows): string[] {
  return Object.values(rows).flatMap((row) => row[harness] ?? [])
}

/** The client's own list, but for plain words in lower case: too many of them mean something else. */
function native(harness: string): string[] {
  const { names } = builtInHarnesses.find(({ id }) => id === harness)!.nativeTools
  return names.filter((name) => name !== name.toLowerCase() || isUnmistakable(name))
}

/** Names that `id` has and `harness` has not; an alias of `harness` that the map does not use belongs to `id`. */
function foreignNames(id: string, harness: string, rows: ToolRows): string[] {
  const own = new Set(mapped(harness, rows))
  const known = new Set(native(harness))
  const names = [...mapped(id, rows), ...native(id).filter((name) => !known.has(name))]
  return [...new Set(names)].filter((name) => !own.has(name))
}

function isUnmistakable(name: string): boolean {
  return UNMISTAKABLE_RE.test(name)
}

function used(line: string, names: readonly string[]): string[] {
  const spans = [...line.matchAll(CODE_SPAN_RE)].map(([, span]) => span!)
  return names.filter((name) => {
    const literal = name.replace(SPECIAL_RE, String.raw`\$&`)
    if (isUnmistakable(name)) return new RegExp(`(?<![\\w-])${literal}(?![\\w-])`).test(line)
    if (spans.some((span) => span === name || span.startsWith(`${name}(`))) return true
    if (new RegExp(`(?<![\\w-])${literal} tool(?!\\w)`).test(line)) return true
    const capital = name !== name.toLowerCase()
    return (
      capital && new RegExp(`\\b(?:[Cc]all|[Uu]s(?:e|ing)|with|through|via) ${literal}(?![\\w-])`).test(line)
    )
  })
}
