/** A code span of markdown on one line, with the backticks around it; `end` is exclusive. */
export interface CodeSpan {
  start: number
  end: number
  /** Backticks at each end. */
  ticks: number
}

/**
 * The code spans of a line: a run of backticks opens one, and the next run of the same length closes it.
 * @param drops where something was taken out of the line; there, two runs that touch are two
 */
export function codeSpans(line: string, drops: readonly number[]): CodeSpan[] {
  const runs = tickRuns(line, drops)
  const spans: CodeSpan[] = []
  const closing = nextAlike(runs)
  for (let index = 0; index < runs.length; index++) {
    const { start, ticks } = runs[index]!
    const close = closing[index]!
    if (close === -1 || line[start - 1] === '\\') continue
    spans.push({ start, end: runs[close]!.start + ticks, ticks })
    index = close
  }
  return spans
}

interface Run {
  start: number
  ticks: number
}

function tickRuns(line: string, drops: readonly number[]): Run[] {
  const breaks = new Set(drops)
  const runs: Run[] = []
  for (let at = line.indexOf('`'); at !== -1; at = line.indexOf('`', at)) {
    const start = at
    do at++
    while (line[at] === '`' && !breaks.has(at))
    runs.push({ start, ticks: at - start })
  }
  return runs
}

/** For each run the index of the next of the same length, or -1. */
function nextAlike(runs: readonly Run[]): number[] {
  const latest = new Map<number, number>()
  const next: number[] = []
  for (let index = runs.length - 1; index >= 0; index--) {
    const { ticks } = runs[index]!
    next[index] = latest.get(ticks) ?? -1
    latest.set(ticks, index)
  }
  return next
}
