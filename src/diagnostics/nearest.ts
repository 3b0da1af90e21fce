import { distance } from 'fastest-levenshtein'
import { order } from './order.ts'

/** The candidates that a misspelt name most likely meant, nearest first; none when nothing is near. */
export function nearest(name: string, candidates: Iterable<string>, most = 3): string[] {
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(name.length / 3))
  const scored: { candidate: string; score: number }[] = []
  for (const candidate of new Set(candidates)) {
    if (candidate === name || candidate === '') continue
    const score = distance(wanted, candidate.toLowerCase())
    if (score <= limit) scored.push({ candidate, score })
  }
  return scored
    .toSorted((a, b) => a.score - b.score || order(a.candidate, b.candidate))
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** `did you mean "x"?`, or nothing when no candidate is near. */
export function didYouMean(name: string, candidates: Iterable<string>): string | undefined {
  const [first, ...rest] = nearest(name, candidates).map((candidate) => JSON.stringify(candidate))
  if (first === undefined) return undefined
  return `did you mean ${[first, ...rest].join(' or ')}?`
}
