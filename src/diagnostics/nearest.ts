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
    if (score <= limit && score < Math.max(wanted.length, candidate.length)) scored.push({ candidate, score })
  }
  return scored
    .toSorted((a, b) => a.score - b.score || order(a.candidate, b.candidate))
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** The edit distance, where two neighbours that changed places are one mistake. */
function mistakes(a: string, b: string): number {
  const usual = distance(a, b)
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
