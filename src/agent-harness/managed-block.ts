import type { Reporter, Span } from '../diagnostics/index.ts'
import type { HarnessDocument } from './document.ts'
import { linesOf } from './lines.ts'
import { BLOCK_END, BLOCK_START } from './lint/mentions.ts'

/** Where the list between the markers stands: from the end of the first marker's line to the start of the second's. */
export interface ManagedBlock {
  readonly start: number
  readonly end: number
}

/**
 * The block of a document that is generated.
 * @param wantsOne whether one is to be put at the end where there is none
 * @returns nothing where there is none; `'broken'`, with a report, where the markers are no pair
 */
export function findBlock(
  document: HarnessDocument,
  wantsOne: boolean,
  report: Reporter,
): ManagedBlock | 'broken' | undefined {
  const starts: Span[] = []
  const ends: Span[] = []
  const { lines, isOpen } = linesOf(document.text, document.bodyStart)
  for (const { line, start, kind } of lines) {
    if (kind !== 'text') continue
    if (line.trim() === BLOCK_START) starts.push(document.source.span(start, start + line.length))
    else if (line.trim() === BLOCK_END) ends.push(document.source.span(start, start + line.length))
  }
  const [first, second] = [starts[0], ends[0]]
  if (first === undefined && second === undefined) {
    if (!isOpen || !wantsOne) return undefined
    const { source } = document
    const hint = 'close it with a line of its own'
    const message =
      'a code block is open at the end; a list below it would be code, so this file is left as it is'
    report({ code: 'index-markers', message, hint, at: source.span(source.text.length) })
    return 'broken'
  }
  if (
    first !== undefined &&
    second !== undefined &&
    starts.length + ends.length === 2 &&
    first.end < second.start
  ) {
    return { start: first.end + 1, end: second.start }
  }
  report({
    code: 'index-markers',
    message: 'the markers of the index are no pair; this file is left as it is',
    hint: `keep one ${BLOCK_START} and, below it, one ${BLOCK_END}`,
    at: starts[1] ?? ends[1] ?? first ?? second,
  })
  return 'broken'
}
