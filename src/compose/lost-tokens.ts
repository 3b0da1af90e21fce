import type { Composed } from './composed.ts'
import { RUN } from './origins.ts'

/*
 * A token that a mistake left without a value has been told; what is wrong with the text around it for that reason is
 * no mistake of its own (rule O-3). `lost` are the offsets of such tokens in their source.
 */

/** Whether such a token stood in a part of a composed text. */
export function isLost(composed: Composed, lost: readonly number[], start: number, end: number): boolean {
  if (lost.length === 0) return false
  const { runs } = composed
  for (let at = 0; at < runs.length && runs[at]! <= end; at += RUN) {
    if (runs[at + 1] === 0 && runs[at]! >= start && lost.includes(runs[at + 3]!)) return true
  }
  return false
}

/** @param head how the composed text begins, with the whole line */
export function isLostOnLine(
  composed: Composed,
  lost: readonly number[],
  head: string,
  offset: number,
): boolean {
  const end = head.indexOf('\n', offset)
  return isLost(composed, lost, head.lastIndexOf('\n', offset - 1) + 1, end === -1 ? head.length : end)
}

/** Where a line begins that belongs to another key. */
const NEXT_KEY_RE = /\n(?=\S)/g

/**
 * Keys of frontmatter in whose values such a token stood.
 * @param head the block of frontmatter, with which the composed text begins
 * @param offset where its YAML begins
 * @param ranges in the YAML
 */
export function lostKeys(
  composed: Composed,
  lost: readonly number[],
  head: string,
  offset: number,
  ranges: ReadonlyMap<string, readonly [number, number]>,
): string[] {
  const keys: string[] = []
  for (const [key, [start, end]] of ranges) {
    NEXT_KEY_RE.lastIndex = offset + end
    const until = NEXT_KEY_RE.exec(head)?.index ?? head.length
    if (isLost(composed, lost, offset + start, until)) keys.push(key)
  }
  return keys
}
