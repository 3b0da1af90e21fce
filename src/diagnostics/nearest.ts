import { distance } from 'fastest-levenshtein'
import { order } from './order.ts'

/** Longer names are no slip of the pen, and comparing them costs the product of their lengths. */
const LONGEST = 500

/** The candidates that a misspelt name most likely meant, nearest first; none when nothing is near. */
export function nearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  if (name.length > LONGEST) return []
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(name.length / 3))
  const scored: { candidate: string; score: number }[] = []
  for (const candidate of new Set(candidates)) {
    if (candidate === name || Math.abs(candidate.length - name.length) > limit) continue
    const score = mistakes(wanted, candidate.toLowerCase())
    // As many mistakes as letters: the two have nothing in common.
    if (score <= limit && score < Math.max(wanted.length, candidate.length)) {
      // Only the best are kept: with thousands of candidates, sorting them all would be most of the work.
      const after = scored.findIndex(
        (other) => other.score > score || (other.score === score && order(candidate, other.candidate) < 0),
      )
      scored.splice(after === -1 ? scored.length : after, 0, { candidate, score })
      if (scored.length > most) scored.pop()
    }
  }
  return scored.map(({ candidate }) => candidate)
}

/** The edit distance, where two neighbours that changed places are one mistake. */
function mistakes(a: string, b: string): number {
  // What both begin and end with costs time and counts nothing; paths have much of it.
  let start = 0
  const shorter = Math.min(a.length, b.length)
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start++
  let end = 0
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end++
  const usual = distance(a.slice(start, a.length - end), b.slice(start, b.length - end))
  return usual === 2 && isSwap(a, b) ? 1 : usual
}

function isSwap(a: string, b: string): boolean {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return a[at] === b[at + 1] && a[at + 1] === b[at] && a.slice(at + 2) === b.slice(at + 2)
}

/** `did you mean "x"?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const names = nearest(name, candidates).map((candidate) => JSON.stringify(candidate))
  return names.length === 0 ? undefined : `did you mean ${names.join(' or ')}?`
}
